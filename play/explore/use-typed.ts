import { useEffect, useRef, useState } from 'preact/hooks'

const TYPING_PAUSE_MS = 250

/** Words being typed into a search that the address keeps; `search` is called at each pause. */
export function useTyped(wanted: string, search: (words: string) => void): [string, (words: string) => void] {
  const [typed, setTyped] = useState(wanted)
  const searched = useRef(wanted)
  useEffect(() => {
    if (typed.trim() === wanted) return
    const pause = setTimeout(() => {
      searched.current = typed.trim()
      search(typed.trim())
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed])
  useEffect(() => {
    // The address was changed by somebody else: a link to Explorar, or going back.
    if (wanted !== searched.current) setTyped(wanted)
    searched.current = wanted
  }, [wanted])
  return [typed, setTyped]
}
