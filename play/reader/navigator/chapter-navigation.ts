import type { Manifest } from '@estante/contract/manifest.ts'
import type { ChapterCache } from './chapter-cache.ts'
import type { ChapterFrame } from './chapter-frame.ts'
import type { CurrentChapter } from './current-chapter.ts'
import { frameDrawn } from './frame-drawn.ts'
import { createPendingTurns } from './pending-turns.ts'
import type { Move, PositionTarget } from './position.ts'
import { pairPages } from './spreads.ts'

export interface NavigationListeners {
  /** The member turned past the last page. */
  onBookEnd(): void
  /** A chapter started or finished loading. */
  onBusy(isBusy: boolean): void
  /** A chapter could not be shown. The one before stays on screen. */
  onProblem(problem: unknown, tryAgain: () => Promise<void>): void
}

export type ChapterNavigation = ReturnType<typeof createChapterNavigation>

/** Navigates within and between chapters: shows each, with the page that faces it, once both are loaded. */
export function createChapterNavigation(
  manifest: Manifest,
  chapters: ChapterCache<ChapterFrame>,
  visible: CurrentChapter,
  closed: AbortSignal,
  listeners: NavigationListeners,
) {
  const facingOf = pairPages(manifest)
  const pendingTurns = createPendingTurns(() => performance.now())
  let isBusy = false
  /** Counts calls of `goTo`, so that one still loading yields to a later one. */
  let navigations = 0

  /**
   * Shows a target, and makes the turns that came meanwhile. `by`: the turn that leads there. Returns whether it was
   * shown: not if it failed to load, or the member went elsewhere meanwhile.
   */
  async function goTo(target: PositionTarget, move: Move = 'jump', by?: 1 | -1): Promise<boolean> {
    const isLoaded = await load(target, move, by)
    const pending = isLoaded ? pendingTurns.take() : undefined
    for (let left = pending?.count ?? 0; left > 0; left--) void turn(pending!.by)
    return isLoaded
  }

  async function load(target: PositionTarget, move: Move, by: 1 | -1 | undefined): Promise<boolean> {
    const navigation = ++navigations
    pendingTurns.begin(by)
    visible.flushTurn()
    visible.clearFlash()
    setBusy(true)
    try {
      const [frame, facing] = await Promise.all([chapters.get(target.chapter), loadFacing(target.chapter)])
      if (closed.aborted || navigation !== navigations) return false
      visible.show(target, frame, move, facing)
      void frameDrawn().then(() => {
        const { pages } = visible.current() ?? {}
        // A later jump prefetches around its own chapter, which would be evicted now while it loads.
        if (pages && navigation === navigations) void chapters.prefetchAround(pages[0]!.chapter, pages.at(-1)!.chapter)
      })
      return true
    } catch (problem) {
      if (closed.aborted || navigation !== navigations) return false
      listeners.onProblem(problem, async () => {
        if (navigation === navigations) await goTo(target, move, by)
      })
      return false
    } finally {
      if (navigation === navigations) setBusy(false)
    }
  }

  /** Loads the page that faces another, where both may be visible. Without it, the other is shown alone. */
  async function loadFacing(chapter: number) {
    const facing = facingOf(chapter)
    if (!facing || !visible.isWide()) return undefined
    const frame = await chapters.get(facing.chapter).catch(() => undefined)
    return frame && { ...facing, frame }
  }

  function setBusy(busy: boolean) {
    isBusy = busy
    listeners.onBusy(busy)
  }

  /** Turns a page, at the end of a chapter to the next one. Resolves once the page is shown. */
  async function turn(by: 1 | -1): Promise<void> {
    const current = visible.current()
    if (isBusy && current) return turnLater(by)
    if (!current?.frame.hasPages()) return
    const turned = visible.turn(by)
    if (turned) return turned
    const chapter = current.pages.at(by > 0 ? -1 : 0)!.chapter + by
    if (manifest.readingOrder[chapter]) await goTo({ chapter, at: by > 0 ? 'start' : 'end' }, 'turn', by)
    else if (by > 0) listeners.onBookEnd()
  }

  /** Keeps a turn until the chapter of an earlier one is shown. One that takes that back stays on the visible page. */
  function turnLater(by: 1 | -1) {
    if (pendingTurns.add(by)) return
    navigations += 1
    pendingTurns.clear()
    setBusy(false)
  }

  return {
    isBusy: () => isBusy,
    goTo,
    /** Loads the page that faces the visible one, if a new layout has room for both. */
    completeSpread(chapter: number) {
      const needsFacing = facingOf(chapter) && visible.isWide() && !visible.current()?.facing
      if (needsFacing && !isBusy) void goTo({ chapter, at: 'start' }, 'none')
    },
    async turn(by: 1 | -1) {
      if (!pendingTurns.isRepeated(by)) await turn(by)
    },
  }
}
