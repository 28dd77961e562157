import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { PublicationCard, PublicationPage } from '@estante/contract/play/publications.ts'
import { signal } from '@preact/signals'
import { isPassing } from '../session/answer.ts'
import type { Problem } from '../session/resource.ts'

/** What is looked for; an empty `q` is everything. */
export interface Search {
  q: string
  type: PublicationType | 'all'
}

type SearchPath = `/play/v1/publications?${string}`

/**
 * A list of titles that grows as it is scrolled. A new search keeps the earlier titles on show until its own come or
 * cannot, and an answer that a newer search has overtaken is thrown away.
 */
export function createPublicationList(get: (path: SearchPath, signal: AbortSignal) => Promise<PublicationPage>) {
  const items = signal<PublicationCard[]>()
  const hasMore = signal(false)
  const isLoading = signal(false)
  /** The titles on show are those of an earlier search. */
  const isRenewing = signal(false)
  const problem = signal<Problem>()
  let current: Search | undefined
  let cursor: string | null = null
  let asking = new AbortController()

  /** Looks for this, unless it is what the list already has. */
  async function search(wanted: Search) {
    const isSame = current && current.q === wanted.q && current.type === wanted.type
    if (isSame && (items.value || isLoading.value)) return
    current = wanted
    cursor = null
    await ask((page) => {
      items.value = page.items
    })
  }

  /** The next page, when there is one and none is on its way. */
  async function more() {
    if (!hasMore.value || isLoading.value) return
    await ask((page) => {
      items.value = [...(items.value ?? []), ...page.items]
    })
  }

  /** Asks again for what did not come. */
  async function retry() {
    if (!current) return
    if (cursor) return more()
    const wanted = current
    current = undefined
    await search(wanted)
  }

  async function ask(take: (page: PublicationPage) => void) {
    asking.abort()
    asking = new AbortController()
    const { signal: overtaken } = asking
    isLoading.value = true
    isRenewing.value = cursor === null
    problem.value = undefined
    try {
      const page = await get(searchPath(), overtaken)
      if (overtaken.aborted) return
      take(page)
      cursor = page.nextCursor
      hasMore.value = cursor !== null
    } catch (reason) {
      if (overtaken.aborted) return
      problem.value = isPassing(reason) ? 'unreachable' : 'failed'
      if (cursor === null) items.value = undefined
    }
    isLoading.value = false
    isRenewing.value = false
  }

  function searchPath(): SearchPath {
    const query = new URLSearchParams()
    if (current?.q) query.set('q', current.q)
    if (current && current.type !== 'all') query.set('type', current.type)
    if (cursor) query.set('cursor', cursor)
    return `/play/v1/publications?${query}`
  }

  function clear() {
    asking.abort()
    current = undefined
    items.value = undefined
    hasMore.value = false
    isLoading.value = false
    isRenewing.value = false
    problem.value = undefined
  }

  return { items, hasMore, isLoading, isRenewing, problem, search, more, retry, clear }
}

export type PublicationList = ReturnType<typeof createPublicationList>
