import { type Signal, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { memoizeLru } from './memoize-lru.ts'
import { createResource, dropResource, type Resource } from './resource.ts'

/** A page of a list, and the cursor of the next. */
export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** A list that is loaded in pages, with the other fields of the first. Reloading loads as many pages as before. */
export interface Pages<T, Fields = unknown> extends Resource<Page<T> & Fields> {
  isLoadingMore: Signal<boolean>
  /** Whether the last requested page failed. */
  hasMoreFailed: Signal<boolean>
  loadMore(): Promise<void>
}

export function createPages<T, Fields = unknown>(
  request: (cursor: string | undefined) => Promise<Page<T> & Fields>,
): Pages<T, Fields> {
  let pageCount = 1
  const isLoadingMore = signal(false)
  const hasMoreFailed = signal(false)
  const resource = createResource(async () => {
    let page = await request(undefined)
    // `pageCount` may grow meanwhile.
    for (let count = 1; count < pageCount; count++) page = await append(page)
    return page
  })

  async function append(page: Page<T> & Fields): Promise<Page<T> & Fields> {
    if (page.nextCursor === null) return page
    const next = await request(page.nextCursor)
    return { ...page, items: [...page.items, ...next.items], nextCursor: next.nextCursor }
  }

  async function loadMore() {
    const known = resource.data.value
    if (!known || known.nextCursor === null || isLoadingMore.value) return
    isLoadingMore.value = true
    hasMoreFailed.value = false
    try {
      const longer = await append(known)
      // Forgotten during the request: another person may be signed in.
      if (resource.data.value === undefined) return
      pageCount += 1
      if (resource.data.value === known) resource.data.value = longer
      // A reload was answered meanwhile, without the new page.
      else await resource.load()
    } catch {
      hasMoreFailed.value = true
    } finally {
      isLoadingMore.value = false
    }
  }

  // The same object, which signing out forgets.
  return Object.assign(resource, { isLoadingMore, hasMoreFailed, loadMore })
}

/** Lists by their filters. Keeps the last one only, so that it can be restored. */
export function createFilteredPages<Filters extends object, T, Fields = unknown>(
  request: (query: Filters & { cursor?: string }) => Promise<Page<T> & Fields>,
): (filters: Filters) => Pages<T, Fields> {
  const pagesOf = memoizeLru(
    1,
    (key: string) => {
      const filters = JSON.parse(key) as Filters
      return createPages<T, Fields>((cursor) => request({ ...filters, ...(cursor !== undefined && { cursor }) }))
    },
    dropResource,
  )
  return (filters) => pagesOf(JSON.stringify(filters))
}

/** Loads the list, unless it is known. */
export function useLoaded<T, Fields>(list: Pages<T, Fields>): Pages<T, Fields> {
  useEffect(() => {
    if (!list.data.peek()) void list.load()
  }, [list])
  return list
}

/** Returns the resource to show: the previous one until `wanted` has an answer. */
export function useLastAnswered<R extends Pick<Resource<unknown>, 'data' | 'problem'>>(wanted: R): R {
  const last = useRef(wanted)
  if (wanted.data.value !== undefined || wanted.problem.value !== undefined) last.current = wanted
  return last.current
}
