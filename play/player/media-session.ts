import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { effect } from '@preact/signals'
import type { Playback } from './playback.ts'

/** Connects playback to lock screens, headsets and media keys. Returns a function that disconnects. */
export function controlFromSystem(playback: Playback): () => void {
  // Below the baseline: Android's WebView has none; there the host shows the controls.
  const system: MediaSession | undefined = navigator.mediaSession
  if (!system) return () => {}

  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => playback.play()],
    ['pause', () => playback.pause()],
    ['stop', () => playback.pause()],
    ['seekbackward', ({ seekOffset }) => playback.seek(playback.time.value - (seekOffset ?? playback.skipBack.value))],
    [
      'seekforward',
      ({ seekOffset }) => playback.seek(playback.time.value + (seekOffset ?? playback.skipForward.value)),
    ],
    ['previoustrack', () => playback.previousChapter()],
    ['nexttrack', () => playback.nextChapter()],
    ['seekto', ({ seekTime }) => seekTime !== undefined && playback.seek(seekTime)],
  ]
  for (const [action, handler] of actions) attempt(() => system.setActionHandler(action, handler))

  const stops = [
    effect(() => {
      const publication = playback.publication.value
      if (!publication) return
      // Below the baseline: not called without a session.
      system.metadata = new MediaMetadata({
        title: playback.chapter.value?.title || publication.title,
        artist: publication.author,
        album: publication.title,
        artwork: artworkOf(publication.cover),
      })
    }),
    effect(() => {
      system.playbackState = playback.isPlaying.value ? 'playing' : 'paused'
    }),
    effect(() => {
      const duration = playback.duration.value
      if (duration <= 0) return
      const position = Math.min(duration, playback.time.value)
      attempt(() => system.setPositionState({ duration, position, playbackRate: playback.speed.value }))
    }),
  ]

  return () => {
    for (const stop of stops) stop()
    for (const [action] of actions) attempt(() => system.setActionHandler(action, null))
    system.metadata = null
    system.playbackState = 'none'
  }
}

/** Every width of a cover, of which systems show one. */
function artworkOf({ srcset, ratio }: PublicationDetail['cover']): MediaImage[] {
  return srcset.split(', ').map((candidate) => {
    const [url = '', width = ''] = candidate.split(' ')
    const pixels = Number.parseInt(width, 10)
    const sizes = `${pixels}x${Math.round(pixels / ratio)}`
    return { src: new URL(url, document.baseURI).href, sizes, type: 'image/webp' }
  })
}

/** Browsers throw on actions they do not know. */
function attempt(act: () => void) {
  try {
    act()
  } catch {
    // Controls of the page only.
  }
}
