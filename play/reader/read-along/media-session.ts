import { effect, type ReadonlySignal } from '@preact/signals'

interface Voice {
  title: string
  isPlaying: ReadonlySignal<boolean>
  play(): void
  pause(): void
  step(by: 1 | -1): void
}

/** Connects lock screens and headsets to the voice, from its first sound on. Returns a function that disconnects. */
export function controlFromSystem({ title, isPlaying, play, pause, step }: Voice): () => void {
  // Below the baseline: Android's WebView has none.
  const system: MediaSession | undefined = navigator.mediaSession
  if (!system) return () => {}
  const actions: [MediaSessionAction, () => void][] = [
    ['play', play],
    ['pause', pause],
    ['previoustrack', () => step(-1)],
    ['nexttrack', () => step(1)],
  ]
  let hasBegun = false
  const stop = effect(() => {
    const playing = isPlaying.value
    if (playing) {
      hasBegun = true
      // Below the baseline: not reached without a session.
      system.metadata = new MediaMetadata({ title })
      for (const [action, act] of actions) system.setActionHandler(action, act)
    }
    if (hasBegun) system.playbackState = playing ? 'playing' : 'paused'
  })
  return () => {
    stop()
    if (!hasBegun) return
    for (const [action] of actions) system.setActionHandler(action, null)
    system.metadata = null
    system.playbackState = 'none'
  }
}
