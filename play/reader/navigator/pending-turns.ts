/** Turns closer together than this leaf through the book. A later one repeats a turn that has shown nothing yet. */
const LEAFING_MS = 400
/** After this long, a member has seen that a chapter is loading. */
const MAX_LEAFING_MS = 1000
/** An impatient member's turn this soon after the chapter appears was meant for the page before it. */
const REACTION_MS = 300

type Direction = 1 | -1

interface PendingTurns {
  /** The first turn after a jump sets it. */
  by: Direction
  isJump: boolean
  startedAt: number
  latestAt: number
  /** The turns to make once the chapter is shown. */
  count: number
  /** Whether the member has begun to repeat the turn: the following ones do, too. */
  isRepeated: boolean
}

/**
 * Counts the turns that come while a turn or a jump loads its chapter, to be made once it is shown, without those by
 * which a member repeats a turn that takes long.
 */
export function createPendingTurns(now: () => number) {
  let loading: PendingTurns | undefined
  let repeated: { by: Direction; until: number } | undefined

  function start(by: Direction, isJump: boolean, count: number) {
    loading = { by, isJump, startedAt: now(), latestAt: now(), count, isRepeated: false }
  }

  return {
    /** Begins to count while a chapter loads for a turn, or, without `by`, for a jump. */
    begin: (by?: Direction) => start(by ?? 1, by === undefined, 0),
    /** Counts a turn meanwhile. Returns false when it takes back the one that loads. */
    add(by: Direction): boolean {
      if (!loading) return true
      if (loading.isJump && loading.count === 0) {
        // It repeats no turn, however long the jump takes.
        start(by, true, 1)
        return true
      }
      if (by !== loading.by) return --loading.count >= 0
      loading.isRepeated ||= now() - loading.latestAt >= LEAFING_MS || now() - loading.startedAt >= MAX_LEAFING_MS
      loading.latestAt = now()
      if (!loading.isRepeated) loading.count += 1
      return true
    },
    /** Nothing is loading any more, or something else. */
    clear() {
      loading = undefined
    },
    /** The chapter is shown. Returns the number of turns to make, and their direction. */
    take(): { by: Direction; count: number } {
      const { by, count, isRepeated } = loading ?? { by: 1, count: 0 }
      loading = undefined
      if (isRepeated) repeated = { by, until: now() + REACTION_MS }
      return { by, count }
    },
    /** Whether a turn was meant for the page before the one just shown. */
    isRepeated: (by: Direction) => repeated?.by === by && now() < repeated.until,
  }
}
