import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { signal } from '@preact/signals'
import { createVolume } from './volume.ts'

describe('a boosted voice', () => {
  it('leaves each later title in its element at its own level, also once it is no longer wanted', async (test) => {
    const { sound, context, open } = installAudio(test)
    const first = await open({ loudness: -26, isBoosted: true })
    const heard = [volumeOf(sound, context)]
    first.isPlaying.value = false
    first.close()

    const second = await open({ loudness: -14, isBoosted: true })
    heard.push(volumeOf(sound, context))
    second.isPlaying.value = false
    second.close()
    // Read by the engine: its voice cannot be boosted, but its element is still routed.
    await open({ loudness: -8, isBoosted: false, isReadByPage: false })
    heard.push(volumeOf(sound, context))

    assert.deepEqual(heard, [2, 0.5, 0.25])
  })
})

describe('a quiet recording', () => {
  it('is raised to the level of others where the page reads it, and only by what is heard', async (test) => {
    const { sound, context, open } = installAudio(test)
    const heard = []
    for (const recording of [
      { loudness: -26, isBoosted: false, isReadByPage: false },
      { loudness: -21, isBoosted: false },
      { loudness: -26, isBoosted: false },
      { loudness: -50, isBoosted: false },
    ]) {
      const { isPlaying, close } = await open(recording)
      heard.push([context.gains.length > 0, volumeOf(sound, context)])
      isPlaying.value = false
      close()
    }

    assert.deepEqual(heard, [
      [false, 1],
      [false, 1],
      [true, 2],
      [true, 4],
    ])
  })

  it('sounds again at the next check after the sound device has failed, and stays silent in a pause', async (test) => {
    const { sound, context, open } = installAudio(test)
    const { isPlaying, watch } = await open({ loudness: -26, isBoosted: false })
    await context.suspend()
    const heard = [volumeOf(sound, context)]
    watch()
    heard.push(volumeOf(sound, context))
    isPlaying.value = false
    watch()
    heard.push(volumeOf(sound, context))

    assert.deepEqual(heard, [0, 2, 0])
  })

  it('sounds after some checks when the sound device has failed at the start', async (test) => {
    const { sound, context, open } = installAudio(test)
    const { isPlaying, watch } = await open({ loudness: -26, isBoosted: false })
    isPlaying.value = false
    context.failsToStart = true
    isPlaying.value = true
    watch()
    const heard = [volumeOf(sound, context)]
    for (let check = 0; check < 5; check++) watch()
    heard.push(volumeOf(sound, context))

    assert.deepEqual(heard, [0, 2])
  })
})

/** The volume of an element whose sound goes through the gain nodes of a context, rounded; 0 while that is suspended. */
function volumeOf({ volume }: { volume: number }, { state, gains }: FakeContext) {
  if (gains.length > 0 && state !== 'running') return 0
  return Math.round(gains.reduce((product, gain) => product * gain.value, volume) * 100) / 100
}

class FakeContext {
  state = 'suspended'
  currentTime = 0
  /** As in Chromium, until it is asked to suspend. */
  failsToStart = false
  gains: { value: number; setTargetAtTime(value: number): void }[] = []
  async resume() {
    if (!this.failsToStart) this.state = 'running'
  }
  async suspend() {
    this.failsToStart = false
    this.state = 'suspended'
  }
  createGain() {
    const gain = {
      value: 1,
      setTargetAtTime(value: number) {
        gain.value = value
      },
    }
    this.gains.push(gain)
    return Object.assign(new FakeNode(), { gain })
  }
  createMediaElementSource() {
    return new FakeNode()
  }
}

class FakeNode {
  connect(next: unknown) {
    return next
  }
  disconnect() {}
}

const context = new FakeContext()

/** One element, and a function that opens a title in it and plays it. */
function installAudio(test: TestContext) {
  // A page has one context for all elements.
  context.gains = []
  context.state = 'suspended'
  const globals = {
    AudioContext: function AudioContext() {
      return context
    },
    BiquadFilterNode: FakeNode,
    DynamicsCompressorNode: FakeNode,
    GainNode: FakeNode,
  }
  Object.assign(globalThis, globals)
  test.after(() => {
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name)
  })
  const sound = { volume: 1 }
  async function open({ loudness, isBoosted, isReadByPage = true }: Record<'loudness', number> & OpenOptions) {
    const isPlaying = signal(false)
    const { watch, close } = createVolume({
      sound: sound as HTMLMediaElement,
      engine: { playsFragments: () => true, playsPlaylists: () => false, hasAirPlay: false },
      publication: signal({ sound: { loudness } } as PublicationDetail),
      listening: { levels: { value: true }, boostsVoice: { value: isBoosted } },
      sleep: { volume: signal(1), canFade: true },
      isPlaying,
      isReadByPage: () => isReadByPage,
    })
    isPlaying.value = true
    await new Promise(setImmediate)
    return { isPlaying, watch, close }
  }
  return { sound, context, open }
}

interface OpenOptions {
  isBoosted: boolean
  isReadByPage?: boolean
}
