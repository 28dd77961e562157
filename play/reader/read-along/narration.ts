import type { GuidedNavigationDocument } from '@estante/contract/guided-navigation.ts'
import type { ReadonlySignal } from '@preact/signals'
import { escapeFrom, guidedOf, nextIndex, type Phrase, phrasesOf } from './guided.ts'
import { chapterStarts, phraseAt, secondsBefore } from './narration-time.ts'
import type { ReadAlongBook } from './read-along-book.ts'

/** A phrase in the list of its chapter. */
export interface Cue {
  list: Phrase[]
  index: number
}

export function phraseOf({ list, index }: Cue): Phrase {
  return list[index]!
}

/**
 * Creates the narration of a book, whose phrases are fetched a chapter at a time. `skips`: whether to skip notes and
 * page numbers. Throws when a chapter cannot be fetched.
 */
export function createNarration(
  { manifest, map, navigator, address, renew }: ReadAlongBook,
  skips: ReadonlySignal<boolean>,
) {
  const { readingOrder } = manifest
  const starts = chapterStarts(readingOrder)
  const lists = new Map<string, Phrase[]>()
  const loading = new Map<string, Promise<Phrase[]>>()

  function linkOf(chapter: number) {
    return readingOrder[chapter] && guidedOf(readingOrder[chapter])
  }

  async function load(chapter: number): Promise<Phrase[]> {
    const link = linkOf(chapter)
    if (!link) return []
    const { href } = link
    const known = lists.get(href) ?? loading.get(href)
    if (known) return known
    const fetching = fetchPhrases(href).finally(() => loading.delete(href))
    loading.set(href, fetching)
    return fetching
  }

  async function fetchPhrases(href: string): Promise<Phrase[]> {
    let response = await fetch(address(href))
    if (isRefusal(response)) {
      await renew()
      response = await fetch(address(href))
    }
    if (!response.ok) throw new Error(`The guided navigation answered ${response.status}`)
    const list = phrasesOf((await response.json()) as GuidedNavigationDocument, href)
    lists.set(href, list)
    return list
  }

  /** Finds the first wanted phrase of a chapter, or of the chapters that follow, up to `last`. */
  async function firstFrom(
    first: number,
    isWanted: (phrase: Phrase, chapter: number, list: Phrase[]) => boolean,
    last = readingOrder.length - 1,
  ): Promise<Cue | undefined> {
    for (let chapter = first; chapter <= last; chapter++) {
      const list = await load(chapter)
      const index = list.findIndex((phrase) => !(skips.value && phrase.isSkippable) && isWanted(phrase, chapter, list))
      if (index >= 0) return { list, index }
    }
    return undefined
  }

  return {
    load,
    /** Forgets requests under way, which may hang. */
    forget: () => loading.clear(),
    /** Finds the first phrase that ends after a letter of a chapter, up to chapter `last`. */
    firstAfter: (here: number, letter: number, last?: number) =>
      firstFrom(
        here,
        ({ href, id }, chapter) => {
          if (map.chapterOf(href) !== chapter) return false
          return chapter > here || (navigator.lettersOf(chapter, id)?.end ?? 1) > letter
        },
        last,
      ),
    /** Finds the first phrase after a list. */
    firstBeyond({ list }: Cue): Promise<Cue | undefined> {
      const last = Math.max(...list.map(({ href }) => map.chapterOf(href) ?? 0))
      return firstFrom(last + 1, (_phrase, _chapter, other) => other !== list)
    },
    /** The next or previous phrase of the same chapter. */
    beside({ list, index }: Cue, by: 1 | -1): Cue | undefined {
      const next = nextIndex(list, index, by, skips.value)
      return next === undefined ? undefined : { list, index: next }
    },
    /** The table, list or figure that goes on after a phrase, and the first phrase beyond it in the chapter. */
    escapeFrom({ list, index }: Cue) {
      const out = escapeFrom(list, index, skips.value)
      return out && { kind: out.kind, beyond: out.index === undefined ? undefined : { list, index: out.index } }
    },
    /** The phrase of an element or its nearest ancestor that has one; undefined unless its chapter was fetched. */
    cueAround(chapter: number, element: Element): Cue | undefined {
      const list = lists.get(linkOf(chapter)?.href ?? '') ?? []
      for (let around: Element | null = element; around; around = around.parentElement) {
        const { id } = around
        const index = id ? list.findIndex((one) => one.id === id && map.chapterOf(one.href) === chapter) : -1
        if (index >= 0) return { list, index }
      }
      return undefined
    },
    /** The phrase at a second of the whole narration. */
    async at(second: number): Promise<Cue | undefined> {
      const chapter = starts.findLastIndex((start, index) => start <= second && linkOf(index))
      const list = chapter < 0 ? [] : await load(chapter)
      return list.length > 0 ? { list, index: phraseAt(list, second - starts[chapter]!) } : undefined
    },
    /** The second of the whole narration at which a phrase begins. */
    startOf: ({ list, index }: Cue) => starts[map.chapterOf(list[0]!.href) ?? 0]! + secondsBefore(list, index),
  }
}

/** Whether the address has expired. */
function isRefusal({ status }: Response) {
  return status >= 400 && status < 500
}
