import type { Link } from '@estante/contract/manifest.ts'

/**
 * How sound may come to the media element. `fragments`: the page asks for the stretches it needs (Media Source).
 * `playlist`: the engine does, from a playlist of HLS. `file`: the engine reads the file.
 */
export type SoundWay = 'fragments' | 'playlist' | 'file'

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'

/** What the engine can do, the best first; the last is what every engine can. */
export function soundWays(link: Link, engine: Engine): SoundWay[] {
  const takesFragments = link.properties?.indexBytes !== undefined && engine.playsFragments(sourceType(link))
  const takesPlaylist = playlistOf(link) !== undefined && engine.playsPlaylists(PLAYLIST_TYPE)
  // Media Source would take away AirPlay. Where it is there and fails, as where a store lets no page read it, the file is nearer.
  const ways: SoundWay[] = takesPlaylist && (engine.hasAirPlay || !takesFragments) ? ['playlist'] : []
  if (takesFragments) ways.push('fragments')
  return [...ways, 'file']
}

export interface Engine {
  playsFragments(type: string): boolean
  playsPlaylists(type: string): boolean
  hasAirPlay: boolean
}

export function engineOf(page: Window & typeof globalThis, sound: HTMLMediaElement): Engine {
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
