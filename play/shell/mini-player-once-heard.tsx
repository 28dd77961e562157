import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const loadMiniPlayer = () => import('../player/player-screen.tsx').then((module) => module.MiniPlayer)

let wasPlayerOpened = false

export function playerWasOpened() {
  wasPlayerOpened = true
}

/** Nothing plays before the player was opened, so until then its code is not fetched. */
export function MiniPlayerOnceHeard() {
  const [loaded, setLoaded] = useState<{ MiniPlayer: ComponentType }>()
  useEffect(() => {
    if (wasPlayerOpened) loadMiniPlayer().then((MiniPlayer) => setLoaded({ MiniPlayer }))
  }, [])
  return loaded ? <loaded.MiniPlayer /> : null
}
