import { useEffect, useRef, useState } from 'preact/hooks'

const PAUSE_MS = 250

/**
 * Returns the text of a search box and its setter, and calls `onSearch` once nothing was typed for 250 ms. `searched`
 * is the current search, which a filter, a link or the browser's Back may change as well.
 */
export function useDebouncedSearch(
  searched: string,
  onSearch: (search: string) => void,
): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(searched)
  const reported = useRef(searched)
  // The callback of the latest render, which knows the filters chosen during the pause.
  const latest = useRef(onSearch)
  latest.current = onSearch
  useEffect(() => {
    if (searched !== reported.current) setTyped(searched)
    reported.current = searched
  }, [searched])
  useEffect(() => {
    const search = typed.trim()
    if (search === reported.current) return
    const timer = setTimeout(() => {
      reported.current = search
      latest.current(search)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
