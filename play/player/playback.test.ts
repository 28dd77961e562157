import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { createPlaceSync } from '../places/place-sync.ts'
import { installMediaSession } from '../test/media-session.ts'
import { controlFromSystem } from './media-session.ts'
import { isSameSecond } from './place.ts'
import { playFrom } from './play-from.ts'
import { createPlayback } from './playback.ts'
import type { PlaybackDependencies } from './playback-dependencies.ts'

describe('a recording that was measured', () => {
  for (const skipsSilences of [true, false]) {
    it(`has its pauses ${skipsSilences ? 'skipped when the member wants it, without counting as a jump' : 'left alone otherwise'}`, async (test) => {
      const { playback, sound, pass } = await openPlayback(test, new SilentElement(), { skipsSilences })
      playback.play()
      sound.dispatchEvent(new Event('loadedmetadata'))
      sound.dispatchEvent(new Event('playing'))
      playback.seek(99)
      const jumped = playback.jumpedFrom.value
      sound.currentTime = 100.5

      await pass(1000)

      const expected = skipsSilences ? 103.85 : 100.5
      assert.deepEqual(
        [sound.currentTime, playback.time.value, playback.jumpedFrom.value],
        [expected, expected, jumped],
      )
    })
  }

  it('is turned down to the common level when it is louder', async (test) => {
    const { sound } = await openPlayback(test)

    assert.equal(sound.volume.toFixed(2), '0.50')
  })
})

describe('a clip', () => {
  for (const [then, isPlaying] of [
    ['pauses at its end', false],
    ['plays on to a place within it that the member chooses', true],
  ] as const) {
    it(then, async (test) => {
      const { playback, sound, pass } = await openPlayback(test)
      const at = (time: number) => ({ locator: { href: 'audio.m4a', locations: { time } }, plays: true })
      sound.dispatchEvent(new Event('loadedmetadata'))
      playFrom(playback, { ...at(10), end: 20 })
      sound.dispatchEvent(new Event('playing'))
      if (isPlaying) playFrom(playback, at(15))
      await pass(1000)

      sound.currentTime = 20.2
      await pass(1000)

      assert.equal(playback.isPlaying.value, isPlaying)
    })
  }
})

describe('sound that does not arrive', () => {
  it('is no stall as long as bytes arrive', async (test) => {
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

  it('is told to the member after some seconds, also while bytes arrive or the engine claims to play', async (test) => {
    const { playback, sound, opened, pass } = await openPlayback(test)
    await pass(20_000)
    playback.play()
    sound.dispatchEvent(new Event('loadedmetadata'))
    sound.dispatchEvent(new Event('playing'))
    await pass(5000)
    const before = playback.isWaitingLong.value
    sound.dispatchEvent(new Event('progress'))
    await pass(4000)

    const late = [before, playback.isWaitingLong.value]
    playback.startOver()
    await pass(1000)

    assert.deepEqual([late, playback.isWaitingLong.value, opened()], [[false, true], false, 2])
    await pass(8000)
    assert.equal(playback.isWaitingLong.value, true)
    sound.dispatchEvent(new Event('loadedmetadata'))
    sound.currentTime = 1
    await pass(1000)
    assert.equal(playback.isWaitingLong.value, false)
  })

  it('is requested anew by the member also while an earlier request hangs, which may fail at last', async (test) => {
    const { playback, opened, hang, pass } = await openPlayback(test)
    playback.play()
    const fail = hang()
    await pass(14_000)
    assert.equal(opened(), 2)

    playback.startOver()
    fail()
    await pass(1000)

    assert.deepEqual([opened(), playback.problem.value], [3, undefined])
  })

  it('gets a fresh address once nothing arrives', async (test) => {
    const { playback, sound, opened, pass } = await openPlayback(test)
    playback.play()
    await pass(10_000)
    sound.dispatchEvent(new Event('progress'))

    await pass(11_000)
    assert.equal(opened(), 1)
    await pass(3000)

    assert.equal(opened(), 2)
  })

  it('fails after three addresses, and is tried again by one press on a lock screen', async (test) => {
    const { playback, opened, pass } = await openPlayback(test)
    const system = installMediaSession(test)
    test.after(controlFromSystem(playback))
    playback.play()

    await pass(80_000)
    const failed = [opened(), playback.problem.value, playback.isPlaying.value, system.playbackState]
    playback.toggle()
    await pass(1000)

    assert.deepEqual(failed, [4, 'failed', false, 'paused'])
    assert.deepEqual([opened(), playback.problem.value, system.playbackState], [5, undefined, 'playing'])
  })
})

describe('media engines', () => {
  it('are set to the place, speed and pitch once the recording is loaded, as iOS does only after a tap', async (test) => {
    const { playback, sound } = await openPlayback(test)
    playback.setSpeed(1.5)
    playback.seek(1000)
    const before = [sound.currentTime, sound.playbackRate]

    playback.play()
    // A new source resets the speed.
    sound.playbackRate = sound.defaultPlaybackRate = 1
    sound.dispatchEvent(new Event('loadedmetadata'))
    sound.dispatchEvent(new Event('seeked'))

    assert.deepEqual(before, [0, 1.5])
    assert.deepEqual([sound.currentTime, sound.playbackRate, sound.defaultPlaybackRate], [1000, 1.5, 1.5])
    assert.equal((sound as { preservesPitch?: boolean }).preservesPitch, true)
  })

  it('that pause by themselves, as for a call, are not resumed by the page', async (test) => {
    const { playback, sound, opened, pass } = await openPlayback(test)
    playback.play()
    sound.dispatchEvent(new Event('loadedmetadata'))
    sound.dispatchEvent(new Event('playing'))

    sound.paused = true
    sound.dispatchEvent(new Event('pause'))
    await pass(60_000)

    assert.deepEqual([playback.isPlaying.value, sound.paused, opened()], [false, true, 1])
  })

  it('that go on by themselves, as after the call, are paused by one press again', async (test) => {
    const { playback, sound } = await openPlayback(test)
    playback.play()
    sound.dispatchEvent(new Event('loadedmetadata'))
    sound.dispatchEvent(new Event('playing'))
    sound.paused = true
    sound.dispatchEvent(new Event('pause'))

    sound.paused = false
    sound.dispatchEvent(new Event('playing'))
    const isPlaying = playback.isPlaying.value
    playback.toggle()
    sound.dispatchEvent(new Event('playing'))

    assert.deepEqual([isPlaying, playback.isPlaying.value, sound.paused], [true, false, true])
  })

  it('are never sent behind the end, and restart after it', async (test) => {
    const { playback, sound } = await openPlayback(test)
    sound.dispatchEvent(new Event('loadedmetadata'))
    playback.seek(999_999)
    const sent = sound.currentTime

    sound.dispatchEvent(new Event('ended'))
    const isFinished = playback.isFinished.value
    playback.play()

    assert.ok(sent < 36_000, String(sent))
    assert.deepEqual([isFinished, playback.time.value, sound.currentTime], [true, 0, 0])
  })

  it('that cannot seek stay silent rather than play another place', async (test) => {
    const { playback, sound, opened, pass } = await openPlayback(test, new UnmovableElement())
    playback.seek(1000)
    playback.play()

    for (let second = 0; second < 30; second++) {
      sound.dispatchEvent(new Event('seeked'))
      sound.dispatchEvent(new Event('playing'))
      await pass(1000)
    }

    assert.equal(opened(), 4)
    assert.deepEqual([playback.problem.value, playback.isWaiting.value, playback.time.value], ['failed', false, 1000])
  })

  it('shows the cover on the lock screen in every width', async (test) => {
    const { playback } = await openPlayback(test)
    const system = installMediaSession(test)
    test.after(controlFromSystem(playback))

    assert.deepEqual(system.metadata?.artwork, [
      { src: 'https://livros.test/320.webp', sizes: '320x400', type: 'image/webp' },
      { src: 'https://livros.test/640.webp', sizes: '640x800', type: 'image/webp' },
    ])
  })

  it('may reject a position for the lock screen', async (test) => {
    const { playback } = await openPlayback(test)
    const system = installMediaSession(test)
    const states: (MediaPositionState | undefined)[] = []
    system.setPositionState = (state?: MediaPositionState) => {
      states.push(state)
      throw new TypeError('The position is behind the end')
    }
    test.after(controlFromSystem(playback))

    playback.seek(999_999)
    system.press('play')

    assert.equal(playback.isPlaying.value, true)
    assert.ok(
      states.length > 0 && states.every((state) => state!.position! <= state!.duration! && state!.playbackRate! > 0),
    )
  })
})

describe('resuming playback', () => {
  it('rewinds a little, by the length of the pause on a monotonic clock', async (test) => {
    const { playback, pass } = await openPlayback(test)
    playback.seek(1000)
    playback.play()
    playback.pause()

    await pass(6 * 60_000)
    test.mock.timers.setTime(3 * 24 * 3600_000)
    playback.play()

    assert.equal(playback.time.value, 990)
  })

  it('plays within a headset’s gesture, and gets a fresh address when the old one has expired', async (test) => {
    const { playback, sound, opened, pass, sleep } = await openPlayback(test)
    const system = installMediaSession(test)
    test.after(controlFromSystem(playback))
    sleep(2 * 3600_000)

    system.press('play')
    const isStartedInGesture = !sound.paused
    await pass(1000)
    sound.dispatchEvent(new Event('loadedmetadata'))
    sound.dispatchEvent(new Event('playing'))

    assert.equal(isStartedInGesture, true)
    assert.equal(opened(), 2)
    assert.deepEqual([playback.isWaiting.value, playback.problem.value], [false, undefined])
    assert.equal(system.playbackState, 'playing')
  })

  it('reports a pause to the system where the browser refuses the headset', async (test) => {
    const { playback, sound, pass } = await openPlayback(test)
    const system = installMediaSession(test)
    test.after(controlFromSystem(playback))
    sound.play = () => Promise.reject(new DOMException('', 'NotAllowedError'))

    system.press('play')
    await pass(1000)

    assert.deepEqual([playback.isPlaying.value, playback.isWaiting.value], [false, false])
    assert.equal(system.playbackState, 'paused')
  })

  it('fails as offline without a connection', async (test) => {
    const { playback, pass, sleep, cut } = await openPlayback(test)
    const system = installMediaSession(test)
    test.after(controlFromSystem(playback))
    sleep(2 * 3600_000)
    cut()

    system.press('play')
    await pass(1000)

    assert.equal(playback.problem.value, 'failed')
  })

  it('with a timer ends at the next pause of the voice, where the volume cannot be set', async (test) => {
    const { playback, sound, pass, lookedFor } = await openPlayback(test, new LoudElement())
    playback.play()
    playback.seek(1000)
    sound.dispatchEvent(new Event('loadedmetadata'))
    sound.dispatchEvent(new Event('seeked'))
    playback.sleep.set({ minutes: 1 })

    for (let second = 0; second < 66; second++) {
      sound.currentTime += 1
      await pass(1000)
    }
    const isPlayingPast = playback.isPlaying.value
    sound.currentTime += 1
    await pass(1000)

    assert.deepEqual(lookedFor, [['https://livros.test/media/a/audio.m4a', 1060, 1080]])
    assert.deepEqual([isPlayingPast, playback.isPlaying.value, playback.time.value], [true, false, 1067])
  })

  it('with a timer ends with a nearby chapter, where the volume cannot be set', async (test) => {
    const { playback, sound, pass } = await openPlayback(test, new LoudElement())
    playback.play()
    playback.seek(CHAPTER_SECONDS - 90)
    sound.dispatchEvent(new Event('loadedmetadata'))
    sound.dispatchEvent(new Event('seeked'))
    playback.sleep.set({ minutes: 1 })

    const heard = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        sound.currentTime += 1
        await pass(1000)
      }
    }
    await heard(70)
    const past = [playback.isPlaying.value, playback.sleep.choice.value]
    await heard(25)

    assert.equal(playback.sleep.canFade, false)
    assert.deepEqual(past, [true, { endOfChapter: 'this' }])
    assert.equal(playback.isPlaying.value, false)
    assert.equal(Math.floor(playback.time.value), CHAPTER_SECONDS)
  })
})

describe('a jump by hand', () => {
  it('can be undone for half a minute', async (test) => {
    const { playback, pass } = await openPlayback(test)
    playback.seek(36)
    const none = playback.jumpedFrom.value

    playback.seek(5000)
    playback.seek(7000)
    const from = playback.jumpedFrom.value
    playback.undoJump()
    const after = [playback.time.value, playback.jumpedFrom.value]
    playback.nextChapter()
    const again = playback.jumpedFrom.value
    playback.seek(50)
    const back = playback.jumpedFrom.value
    playback.nextChapter()
    await pass(30_000)

    assert.deepEqual([none, from, after, again, back], [undefined, 36, [36, undefined], 36, undefined])
    assert.equal(playback.jumpedFrom.value, undefined)
  })

  it('by short chapters can be undone, too, until the sound is back near its start', async (test) => {
    const { playback } = await openPlayback(test, new SilentElement(), { manifest: shortChapters(40) })
    playback.seek(5)

    playback.nextChapter()
    const afterOne = playback.jumpedFrom.value
    playback.nextChapter()
    playback.forward()
    const afterTwo = playback.jumpedFrom.value
    playback.undoJump()
    const undone = [playback.time.value, playback.jumpedFrom.value]
    playback.nextChapter()
    playback.back()

    assert.deepEqual([afterOne, afterTwo, undone], [5, 5, [5, undefined]])
    assert.equal(playback.jumpedFrom.value, undefined)
  })

  it('is not recorded for a skip', async (test) => {
    const { playback } = await openPlayback(test)

    for (let taps = 0; taps < 4; taps++) playback.forward()

    assert.deepEqual([playback.time.value, playback.jumpedFrom.value], [120, undefined])
  })
})

describe('a recording that is not open yet', () => {
  it('is left alone by keys, with the speed and the place that the title then has', async (test) => {
    const { playback } = await openPlayback(test, new SilentElement(), { speed: 1.5, opens: false })

    playback.setSpeed(1.1)
    playback.previousChapter()
    await playback.open()

    assert.deepEqual([playback.speed.value, playback.time.value], [1.5, 0])
  })
})

describe('the speed', () => {
  it('is the title’s own', async (test) => {
    const { playback } = await openPlayback(test, new SilentElement(), { speed: 1.5, defaultSpeed: 1.25 })

    assert.equal(playback.speed.value, 1.5)
  })

  it('is the member’s usual one where the title has none', async (test) => {
    const { playback } = await openPlayback(test, new SilentElement(), { defaultSpeed: 1.25 })

    assert.equal(playback.speed.value, 1.25)
  })
})

describe('the end of the book', () => {
  it('stays when the member skips forward', async (test) => {
    const { playback, sound } = await openPlayback(test)
    sound.dispatchEvent(new Event('loadedmetadata'))
    sound.dispatchEvent(new Event('ended'))

    playback.forward()

    assert.deepEqual([playback.isFinished.value, playback.time.value], [true, 36_000])
  })
})

describe('a sleep timer', () => {
  it('returns to its start, after it has ended', async (test) => {
    const { playback, sound, pass } = await openPlayback(test)
    playback.play()
    playback.seek(1000)
    sound.dispatchEvent(new Event('loadedmetadata'))
    sound.dispatchEvent(new Event('seeked'))
    playback.sleep.set({ minutes: 1 })
    for (let second = 0; second < 62; second++) {
      sound.currentTime += 1
      await pass(1000)
    }
    const began = [playback.isPlaying.value, playback.sleep.began.value]

    playback.sleep.backToBegin()

    assert.deepEqual(began, [false, 1000])
    assert.deepEqual([playback.time.value, playback.sleep.began.value], [1000, undefined])
  })

  it('ends with its chapter, and not when the element next reports its time', async (test) => {
    const { playback, sound } = await openPlayback(test)
    playback.play()
    playback.seek(CHAPTER_SECONDS - 1)
    sound.dispatchEvent(new Event('loadedmetadata'))
    sound.dispatchEvent(new Event('seeked'))
    playback.sleep.set({ endOfChapter: 'this' })

    sound.currentTime += 0.75
    sound.dispatchEvent(new Event('timeupdate'))
    sound.currentTime += 0.25
    test.mock.timers.tick(250)

    assert.equal(playback.isPlaying.value, false)
  })

  it('says while paused what is left of its chapter after a jump, and at another speed', async (test) => {
    const { playback } = await openPlayback(test)
    playback.seek(CHAPTER_SECONDS - 60)
    playback.sleep.set({ endOfChapter: 'this' })
    const left = [playback.sleep.remaining.value]

    playback.seek(CHAPTER_SECONDS - 90)
    left.push(playback.sleep.remaining.value)
    playback.setSpeed(1.5)
    left.push(playback.sleep.remaining.value)

    assert.deepEqual(left, [60, 90, 60])
  })

  it('ends with its chapter when the pause at the end of that is skipped', async (test) => {
    const silences = [CHAPTER_SECONDS * 1000 - 1000, CHAPTER_SECONDS * 1000 + 3000]
    const { playback, sound, pass } = await openPlayback(test, new SilentElement(), { skipsSilences: true, silences })
    playback.play()
    playback.seek(CHAPTER_SECONDS - 2)
    sound.dispatchEvent(new Event('loadedmetadata'))
    sound.dispatchEvent(new Event('seeked'))
    playback.sleep.set({ endOfChapter: 'this' })

    sound.currentTime += 1.5
    await pass(1000)

    assert.deepEqual(
      [playback.isPlaying.value, playback.time.value, playback.sleep.choice.value],
      [false, CHAPTER_SECONDS + 2.85, undefined],
    )
  })

  it('offers its start until the member plays on and chooses another chapter', async (test) => {
    const { playback } = await openPlayback(test, new SilentElement(), { timer: 1000 })
    const offered = [playback.sleep.began.value]

    playback.nextChapter()
    offered.push(playback.sleep.began.value)
    playback.play()
    offered.push(playback.sleep.began.value)
    playback.seek(0)
    offered.push(playback.sleep.began.value)

    assert.deepEqual(offered, [1000, 1000, 1000, undefined])
  })
})

/** An engine that never plays: without fragments or bytes. */
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

/** iOS ignores the volume. */
class LoudElement extends SilentElement {
  constructor() {
    super()
    Object.defineProperty(this, 'volume', { get: () => 1, set() {} })
  }
}

/** An address without ranges. */
class UnmovableElement extends SilentElement {
  constructor() {
    super()
    Object.defineProperty(this, 'currentTime', { get: () => 0, set() {} })
  }
}

async function openPlayback(
  test: TestContext,
  sound = new SilentElement(),
  {
    speed = null as number | null,
    defaultSpeed = 1,
    skipsSilences = false,
    silences = [100_000, 104_000],
    timer = undefined as number | undefined,
    opens = true,
    manifest = MANIFEST,
  } = {},
) {
  test.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] })
  let isCut = false
  let hung: Promise<never> | undefined
  let now = 0
  let opened = 0
  let rememberedSpeed: number | undefined
  const lookedFor: [address: string, from: number, to: number][] = []
  const dependencies = {
    sound: sound as unknown as HTMLAudioElement,
    engine: { playsFragments: () => false, playsPlaylists: () => false, hasAirPlay: false },
    placeSync: createPlaceSync(
      {
        viewId: 'view',
        device: 'android-phone',
        nextStep: () => 1,
        now: () => now,
        later: setTimeout,
        isHidden: () => false,
        read: async () => null,
        remembered: () => undefined,
        remember() {},
      },
      isSameSecond,
    ),
    heartbeats: { add() {} } as unknown as PlaybackDependencies['heartbeats'],
    now: () => now,
    timers: globalThis,
    open: async () => {
      opened += 1
      if (isCut) throw new TypeError('Failed to fetch')
      const lost = hung
      hung = undefined
      await lost
      return { publication: { ...PUBLICATION, speed }, manifest, base: 'https://livros.test/media/a/' }
    },
    openElsewhere() {},
    problemOf: () => 'failed' as const,
    isOnline: () => true,
    rememberedSpeed: () => rememberedSpeed,
    rememberSpeed(_id: string, chosen: number) {
      rememberedSpeed = chosen
    },
    listening: {
      skipBack: { value: 15 },
      skipForward: { value: 30 },
      speed: { value: defaultSpeed },
      skipsSilences: { value: skipsSilences },
      levels: { value: true },
      boostsVoice: { value: false },
    },
    readSilences: async () => silences,
    rememberedTimer: () => timer,
    rememberTimer() {},
    findSpeechPause: async (_link: unknown, address: string, ...between: [from: number, to: number]) => {
      lookedFor.push([address, ...between])
      return between[0] + 7
    },
  }
  const playback = createPlayback('pub_1', dependencies)
  test.after(() => playback.close())
  if (opens) await playback.open()
  return {
    playback,
    sound,
    opened: () => opened,
    lookedFor,
    cut() {
      isCut = true
    },
    /** The next request is not answered. Returns a function that fails it. */
    hang() {
      const { promise, reject } = Promise.withResolvers<never>()
      hung = promise
      return () => reject(new TypeError('Failed to fetch'))
    },
    /** A phone in a pocket: time passes, and timers do not fire. */
    sleep(ms: number) {
      now += ms
    },
    /** Time passes second by second for the page's timers. */
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
  sound: { loudness: -14, hasSilences: true },
  cover: { url: '/c.webp', srcset: '/320.webp 320w, /640.webp 640w', ratio: 0.8 },
  media: { manifestUrl: '/media/a/manifest.json', expiresInSeconds: 3600 },
} as unknown as PublicationDetail

const CHAPTER_SECONDS = 1800

const MANIFEST = {
  metadata: { title: 'O farol', duration: 36_000 },
  readingOrder: [{ href: 'audio.m4a', type: 'audio/mp4', duration: 36_000 }],
  toc: [
    { href: 'audio.m4a#t=0', title: 'Um' },
    { href: `audio.m4a#t=${CHAPTER_SECONDS}`, title: 'Dois' },
  ],
} as unknown as Manifest

/** Chapters of so many seconds. */
function shortChapters(seconds: number) {
  const toc = MANIFEST.toc!.map((entry, index) => ({ ...entry, href: `audio.m4a#t=${index * seconds}` }))
  return { ...MANIFEST, toc: [...toc, { href: `audio.m4a#t=${toc.length * seconds}`, title: 'Três' }] }
}
