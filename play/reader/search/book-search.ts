import { type Problem, problemOf } from '@estante/client/resource.ts'
import type { BookHit, BookHits } from '@estante/contract/play/book-search.ts'
import { batch, type ReadonlySignal, signal } from '@preact/signals'

const TYPING_PAUSE_MS = 300

interface SearchResults extends BookHits {
  query: string
}

export type BookSearch = ReturnType<typeof createBookSearch>

/** Searches a book as the member types. Results stay until the next answer, and while the sheet is closed. */
export function createBookSearch(request: (query: string, cursor?: string) => Promise<BookHits>) {
  const typed = signal('')
  const found = signal<SearchResults | undefined>()
  const problem = signal<Problem | undefined>()
  const isSearching = signal(false)
  const more = signal<'ready' | 'coming' | 'failed'>('ready')
  const visited = signal<BookHit | undefined>()
  let pause: ReturnType<typeof setTimeout> | undefined
  /** Counts requests: only the answer to the latest is used. */
  let requests = 0

  function type(query: string) {
    clearTimeout(pause)
    typed.value = query
    const wanted = query.trim()
    if (wanted === (found.value?.query ?? '') && !problem.value) return stop()
    isSearching.value = wanted !== ''
    if (wanted === '') take(undefined)
    else pause = setTimeout(() => void search(), TYPING_PAUSE_MS)
  }

  function stop() {
    requests += 1
    isSearching.value = false
  }

  async function search() {
    clearTimeout(pause)
    const query = typed.value.trim()
    const turn = ++requests
    isSearching.value = true
    try {
      const hits = await request(query)
      if (turn === requests) take({ ...hits, query })
    } catch (cause) {
      if (turn !== requests) return
      batch(() => {
        take(undefined)
        problem.value = problemOf(cause)
      })
    }
  }

  function take(next: SearchResults | undefined) {
    stop()
    batch(() => {
      found.value = next
      problem.value = undefined
      more.value = 'ready'
      visited.value = undefined
    })
  }

  async function loadMore() {
    const known = found.value
    if (!known || known.nextCursor === null || more.value === 'coming') return
    more.value = 'coming'
    try {
      const { items, nextCursor } = await request(known.query, known.nextCursor)
      if (found.value !== known) return
      batch(() => {
        found.value = { ...known, items: [...known.items, ...items], nextCursor }
        more.value = 'ready'
      })
    } catch {
      if (found.value === known) more.value = 'failed'
    }
  }

  return {
    typed: typed as ReadonlySignal<string>,
    found: found as ReadonlySignal<SearchResults | undefined>,
    problem: problem as ReadonlySignal<Problem | undefined>,
    isSearching: isSearching as ReadonlySignal<boolean>,
    more: more as ReadonlySignal<'ready' | 'coming' | 'failed'>,
    /** The result that was visited last. */
    visited,
    type,
    search,
    loadMore,
  }
}

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
