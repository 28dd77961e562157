import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const loadPlayer = () => import('../player/player-screen.tsx')

let wasPlayerOpened = false

export function playerWasOpened() {
  wasPlayerOpened = true
}

/** What plays, once there is a player: one sound is heard at a time. */
export async function whatPlays() {
  return wasPlayerOpened ? (await loadPlayer()).nowPlaying : undefined
}

/** Nothing plays before the player was opened, so until then its code is not fetched. */
export function MiniPlayerOnceHeard() {
  const [loaded, setLoaded] = useState<{ MiniPlayer: ComponentType }>()
  useEffect(() => {
    if (wasPlayerOpened) loadPlayer().then(({ MiniPlayer }) => setLoaded({ MiniPlayer }))
  }, [])
  return loaded ? <loaded.MiniPlayer /> : null
}
