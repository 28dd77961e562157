import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { createPlaceKeeper } from '../places/place-keeper.ts'
import { isSameSecond } from './place.ts'
import { createPlayback, type PlaybackWorld } from './playback.ts'

describe('sound that does not come', () => {
  it('is waited for as long as bytes of it arrive', async (test) => {
    const { playback, sound, opened, pass } = await openPlayback(test)
    playback.play()

    for (let seconds = 0; seconds < 90; seconds += 5) {
      await pass(5000)
      sound.dispatchEvent(new Event('progress'))
    }

    assert.equal(opened(), 1)
    assert.equal(playback.isWaiting.value, true)
    assert.equal(playback.problem.value, undefined)
  })

  it('gets a fresh address once nothing arrives any more', async (test) => {
    const { playback, sound, opened, pass } = await openPlayback(test)
    playback.play()
    await pass(10_000)
    sound.dispatchEvent(new Event('progress'))

    await pass(11_000)
    assert.equal(opened(), 1)
    await pass(3000)

    assert.equal(opened(), 2)
  })

  it('is a failure after three addresses', async (test) => {
    const { playback, opened, pass } = await openPlayback(test)
    playback.play()

    await pass(80_000)

    assert.equal(opened(), 4)
    assert.equal(playback.problem.value, 'failed')
  })
})

/** An engine that plays nothing: it neither knows fragments nor ever has a byte. */
class SilentElement extends EventTarget {
  src = ''
  preload = ''
  volume = 1
  paused = true
  ended = false
  seeking = false
  currentTime = 0
  playbackRate = 1
  defaultPlaybackRate = 1
  readyState = 0
  error = null
  load() {}
  pause() {
    this.paused = true
  }
  async play() {
    this.paused = false
  }
  removeAttribute() {}
}

async function openPlayback(test: TestContext) {
  test.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  let now = 0
  let opened = 0
  const sound = new SilentElement()
  const world = {
    sound: sound as unknown as HTMLAudioElement,
    engine: { playsFragments: () => false, playsPlaylists: () => false, hasAirPlay: false },
    place: createPlaceKeeper(
      {
        viewId: 'view',
        device: 'android-phone',
        nextStep: () => 1,
        now: () => now,
        later: setTimeout,
        read: async () => null,
        remembered: () => undefined,
        remember() {},
      },
      isSameSecond,
    ),
    outbox: { add() {} } as unknown as PlaybackWorld['outbox'],
    now: () => now,
    timers: globalThis,
    open: async () => {
      opened += 1
      return { publication: PUBLICATION, manifest: MANIFEST, base: 'https://livros.test/media/a/' }
    },
    openElsewhere() {},
    problemOf: () => 'failed' as const,
    isOnline: () => true,
    rememberedSpeed: () => undefined,
    rememberSpeed() {},
  }
  const playback = createPlayback('pub_1', world)
  test.after(() => playback.close())
  await playback.open()
  return {
    playback,
    sound,
    opened: () => opened,
    /** Time passes second by second, as the page's timers see it. */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 1000) {
        now += 1000
        test.mock.timers.tick(1000)
        for (let turns = 0; turns < 5; turns++) await Promise.resolve()
      }
    },
  }
}

const PUBLICATION = {
  id: 'pub_1',
  type: 'audiobook',
  progress: null,
  media: { manifestUrl: '/media/a/manifest.json', expiresInSeconds: 3600 },
} as unknown as PublicationDetail

const MANIFEST = {
  metadata: { title: 'O farol', duration: 36_000 },
  readingOrder: [{ href: 'audio.m4a', type: 'audio/mp4', duration: 36_000 }],
  toc: [],
} as unknown as Manifest
