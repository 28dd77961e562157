import { useEffect, useRef, useState } from 'preact/hooks'

const PAUSE_MS = 10_000

/** Announces progress to screen readers: the first text at once, later ones at intervals. */
export function Announcement({ children }: { children: string }) {
  const [announced, setAnnounced] = useState(children)
  const latest = useRef(children)
  latest.current = children
  useEffect(() => {
    const timer = setInterval(() => setAnnounced(latest.current), PAUSE_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <span class="visually-hidden" role="status">
      {announced}
    </span>
  )
}
