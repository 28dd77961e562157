import type { Link } from '@estante/contract/manifest.ts'

/**
 * How the media element gets sound. `fragments`: the page loads and appends them (Media Source). `playlist`: the engine
 * loads them by an HLS playlist. `file`: the engine reads the file.
 */
export type PlaybackMethod = 'fragments' | 'playlist' | 'file'

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'

/** Lists the methods that the engine supports, best first; all support the last. */
export function playbackMethods(link: Link, engine: MediaEngine): PlaybackMethod[] {
  const takesFragments = link.properties?.indexBytes !== undefined && engine.playsFragments(sourceType(link))
  const takesPlaylist = playlistOf(link) !== undefined && engine.playsPlaylists(PLAYLIST_TYPE)
  // Prefer a playlist where Media Source would disable AirPlay. The file is the last resort, for example where a store
  // forbids the page to read it.
  const methods: PlaybackMethod[] = takesPlaylist && (engine.hasAirPlay || !takesFragments) ? ['playlist'] : []
  if (takesFragments) methods.push('fragments')
  return [...methods, 'file']
}

export interface MediaEngine {
  playsFragments(type: string): boolean
  playsPlaylists(type: string): boolean
  hasAirPlay: boolean
}

export function engineOf(page: Window & typeof globalThis, sound: HTMLMediaElement): MediaEngine {
  return {
    playsFragments: (type) => 'MediaSource' in page && page.MediaSource.isTypeSupported(type),
    playsPlaylists: (type) => sound.canPlayType(type) !== '',
    hasAirPlay: 'WebKitPlaybackTargetAvailabilityEvent' in page,
  }
}

export function sourceType({ type = '', properties }: Link): string {
  return properties?.codecs === undefined ? type : `${type}; codecs="${properties.codecs}"`
}

export function playlistOf({ alternate = [] }: Link): string | undefined {
  return alternate.find(({ type }) => type === PLAYLIST_TYPE)?.href
}
