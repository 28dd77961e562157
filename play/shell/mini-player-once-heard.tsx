import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const loadPlayer = () => import('../player/player-screen.tsx')

let wasPlayerOpened = false

export function playerWasOpened() {
  wasPlayerOpened = true
}

/** The mini player, once there is a player. */
export async function whatPlays() {
  return wasPlayerOpened ? (await loadPlayer()).nowPlaying : undefined
}

/** Its code is not loaded before the player was opened. */
export function MiniPlayerOnceHeard() {
  const [loaded, setLoaded] = useState<{ MiniPlayer: ComponentType }>()
  useEffect(() => {
    if (wasPlayerOpened) loadPlayer().then(({ MiniPlayer }) => setLoaded({ MiniPlayer }))
  }, [])
  return loaded ? <loaded.MiniPlayer /> : null
}
