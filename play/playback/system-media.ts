import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { effect, type ReadonlySignal, untracked } from '@preact/signals'
import type { HostPlayback } from './host-media.ts'

/** A recording that lock screens, headsets and media keys can show and control. */
export interface SystemMedia extends Pick<HostPlayback, 'chapter' | 'isPlaying' | 'time' | 'duration' | 'speed'> {
  publication: ReadonlySignal<PublicationDetail | undefined>
  actions: Partial<Record<MediaSessionAction, MediaSessionActionHandler>>
}

const ACTIONS: MediaSessionAction[] = [
  'play',
  'pause',
  'stop',
  'seekbackward',
  'seekforward',
  'previoustrack',
  'nexttrack',
  'seekto',
]

/** The recordings of the page. The last one played most recently, and has the media session. */
let joined: readonly SystemMedia[] = []
let stopShowing = () => {}

/**
 * Shares the page's one media session: the recording that played last has it, and passes it to the previous one.
 * Returns a function that leaves.
 */
export function joinSystemMedia(media: SystemMedia): () => void {
  // Below the baseline: Android's WebView has none; there the host shows the controls.
  const system: MediaSession | undefined = navigator.mediaSession
  if (!system) return () => {}
  setJoined(system, [media, ...joined])
  const stopTaking = effect(() => {
    if (media.isPlaying.value) untracked(() => setJoined(system, [...others(media), media]))
  })
  return () => {
    stopTaking()
    setJoined(system, others(media))
  }
}

function others(media: SystemMedia) {
  return joined.filter((one) => one !== media)
}

function setJoined(system: MediaSession, next: readonly SystemMedia[]) {
  const before = joined.at(-1)
  joined = next
  const media = joined.at(-1)
  if (media === before) return
  stopShowing()
  for (const action of ACTIONS) attempt(() => system.setActionHandler(action, media?.actions[action] ?? null))
  stopShowing = media ? show(system, media) : () => {}
  if (media) return
  system.metadata = null
  system.playbackState = 'none'
}

function show(system: MediaSession, { publication, chapter, isPlaying, duration, time, speed }: SystemMedia) {
  const stops = [
    effect(() => {
      const title = publication.value
      const artwork = title ? artworkOf(title.cover) : []
      const details = title && {
        title: chapter.value?.title || title.title,
        artist: title.author,
        album: title.title,
        artwork,
      }
      // Below the baseline: not called without a session.
      system.metadata = details ? new MediaMetadata(details) : null
    }),
    effect(() => {
      system.playbackState = isPlaying.value ? 'playing' : 'paused'
    }),
    effect(() => {
      const position = Math.min(duration.value, time.value)
      const state = { duration: duration.value, position, playbackRate: speed.value }
      attempt(() => system.setPositionState(duration.value > 0 ? state : undefined))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Lists every width of a cover, of which systems show one. */
function artworkOf({ srcset, ratio }: PublicationDetail['cover']): MediaImage[] {
  return srcset.split(', ').map((candidate) => {
    const [url = '', width = ''] = candidate.split(' ')
    const pixels = Number.parseInt(width, 10)
    const sizes = `${pixels}x${Math.round(pixels / ratio)}`
    return { src: new URL(url, document.baseURI).href, sizes, type: 'image/webp' }
  })
}

/** Browsers throw on actions they do not know, and on positions behind the end. */
function attempt(act: () => void) {
  try {
    act()
  } catch {
    // Controls of the page only.
  }
}
