import { type ReadonlySignal, signal } from '@preact/signals'
import { openExternal } from '../bridge/bridge.ts'
import { type NoteParagraph, noteIn } from './footnote.ts'
import type { LinkDestination } from './navigator/links.ts'
import type { PositionTarget } from './navigator/position.ts'
import { isNoteReference } from './note-reference.ts'
import type { OpenBook } from './open-book.ts'

/** Follows the links of a book: to a footnote over the page, to another place, or out of the book. */
export function createBookLinks({ navigator }: OpenBook, goTo: (target: PositionTarget) => void) {
  const note = signal<NoteParagraph[] | undefined>()
  const isReading = signal(false)
  /** Counts calls of `follow`: one that still reads a note yields to a later one. */
  let follows = 0

  /** Reads the chapter of a note. Undefined where it cannot be read. */
  async function read(chapter: number) {
    isReading.value = true
    try {
      return await navigator()?.readChapter(chapter)
    } catch {
      return undefined
    }
  }

  return {
    note,
    /** Whether the chapter of a footnote is being loaded. */
    isReading: isReading as ReadonlySignal<boolean>,
    async follow(destination: LinkDestination, link: Element) {
      const own = ++follows
      isReading.value = false
      if (destination.kind === 'outside') return openExternal(destination.url)
      if (destination.kind === 'nowhere') return
      const { chapter, id } = destination
      if (!id) return goTo({ chapter, at: 'start' })
      if (!isNoteReference(link)) return goTo({ chapter, at: { id } })
      const source = await read(chapter)
      if (own !== follows) return
      isReading.value = false
      // The member may have read on meanwhile.
      if (!isOnScreen(link)) return
      const found = source && noteIn(source, id)
      if (found) note.value = found
      else goTo({ chapter, at: { id } })
    },
  }
}

function isOnScreen(link: Element) {
  const view = link.ownerDocument.defaultView
  if (!view || (view.frameElement as HTMLElement).inert) return false
  const boxes = [...link.getClientRects()]
  const isVisible = ({ left, right, top, bottom }: DOMRect) =>
    right > 0 && bottom > 0 && left < view.innerWidth && top < view.innerHeight
  return boxes.length === 0 || boxes.some(isVisible)
}
