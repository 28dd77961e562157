import type { HeartbeatQueue } from './heartbeat-queue.ts'
import { HEARTBEAT_MS, type Lease, openLease, type PlaceSource } from './lease.ts'

/**
 * A chapter counts after five seconds on screen without leaving it (`readingChapters` of the usage report). Reported
 * half a second later, since the server begins to count a little after the page.
 */
const CHAPTER_REPORTED_AFTER_MS = 5500

/** Ticks come every second; after a longer gap the device was asleep. */
const LONGEST_TICK_MS = 5000

/** A page that stays longer without a move is no longer read: it was left open. */
const LONGEST_PAGE_MS = 10 * 60_000

/** A place is reported after this long without another move. */
const SETTLED_MS = 2000

export type Reading = ReturnType<typeof createReading>

/** Counts a member's reading of a publication: the time that each chapter is on screen. Call `tick` every second. */
export function createReading(
  heartbeats: HeartbeatQueue,
  now: () => number,
  publicationId: string,
  placeSource: PlaceSource,
) {
  let lease: Lease | undefined
  let chapter = 0
  let visible = { chapter, facing: chapter }
  let activeMs = 0
  let activeAt = 0
  /** Milliseconds on this chapter without leaving it. */
  let stayMs = 0
  /** When the member last moved; undefined once it was reported. */
  let movedAt: number | undefined
  /** Milliseconds since the member last moved, or the book came on screen. */
  let pageMs = 0

  /**
   * The book is on screen, in this chapter: opens a lease unless one is open. `facing`: another page of the same
   * spread, which counts after it.
   */
  function show(next: number, facing = next) {
    const isVisible = next === visible.chapter && facing === visible.facing
    visible = { chapter: next, facing }
    pageMs = 0
    if (!lease) {
      chapter = next
      activeMs = 0
      stayMs = 0
      activeAt = now()
      movedAt = undefined
      lease = openLease(heartbeats, publicationId, { chapter, ...placeSource.toReport() }, activeAt)
    } else if (!isVisible) {
      // The time since the last heartbeat belongs to the previous chapter; the place is already the new one.
      report()
      stayMs = 0
      chapter = next
    }
  }

  /** The member moved within the book on screen. */
  function moved() {
    movedAt = now()
    pageMs = 0
  }

  function tick() {
    if (!lease) return
    const before = stayMs
    measure()
    const justCounts = before < CHAPTER_REPORTED_AFTER_MS && stayMs >= CHAPTER_REPORTED_AFTER_MS
    const hasSettled = movedAt !== undefined && activeAt - movedAt >= SETTLED_MS
    if (justCounts || hasSettled || activeAt - lease.beatAt >= HEARTBEAT_MS) beat()
    if (justCounts && chapter === visible.chapter && chapter !== visible.facing) {
      chapter = visible.facing
      stayMs = 0
    }
  }

  function measure() {
    if (pageMs >= LONGEST_PAGE_MS) return
    const at = now()
    const elapsedMs = at - activeAt
    activeAt = at
    if (elapsedMs > LONGEST_TICK_MS) return
    activeMs += elapsedMs
    stayMs += elapsedMs
    pageMs += elapsedMs
  }

  function beat() {
    movedAt = undefined
    lease?.beat({ activeMs, chapter, ...placeSource.toReport() }, activeAt)
  }

  function report() {
    if (!lease) return
    measure()
    beat()
  }

  /** The book left the screen: reports the rest and closes the lease. */
  function hide() {
    report()
    lease = undefined
  }

  return { show, moved, tick, report, hide }
}
