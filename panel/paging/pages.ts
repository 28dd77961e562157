import { type Signal, signal } from '@preact/signals'
import { createResource, type Resource } from '../admin-session/resource.ts'

/** What a list of the service answers: some, and where the next begin. */
export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** A list that is asked for a page at a time. Loading it anew asks for as many pages as were shown. */
export interface Pages<T> extends Resource<Page<T>> {
  isLoadingMore: Signal<boolean>
  /** Whether the page that was asked for last did not come. */
  hasMoreFailed: Signal<boolean>
  loadMore(): Promise<void>
}

export function createPages<T>(ask: (cursor: string | undefined) => Promise<Page<T>>): Pages<T> {
  let shown = 1
  const isLoadingMore = signal(false)
  const hasMoreFailed = signal(false)
  const resource = createResource(async () => {
    let page = await ask(undefined)
    // More may be asked for while this goes on.
    for (let count = 1; count < shown; count++) page = await append(page)
    return page
  })

  async function append({ items, nextCursor }: Page<T>): Promise<Page<T>> {
    if (nextCursor === null) return { items, nextCursor }
    const next = await ask(nextCursor)
    return { items: [...items, ...next.items], nextCursor: next.nextCursor }
  }

  async function loadMore() {
    const known = resource.data.value
    if (!known || known.nextCursor === null || isLoadingMore.value) return
    isLoadingMore.value = true
    hasMoreFailed.value = false
    try {
      const longer = await append(known)
      // Forgotten meanwhile: somebody else may be signed in.
      if (resource.data.value === undefined) return
      shown += 1
      resource.data.value = longer
    } catch {
      hasMoreFailed.value = true
    } finally {
      isLoadingMore.value = false
    }
  }

  // The same object: it is the one that is forgotten when somebody signs out.
  return Object.assign(resource, { isLoadingMore, hasMoreFailed, loadMore })
}
