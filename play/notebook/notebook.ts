import { createFilteredPages } from '@estante/client/pages.ts'
import type { AnnotationColor, Motivation, Notebook } from '@estante/contract/play/annotations.ts'
import { receiveAnnotations } from '../annotations/page-annotations.ts'
import { getData } from '../session/resource.ts'

export type NotebookItem = Notebook['items'][number]
export type AnnotatedPublication = NotebookItem['publication']

export interface NotebookFilters {
  q: string
  kind: Motivation | 'all'
  color: AnnotationColor | 'all'
}

export const EVERYTHING: NotebookFilters = { q: '', kind: 'all', color: 'all' }

const PAGE_LENGTH = 100

/** The annotations of all titles, newest first, remembered while the member visits other screens. */
export const notebookOf = createFilteredPages<NotebookFilters, NotebookItem>(async ({ q, kind, color, cursor }) => {
  const query = new URLSearchParams({
    limit: String(PAGE_LENGTH),
    ...(q && { q }),
    ...(kind !== 'all' && { motivation: kind }),
    ...(color !== 'all' && { color }),
    ...(cursor && { cursor }),
  })
  const page = await getData(`/play/v1/annotations?${query}`)
  receiveAnnotations(page.items)
  return page
})
