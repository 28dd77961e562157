import { describePicture, type Picture } from '../pictures/picture.ts'
import type { ChapterCache } from './chapter-cache.ts'
import type { ChapterFrame } from './chapter-frame.ts'
import type { ChapterNavigation } from './chapter-navigation.ts'
import type { createChapterSelection } from './chapter-selection.ts'
import { type CurrentChapter, type CurrentChapterHost, showAt } from './current-chapter.ts'
import { listenToFrame } from './frame-gestures.ts'
import { linkAround, linkTarget } from './frame-taps.ts'
import { type Intent, inReadingOrder, isRibbonCorner, tapIntent } from './gestures.ts'
import type { LinkDestination } from './links.ts'
import type { PositionTarget } from './position.ts'
import { selectedRange } from './selection.ts'

export interface GestureListeners {
  /** A link was tapped. It is not followed unless the listener calls `goTo`. */
  onLink(destination: LinkDestination, link: Element): void
  onToggleTools(): void
  /** The member turned the page by a gesture or a key. */
  onTurn(): void
  /** Home or End was pressed elsewhere in the chapter. Not followed unless the listener calls `goTo`. */
  onChapterEdge(target: PositionTarget): void
  /** A mark was tapped; undefined for a tap outside marks. Returns true to stop the tap from doing anything else. */
  onMark(id: string | undefined): boolean
  /** The corner of the bookmark's ribbon was tapped, outside any mark or link. */
  onRibbon(): void
  /** A point of a chapter was tapped, outside any mark. Returns true to stop the tap from turning the page. */
  onTap(chapter: number, x: number, y: number): boolean
  /** A picture of the visible chapter, or a table too wide for its page, was tapped. */
  onPicture(picture: Picture): void
  /** A key was pressed over the page. Returns true to stop it from turning the page. */
  onKey(event: KeyboardEvent): boolean
}

interface GesturesHost extends Pick<CurrentChapterHost, 'looks' | 'motion' | 'pageZoom'> {
  chapters: ChapterCache<ChapterFrame>
  visible: CurrentChapter
  selection: ReturnType<typeof createChapterSelection>
  navigation: ChapterNavigation
  isTurnedFromRight(): boolean
  /** Resolves the target of a link. `from`: the chapter's address. */
  resolveLink(from: string, target: string): LinkDestination
}

/** Performs the gestures and keys of the pages in `container`. */
export function createPageGestures(container: HTMLElement, host: GesturesHost, listeners: GestureListeners) {
  const { looks, chapters, motion, pageZoom, visible, selection, navigation, isTurnedFromRight } = host

  function follow(intent: Intent) {
    const current = visible.current()
    const move = inReadingOrder(intent, isTurnedFromRight())
    if (move === 'toggle-tools') return listeners.onToggleTools()
    if (move === 'chapter-start' || move === 'chapter-end') {
      const at = move === 'chapter-start' ? 'start' : 'end'
      if (current && !isAtEdge(current.frame, at)) listeners.onChapterEdge({ chapter: current.chapter, at })
      return
    }
    listeners.onTurn()
    void navigation.turn(move === 'forward' ? 1 : -1)
  }

  /** Follows a finger that moved this many pixels to the right. */
  function drag(chapter: number, frame: ChapterFrame, pixels: number) {
    const current = visible.current()
    if (current?.frame !== frame || current.pages.length > 1 || navigation.isBusy()) return
    visible.clearFlash()
    const onwards = isTurnedFromRight() ? pixels : -pixels
    const by = onwards > 0 ? 1 : -1
    const beside = frame.canTurn(by) ? frame : chapters.loaded.get(chapter + by)
    if (beside && beside !== frame) {
      beside.layOut(looks.of(chapter + by))
      showAt(beside, by > 0 ? 'start' : 'end')
    }
    motion.drag(frame, beside, onwards)
  }

  function tap(chapter: number, frame: ChapterFrame, x: number, y: number) {
    if (listeners.onMark(frame.markAt(x, y)?.id)) return true
    if (!isRibbonCorner(frame.toContainer(x, y), container.clientWidth)) return listeners.onTap(chapter, x, y)
    listeners.onRibbon()
    return true
  }

  /** Aligns a chapter with a page, and reports the page, if the engine or a finger has scrolled it. */
  function alignPage(chapter: number) {
    const frame = visible.frameOf(chapter)
    // A hidden page goes back to its start, by no hand.
    if (container.clientWidth === 0 || navigation.isBusy() || !frame?.wasMovedByHand()) return
    if (frame.snap() || !frame.isPaged()) visible.advance()
  }

  return {
    follow,
    alignPage,
    /** Performs a tap beside a page that is narrower than the container. */
    tapBeside({ target, offsetX, offsetY }: MouseEvent) {
      if (target !== container) return
      const selected = visible.current()?.pages.find(({ frame }) => selectedRange(frame.document))
      selected?.frame.document.getSelection()?.removeAllRanges()
      if (listeners.onMark(undefined) || selected) return
      if (isRibbonCorner({ x: offsetX, y: offsetY }, container.clientWidth)) return listeners.onRibbon()
      follow(visible.current()?.frame.isPaged() ? tapIntent(offsetX, container.clientWidth) : 'toggle-tools')
    },
    listen(chapter: number, frame: ChapterFrame) {
      const { document } = frame
      const onLink = (link: Element) => listeners.onLink(host.resolveLink(document.URL, linkTarget(link) ?? ''), link)
      listenToFrame(frame, () => container.clientWidth, {
        onIntent: follow,
        onDrag: (pixels) => drag(chapter, frame, pixels),
        onRelease: motion.release,
        onLink,
        onTap: (x, y) => tap(chapter, frame, x, y),
        onPicture: (picture) => listeners.onPicture(describePicture(picture)),
        onKey: (event) => pageZoom.key(event) || selection.byKey(event) || listeners.onKey(event),
      })
      if (frame.isFixed) {
        pageZoom.listen(frame, (x, y) => {
          const link = linkAround(document.elementFromPoint(x, y))
          if (!link) return tap(chapter, frame, x, y)
          onLink(link)
          return true
        })
      }
      selection.listen(chapter, frame)
      document.addEventListener('scroll', () => alignPage(chapter))
    },
  }
}

function isAtEdge(frame: ChapterFrame, at: 'start' | 'end') {
  return at === 'start' ? frame.isAtStart() : frame.isAtEnd()
}
