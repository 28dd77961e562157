import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Link } from '@estante/contract/manifest.ts'
import { type MediaEngine, playbackMethods } from './playback-methods.ts'

const IN_FRAGMENTS: Link = {
  href: 'audio.m4a',
  type: 'audio/mp4',
  alternate: [{ href: 'audio.m3u8', type: 'application/vnd.apple.mpegurl' }],
  properties: { bytes: 197_136_481, codecs: 'mp4a.40.2', indexBytes: 44_107 },
}
const WHOLE: Link = { href: 'audio.mp3', type: 'audio/mpeg', properties: { bytes: 289_277_130 } }

describe('the best playback method', () => {
  it('is fragments where the page can append them', () => {
    assert.deepEqual(playbackMethods(IN_FRAGMENTS, engine({ fragments: true, playlists: true })), ['fragments', 'file'])
    assert.deepEqual(playbackMethods(IN_FRAGMENTS, engine({ fragments: true })), ['fragments', 'file'])
  })

  it('is the playlist where nothing is better, or AirPlay would be lost', () => {
    assert.deepEqual(playbackMethods(IN_FRAGMENTS, engine({ playlists: true })), ['playlist', 'file'])
    assert.deepEqual(playbackMethods(IN_FRAGMENTS, engine({ fragments: true, playlists: true, airPlay: true })), [
      'playlist',
      'fragments',
      'file',
    ])
  })

  it('is the file where there are no fragments, or no support for them', () => {
    assert.deepEqual(playbackMethods(WHOLE, engine({ fragments: true, playlists: true })), ['file'])
    assert.deepEqual(playbackMethods(IN_FRAGMENTS, engine({})), ['file'])
  })

  it('depends on the codec', () => {
    const queried: string[] = []
    playbackMethods(IN_FRAGMENTS, { ...engine({}), playsFragments: (type) => queried.push(type) > 9 })

    assert.deepEqual(queried, ['audio/mp4; codecs="mp4a.40.2"'])
  })
})

function engine({ fragments = false, playlists = false, airPlay = false }): MediaEngine {
  return { playsFragments: () => fragments, playsPlaylists: () => playlists, hasAirPlay: airPlay }
}
