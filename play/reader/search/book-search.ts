import { createFilteredPages } from '@estante/client/pages.ts'
import type { BookHit, BookHits } from '@estante/contract/play/book-search.ts'
import { signal } from '@preact/signals'
import { getData } from '../../session/resource.ts'

/** The results of the latest search, remembered while the sheet is closed. */
const hitsIn = createFilteredPages<{ id: string; q: string }, BookHit, BookHits & { q: string }>(
  async ({ id, q, cursor }) => {
    const query = new URLSearchParams({ q, ...(cursor && { cursor }) })
    return { ...((await getData(`/play/v1/publications/${id}/search?${query}`)) as BookHits), q }
  },
)

export type BookSearch = ReturnType<typeof createBookSearch>

/** Creates the search of a book, empty. */
export function createBookSearch(id: string, results = hitsIn) {
  return {
    query: signal(''),
    /** The result that was visited last. */
    visited: signal<BookHit | undefined>(undefined),
    resultsOf: (q: string) => results({ id, q }),
  }
}
