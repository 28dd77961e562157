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

/** The longest selection that is searched for. */
const MAX_SELECTED = 80

/** Creates the search of a book, empty. */
export function createBookSearch(id: string, results = hitsIn) {
  const query = signal('')
  const visited = signal<BookHit | undefined>(undefined)
  let selected: string | undefined
  return {
    query,
    /** The result that was visited last. */
    visited,
    canSearch: (selection: string) => /\S/.test(selection) && selection.length <= MAX_SELECTED,
    /** Searches for words that were selected in the text. */
    searchSelected(selection: string) {
      selected = selection.trim()
      query.value = selected
      visited.value = undefined
    },
    /** Whether the query was selected instead of typed. */
    isSelected: () => query.peek() === selected,
    resultsOf: (q: string) => results({ id, q }),
  }
}
