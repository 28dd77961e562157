import { isCode } from '@estante/client/answer.ts'
import { problemOf, type Resource } from '@estante/client/resource.ts'
import { type Signal, signal } from '@preact/signals'

/** Requests in a row for a search with few matches. */
const SEARCHES_AT_ONCE = 12
const ENOUGH = 10
/** Items of a list that grows by itself, as on a screen that stays open all day: beyond, it starts over. */
export const MAX_ITEMS = 500

export interface FeedPage<T> {
  items: T[]
  nextCursor: string | null
  /** Set when the search stopped early, with few matches. */
  searchedUntil: string | null
}

/** The start of a request: a cursor, or the newest known id. */
export interface FeedQuery {
  cursor?: string
  after?: string
}

/** A list, newest first, with new items at the top and more pages at the end. */
export interface Feed<T> extends Omit<Resource<FeedPage<T>>, 'put'> {
  /** New items, held back while the list is being read. */
  news: Signal<T[]>
  /** More new items than an answer holds: showing them starts over. */
  hasManyNews: Signal<boolean>
  /** The number of items added last. */
  arrived: Signal<number>
  isLoadingMore: Signal<boolean>
  hasMoreFailed: Signal<boolean>
  loadMore(): Promise<void>
  /** Polls for new items, held back while `isReading`; loads the list if that has failed. */
  listen(isReading: () => boolean): Promise<void>
  showNews(): void
}

/** `isSnapshot`: each poll returns the whole first page; items missing from it were deleted. */
export function createFeed<T extends { id: string }>(
  request: (query: FeedQuery) => Promise<FeedPage<T>>,
  { isSnapshot = false } = {},
): Feed<T> {
  const data = signal<FeedPage<T>>()
  const problem: Feed<T>['problem'] = signal()
  const news = signal<T[]>([])
  const hasManyNews = signal(false)
  const arrived = signal(0)
  const isLoadingMore = signal(false)
  const hasMoreFailed = signal(false)

  async function load() {
    isLoadingMore.value = true
    try {
      await search()
      news.value = []
      hasManyNews.value = false
      problem.value = undefined
    } catch (reason) {
      fail(reason)
    } finally {
      isLoadingMore.value = false
    }
  }

  async function loadMore() {
    const cursor = data.value?.nextCursor
    if (!cursor || isLoadingMore.value) return
    isLoadingMore.value = true
    hasMoreFailed.value = false
    try {
      await search(cursor)
    } catch {
      hasMoreFailed.value = true
    } finally {
      isLoadingMore.value = false
    }
  }

  /** Each answer shows how far it searched. */
  async function search(cursor?: string) {
    let next = cursor
    let found = 0
    for (let count = 0; count < SEARCHES_AT_ONCE; count++) {
      const page = await request(next ? { cursor: next } : {})
      const known = next ? data.value : undefined
      // The list started over meanwhile.
      if (known?.nextCursor !== next) return
      data.value = { ...page, items: [...(known?.items ?? []), ...page.items] }
      found += page.items.length
      if (!page.searchedUntil || !page.nextCursor || found >= ENOUGH) return
      next = page.nextCursor
    }
  }

  async function listen(isReading: () => boolean) {
    if (isLoadingMore.value) return
    const known = data.value
    if (!known) return load()
    const newest = news.value[0] ?? known.items[0]
    try {
      const page = await request(newest && !isSnapshot ? { after: newest.id } : {})
      problem.value = undefined
      take(page, isReading())
    } catch (reason) {
      fail(reason)
    }
  }

  function take(page: FeedPage<T>, isReading: boolean) {
    const { items, nextCursor, searchedUntil } = data.value ?? { items: [], nextCursor: null, searchedUntil: null }
    const knownIds = new Set([...items, ...news.value].map(({ id }) => id))
    // The answer overlaps the known items: items of a page not shown yet wait for it.
    const lastId = nextCursor === null ? '' : (items.at(-1)?.id ?? '')
    const fresh = page.items.filter(({ id }) => !knownIds.has(id) && id > lastId)
    // More arrived than an answer holds, or than the list may grow by: it starts over.
    const hasGap = fresh.length === page.items.length && page.nextCursor !== null && items.length > 0
    const isTooLong = items.length + news.value.length + fresh.length > MAX_ITEMS
    if (fresh.length > 0 && (hasGap || isTooLong)) {
      hasManyNews.value = isReading
      if (isReading) return
      arrived.value = fresh.length
      if (!hasGap) return void load()
      data.value = page
      news.value = []
      return
    }
    const latest = new Map(page.items.map((item) => [item.id, item]))
    const oldest = page.nextCursor === null ? '' : (page.items.at(-1)?.id ?? '')
    const stays = (item: T) => !isSnapshot || latest.has(item.id) || item.id < oldest
    const renewed = items.filter(stays).map((item) => latest.get(item.id) ?? item)
    const isEmpty = items.length === 0
    if (isReading && !isEmpty) {
      data.value = { items: renewed, nextCursor, searchedUntil }
      news.value = inOrder([...fresh, ...news.value.filter(stays)])
      return
    }
    data.value = {
      items: inOrder([...fresh, ...news.value.filter(stays), ...renewed]),
      nextCursor: isEmpty ? page.nextCursor : nextCursor,
      searchedUntil: isEmpty ? page.searchedUntil : searchedUntil,
    }
    arrived.value = fresh.length + news.value.length
    news.value = []
  }

  function showNews() {
    if (hasManyNews.value) return void load()
    if (!data.value) return
    data.value = { ...data.value, items: inOrder([...news.value, ...data.value.items]) }
    news.value = []
  }

  function fail(reason: unknown) {
    if (!isCode(reason, 'NOT_SIGNED_IN')) {
      problem.value = problemOf(reason)
    }
  }

  return { data, problem, news, hasManyNews, arrived, isLoadingMore, hasMoreFailed, load, loadMore, listen, showNews }
}

/** Ids are in order of time. */
function inOrder<T extends { id: string }>(items: T[]): T[] {
  return [...items].sort((one, other) => (one.id < other.id ? 1 : -1))
}
