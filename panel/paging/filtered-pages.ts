import { useRef } from 'preact/hooks'
import { dropResource } from '../admin-session/resource.ts'
import { createPages, type Page, type Pages } from './pages.ts'

/**
 * A list that is asked for under filters. Only the one looked at last is kept: whoever comes back to it finds it as they
 * left it.
 */
export function createFilteredPages<Filters extends object, T>(
  ask: (query: Filters & { cursor?: string }) => Promise<Page<T>>,
): (filters: Filters) => Pages<T> {
  let latest: { of: string; pages: Pages<T> } | undefined
  return (filters) => {
    const of = JSON.stringify(filters)
    if (latest?.of === of) return latest.pages
    if (latest) dropResource(latest.pages)
    const pages = createPages<T>((cursor) => ask({ ...filters, ...(cursor !== undefined && { cursor }) }))
    latest = { of, pages }
    return pages
  }
}

/** What was found before stays until something is known of what is asked for now. */
export function useShown<T>(asked: Pages<T>): Pages<T> {
  const shown = useRef(asked)
  if (asked.data.value !== undefined || asked.problem.value !== undefined) shown.current = asked
  return shown.current
}
