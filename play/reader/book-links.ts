import { signal } from '@preact/signals'
import { openExternal } from '../bridge/bridge.ts'
import { isNoteReference, type NoteParagraph, noteIn } from './footnote.ts'
import type { LinkDestination } from './navigator/links.ts'
import type { PositionTarget } from './navigator/position.ts'
import type { OpenBook } from './open-book.ts'

/** Follows the links of a book: to a footnote over the page, to another place, or out of the book. */
export function createBookLinks({ navigator }: OpenBook, goTo: (target: PositionTarget) => void) {
  const note = signal<NoteParagraph[] | undefined>()

  return {
    /** The footnote that is open over the page. */
    note,
    async follow(destination: LinkDestination, link: Element) {
      if (destination.kind === 'outside') return openExternal(destination.url)
      if (destination.kind === 'nowhere') return
      const { chapter, id } = destination
      if (!id) return goTo({ chapter, at: 'start' })
      const source =
        isNoteReference(link) &&
        (await navigator()
          ?.readChapter(chapter)
          .catch(() => undefined))
      const found = source && noteIn(source, id)
      if (found) note.value = found
      else goTo({ chapter, at: { id } })
    },
  }
}
