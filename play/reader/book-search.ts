import { type Problem, problemOf } from '@estante/client/resource.ts'
import type { BookHit, BookHits } from '@estante/contract/play/book-search.ts'
import { batch, type ReadonlySignal, signal } from '@preact/signals'

const TYPING_PAUSE_MS = 300

/** What was found, and the words that it answers. */
interface Found extends BookHits {
  words: string
}

export type BookSearch = ReturnType<typeof createBookSearch>

/** Searches in one book while somebody types. What was found stays until the next answer, and while its sheet is closed. */
export function createBookSearch(ask: (words: string, cursor?: string) => Promise<BookHits>) {
  const typed = signal('')
  const found = signal<Found | undefined>()
  const problem = signal<Problem | undefined>()
  const isSearching = signal(false)
  const more = signal<'ready' | 'coming' | 'failed'>('ready')
  const visited = signal<BookHit | undefined>()
  let pause: ReturnType<typeof setTimeout> | undefined
  /** Answers may overtake each other: only the last one that was asked for is taken. */
  let asked = 0

  function type(words: string) {
    clearTimeout(pause)
    typed.value = words
    const wanted = words.trim()
    if (wanted === (found.value?.words ?? '') && !problem.value) return stop()
    isSearching.value = wanted !== ''
    if (wanted === '') take(undefined)
    else pause = setTimeout(() => void search(), TYPING_PAUSE_MS)
  }

  function stop() {
    asked += 1
    isSearching.value = false
  }

  async function search() {
    clearTimeout(pause)
    const words = typed.value.trim()
    const turn = ++asked
    isSearching.value = true
    try {
      const hits = await ask(words)
      if (turn === asked) take({ ...hits, words })
    } catch (cause) {
      if (turn !== asked) return
      batch(() => {
        take(undefined)
        problem.value = problemOf(cause)
      })
    }
  }

  function take(next: Found | undefined) {
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
      const { items, nextCursor } = await ask(known.words, known.nextCursor)
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
    found: found as ReadonlySignal<Found | undefined>,
    problem: problem as ReadonlySignal<Problem | undefined>,
    isSearching: isSearching as ReadonlySignal<boolean>,
    more: more as ReadonlySignal<'ready' | 'coming' | 'failed'>,
    /** The last one that was gone to. */
    visited,
    type,
    search,
    loadMore,
  }
}

/** The hits that are here, under their chapters; `count` counts those of the chapter that are not, too. */
export function hitsByChapter({ chapters, items }: BookHits) {
  return chapters.flatMap(({ chapter, title, hits: count }) => {
    const hits = items.filter((hit) => hit.chapter === chapter)
    return hits.length > 0 ? [{ chapter, title, count, hits }] : []
  })
}
