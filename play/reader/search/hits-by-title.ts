import type { BookHit, BookHits } from '@estante/contract/play/book-search.ts'

/**
 * Groups the loaded results by entry of the contents, a chapter possibly in several. The last group has no `count`
 * while more are to be loaded.
 */
export function hitsByTitle({ chapters, items, nextCursor }: BookHits, titleOf: (hit: BookHit) => string) {
  const groups: { chapter: number; title: string; hits: BookHit[] }[] = []
  for (const hit of items) {
    const title = titleOf(hit)
    const last = groups.at(-1)
    if (last?.chapter === hit.chapter && last.title === title) last.hits.push(hit)
    else groups.push({ chapter: hit.chapter, title, hits: [hit] })
  }
  return groups.map((group, index) => {
    const isWhole = groups.every((other) => other === group || other.chapter !== group.chapter)
    const isGrowing = nextCursor !== null && index === groups.length - 1
    const all = chapters.find(({ chapter }) => chapter === group.chapter)?.hits
    return { ...group, count: isWhole ? all : isGrowing ? undefined : group.hits.length }
  })
}
