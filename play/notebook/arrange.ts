import type { Annotation, Motivation } from '@estante/contract/play/annotations.ts'
import type { NotebookFilters, NotebookItem } from './notebook.ts'

/** Groups the entries of the notebook by title, in the order in which they come. */
export function byTitle(entries: readonly NotebookItem[]) {
  const groups = new Map<string, { publication: NotebookItem['publication']; entries: NotebookItem[] }>()
  for (const entry of entries) {
    const { publication } = entry
    const group = groups.get(publication.id) ?? { publication, entries: [] }
    group.entries.push(entry)
    groups.set(publication.id, group)
  }
  return [...groups.values()]
}

/** Groups the annotations of a title by chapter, in the order of the book. `annotations`: as the service lists them. */
export function byChapter(annotations: readonly Annotation[]) {
  const resources = [...new Set(annotations.map(({ locator }) => locator.href))]
  const inOrder = [...annotations].sort(
    (one, other) =>
      resources.indexOf(one.locator.href) - resources.indexOf(other.locator.href) ||
      one.start - other.start ||
      one.end - other.end,
  )
  const chapters: { key: string; title: string; annotations: Annotation[] }[] = []
  for (const annotation of inOrder) {
    const { href, title = '' } = annotation.locator
    const key = `${href} ${title}`
    const last = chapters.at(-1)
    if (last?.key === key) last.annotations.push(annotation)
    else chapters.push({ key, title, annotations: [annotation] })
  }
  return chapters
}

/** Whether an annotation passes the filters: its note or text has every searched word, ignoring accents and case. */
export function passes(annotation: Annotation, filters: NotebookFilters): boolean {
  const { color, note, locator } = annotation
  if (filters.kind !== 'all' && !isOfKind(annotation, filters.kind)) return false
  if (filters.color !== 'all' && color !== filters.color) return false
  const searched = plain(`${note ?? ''} ${locator.text?.highlight ?? ''}`)
  return plain(filters.q)
    .split(/\s+/)
    .every((word) => searched.includes(word))
}

/** Whether an annotation is of a kind, as the service decides it: a highlight or a bookmark with a note is of two. */
function isOfKind({ motivation, note }: Annotation, kind: Motivation) {
  if (kind === 'commenting') return note !== null
  return (motivation === 'bookmarking') === (kind === 'bookmarking')
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
