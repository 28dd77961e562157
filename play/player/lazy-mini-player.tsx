import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const loadPlayer = () => import('./player-screen.tsx')

let wasPlayerOpened = false

export function playerWasOpened() {
  wasPlayerOpened = true
}

/** The mini player. Its code is loaded only after the player was opened. */
export function LazyMiniPlayer() {
  const [loaded, setLoaded] = useState<{ MiniPlayer: ComponentType }>()
  useEffect(() => {
    if (wasPlayerOpened) loadPlayer().then(({ MiniPlayer }) => setLoaded({ MiniPlayer }))
  }, [])
  return loaded ? <loaded.MiniPlayer /> : null
}
