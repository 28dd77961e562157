import { useEffect, useRef, useState } from 'preact/hooks'

const TYPING_PAUSE_MS = 250

/** Holds a search field's text, and calls `search` with it when typing pauses. */
export function useTyped(wanted: string, search: (query: string) => void): [string, (query: string) => void] {
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
    // Changed from elsewhere: by a link, Back, or a clear button.
    if (wanted !== searched.current) setTyped(wanted)
    searched.current = wanted
  }, [wanted])
  return [typed, setTyped]
}
