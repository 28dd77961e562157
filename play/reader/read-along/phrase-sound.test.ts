import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { signal } from '@preact/signals'
import type { Phrase } from './guided.ts'
import { createPhraseSound } from './phrase-sound.ts'

describe('a phrase whose sound does not arrive', () => {
  it('is waited for from the request on, and again when the sound runs out, until it advances', (test) => {
    const { phrases, sound } = openPhrases(test)
    phrases.put(PHRASE, false)
    const waits = [phrases.isWaiting.value]

    phrases.start()
    waits.push(phrases.isWaiting.value)
    sound.fire('loadedmetadata')
    sound.fire('timeupdate')
    waits.push(phrases.isWaiting.value)
    sound.play(31)
    waits.push(phrases.isWaiting.value)
    sound.fire('waiting')
    waits.push(phrases.isWaiting.value)
    phrases.pause()
    waits.push(phrases.isWaiting.value)

    assert.deepEqual(waits, [false, true, true, false, true, false])
  })

  it('is no stall as long as bytes arrive', async (test) => {
    const { phrases, sound, calls, pass } = openPhrases(test)
    phrases.put(PHRASE, false)
    phrases.start()

    for (let seconds = 0; seconds < 60; seconds += 5) {
      await pass(5000)
      sound.fire('progress')
    }

    assert.deepEqual([calls, phrases.isWaiting.value], [[], true])
  })

  it('gets fresh addresses once nothing arrives, and fails after three', async (test) => {
    const { phrases, calls, pass } = openPhrases(test)
    phrases.put(PHRASE, false)
    phrases.start()

    await pass(14_000)
    const after = [...calls]
    await pass(60_000)

    assert.deepEqual(after, ['renew', 'renewed'])
    assert.deepEqual(calls, ['renew', 'renewed', 'renew', 'renewed', 'renew', 'renewed', 'failed'])
    assert.deepEqual([phrases.isPlaying.value, phrases.isWaiting.value], [false, false])
  })

  it('is not renewed while the phrases of the next chapter are loaded', async (test) => {
    const { phrases, sound, calls, pass } = openPhrases(test)
    begin(phrases, sound)
    sound.play(40)
    sound.ended = sound.paused = true
    sound.fire('ended')

    await pass(30_000)

    assert.deepEqual([calls, phrases.isWaiting.value], [['ended'], true])
  })
})

it('phrases that follow each other are not sought, however late a page in the background hears of them', (test) => {
  const following = [40, 40.2, 40.4, 60].map((start) => ({ ...PHRASE, start, end: start + 0.2 }))
  const { phrases, sound } = openPhrases(test, () => following.shift())
  begin(phrases, sound)

  sound.play(40.5)
  const heard = [sound.currentTime, following.length]
  sound.play(40.7)
  heard.push(sound.currentTime, following.length)

  assert.deepEqual(heard, [40.5, 1, 60, 0])
})

it('the phrase that follows is sought while the current one is still heard', (test) => {
  const { phrases, sound } = openPhrases(test)
  begin(phrases, sound)
  sound.play(31)

  phrases.put({ ...PHRASE, start: 40, end: 50 }, true)

  assert.equal(sound.currentTime, 40)
})

it('a narration plays at its level, and follows a change of it', (test) => {
  const { sound, level } = openPhrases(test)
  const volumes = [sound.volume]

  level.value = 0.5
  volumes.push(sound.volume)
  level.value = 1
  volumes.push(sound.volume)

  assert.deepEqual(volumes, [1, 0.5, 1])
})

it('a narration that the system pauses and continues, as around a call, is followed again', (test) => {
  const { phrases, sound } = openPhrases(test)
  begin(phrases, sound)
  sound.play(31)
  sound.paused = true
  sound.fire('pause')
  const states = [phrases.isPlaying.value]

  sound.paused = false
  sound.fire('playing')
  sound.play(32)
  states.push(phrases.isPlaying.value, phrases.isWaiting.value)

  assert.deepEqual(states, [false, true, false])
})

type OpenPhrases = ReturnType<typeof openPhrases>

const PHRASE: Phrase = {
  href: 'c.xhtml',
  id: 'a',
  audio: 'um.mp3',
  start: 30,
  end: 40,
  isSkippable: false,
  structures: [],
}

/** Starts the narration of `PHRASE`, whose sound is there. */
function begin(phrases: OpenPhrases['phrases'], sound: OpenPhrases['sound']) {
  phrases.put(PHRASE, false)
  phrases.start()
  sound.fire('loadedmetadata')
}

/** Phrases in an engine that plays when the test says so. A fresh address starts the phrase again. */
function openPhrases(test: TestContext, nextPhrase = (): Phrase | undefined => undefined) {
  test.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  let passed = 0
  const sound = new FakeAudio()
  const globals = {
    Audio: function Audio() {
      return sound
    },
    requestAnimationFrame: () => 0,
    cancelAnimationFrame() {},
  }
  Object.assign(globalThis, globals)
  const calls: string[] = []
  let current = PHRASE
  const level = signal(1)
  const phrases = createPhraseSound({
    now: () => passed,
    speed: signal(1),
    level,
    address: (href) => href,
    async renew() {
      calls.push('renew')
    },
    onAdvanced() {
      const next = sound.currentTime >= current.end ? nextPhrase() : undefined
      if (!next) return
      current = next
      phrases.put(next, true)
    },
    onEnded: () => void calls.push('ended'),
    onRenewed() {
      calls.push('renewed')
      phrases.put(PHRASE, false)
      phrases.start()
    },
    onFailed: () => void calls.push('failed'),
  })
  test.after(() => {
    phrases.close()
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name)
  })
  return {
    phrases,
    sound,
    level,
    calls,
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 500) {
        passed += 500
        test.mock.timers.tick(500)
        // Renewals are promises.
        for (let turns = 0; turns < 5; turns++) await Promise.resolve()
      }
    },
  }
}

class FakeAudio extends EventTarget {
  src = ''
  preload = ''
  paused = true
  ended = false
  seeking = false
  currentTime = 0
  volume = 0
  playbackRate = 1
  defaultPlaybackRate = 1
  error = null
  load() {}
  pause() {
    this.paused = true
  }
  /** Called by the page; with a second, the engine has played up to it. */
  async play(second?: number) {
    this.paused = false
    if (second === undefined) return
    this.currentTime = second
    this.fire('timeupdate')
  }
  removeAttribute() {}
  fire(type: string) {
    this.dispatchEvent(new Event(type))
  }
}
