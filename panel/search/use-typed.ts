import { useEffect, useRef, useState } from 'preact/hooks'

const PAUSE_MS = 250

/**
 * What is in a search box, and how to type in it: `onSearch` hears of it once nothing was typed for a moment. `searched`
 * is what was searched for last, which a link or the way back may change as well.
 */
export function useTyped(searched: string, onSearch: (search: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(searched)
  const said = useRef(searched)
  const latest = useRef(onSearch)
  latest.current = onSearch
  useEffect(() => {
    if (searched !== said.current) setTyped(searched)
    said.current = searched
  }, [searched])
  useEffect(() => {
    const search = typed.trim()
    if (search === said.current) return
    const timer = setTimeout(() => {
      said.current = search
      latest.current(search)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
