import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Link } from '@estante/contract/manifest.ts'
import { streamFragments } from './fragment-stream.ts'

const FRAGMENT_SECONDS = 10
const FRAGMENTS = 60
const FRAGMENT_BYTES = 3
const INITIALIZATION_BYTES = 16
const INDEX_BYTES = INITIALIZATION_BYTES + 40 + FRAGMENTS * 12

const LINK = {
  href: 'audio.m4a',
  type: 'audio/mp4',
  properties: { codecs: 'mp4a.40.2', indexBytes: INDEX_BYTES },
} as unknown as Link

describe('a stream of fragments', () => {
  it('restarts for a time before the first appended fragment, as after a jump back', async (test) => {
    const { sound, seek } = await stream(test, 305)
    assert.deepEqual(sound.fragments(), [30])

    await seek(283)

    assert.deepEqual(sound.fragments(), [28, 30])
  })

  it('restarts from the beginning after the end was appended', async (test) => {
    const { sound, seek } = await stream(test, FRAGMENTS * FRAGMENT_SECONDS - 5)
    assert.equal(sound.media!.readyState, 'ended')

    await seek(3)

    assert.deepEqual(sound.fragments(), [0])
  })

  it('buffers three minutes around the time of playback', async (test) => {
    const { sound, seek } = await stream(test, 305)
    await seek(405)
    await seek(475)
    assert.deepEqual(sound.fragments(), [30, 40, 47])

    await seek(495)
    assert.deepEqual(sound.fragments(), [40, 47, 49])

    await seek(285)
    assert.deepEqual(sound.fragments(), [28, 40])
  })

  it('restarts elsewhere after a jump while a fragment was half appended', async (test) => {
    const { sound, seek, holdHalf } = await stream(test, 305)
    holdHalf()
    await seek(405)

    await seek(203)

    assert.deepEqual(sound.fragments(), [20, 30])
  })

  it('is requested again from a fresh address where its bytes have stopped, be it the index or a fragment', async (test) => {
    const { sound, seek, holdHalf, renew, arrivals } = await stream(test, 305, { isHeld: true })
    const before = [arrivals(), sound.fragments()]
    await renew()
    const atStart = sound.fragments()

    holdHalf()
    await seek(405)
    await renew()

    assert.deepEqual([before, atStart, sound.fragments()], [[1, []], [30], [30, 40]])
  })

  it('stops loading ahead when the engine consumes nothing', async (test) => {
    const { sound, seek, requests } = await stream(test, 305)
    sound.takesAnything = false
    const before = requests()

    await seek(283, { isWanted: true })
    for (let times = 0; times < 5; times++) await nextEvent(sound, 'timeupdate')

    const requested = requests() - before
    assert.ok(requested > 1 && requested <= 13, `${requested} requests`)
  })
})

let hold: Promise<void> | undefined
let requests = 0

async function stream(test: TestContext, second: number, { isHeld = false } = {}) {
  servePage(test)
  const holdHalf = () => {
    hold = new Promise(() => {})
  }
  if (isHeld) holdHalf()
  const sound = new FakeElement()
  let isWanted = false
  let arrivals = 0
  sound.currentTime = second
  const given = streamFragments(LINK, 'https://livros.test/audio.m4a', {
    sound: sound as unknown as HTMLMediaElement,
    position: () => sound.currentTime,
    isWanted: () => isWanted,
    onBytes() {
      arrivals += 1
    },
    onRefused() {},
    onUnusable: () => assert.fail('The sound was given up'),
  })
  test.after(given.close)
  await nextEvent(sound.media!, 'sourceopen')
  hold = undefined
  return {
    sound,
    requests: () => requests,
    arrivals: () => arrivals,
    holdHalf,
    async renew() {
      given.renew('https://livros.test/again.m4a')
      await nextEvent(sound, 'timeupdate')
    },
    async seek(to: number, more: { isWanted?: boolean } = {}) {
      isWanted = more.isWanted ?? false
      sound.currentTime = to
      await nextEvent(sound, 'seeking')
      hold = undefined
    },
  }
}

async function nextEvent(target: EventTarget, type: string) {
  target.dispatchEvent(new Event(type))
  for (let turns = 0; turns < 400; turns++) await nextTurn()
}

/**
 * The browser features that a stream uses: a file served by ranges, whose second half may be withheld, and a WebKitGTK
 * to append to.
 */
function servePage(test: TestContext) {
  requests = 0
  hold = undefined
  const file = writeFile()
  const globals = {
    MediaSource: FakeMediaSource,
    fetch: async (_: string, { headers, signal }: { headers: { Range: string }; signal: AbortSignal }) => {
      requests += 1
      const [first, last] = headers.Range.slice('bytes='.length).split('-').map(Number) as [number, number]
      const held = hold
      const body = new ReadableStream({
        async start(controller) {
          signal.addEventListener('abort', () => controller.error(signal.reason))
          controller.enqueue(file.slice(first, last))
          await held
          controller.enqueue(file.slice(last, last + 1))
          controller.close()
        },
      })
      return new Response(body, { status: 206 })
    },
  }
  const before = Object.fromEntries(Object.keys(globals).map((name) => [name, Reflect.get(globalThis, name)]))
  Object.assign(globalThis, globals)
  URL.createObjectURL = (media) => {
    opened = media as unknown as FakeMediaSource
    return 'blob:'
  }
  test.after(() => Object.assign(globalThis, before))
}

/** An initialization segment, an index, and fragments of three bytes: a start marker, an identifier, an end marker. */
function writeFile(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(INDEX_BYTES + FRAGMENTS * FRAGMENT_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, INITIALIZATION_BYTES)
  const sidx = INITIALIZATION_BYTES
  view.setUint32(sidx, INDEX_BYTES - sidx)
  view.setUint32(sidx + 4, 0x73696478)
  view.setUint8(sidx + 8, 1)
  view.setUint32(sidx + 16, 1)
  view.setUint16(sidx + 38, FRAGMENTS)
  for (let fragment = 0; fragment < FRAGMENTS; fragment++) {
    view.setUint32(sidx + 40 + fragment * 12, FRAGMENT_BYTES)
    view.setUint32(sidx + 44 + fragment * 12, FRAGMENT_SECONDS)
    bytes.set([MOOF, fragment, MDAT], INDEX_BYTES + fragment * FRAGMENT_BYTES)
  }
  return bytes
}

const MOOF = 200
const MDAT = 201

let opened: FakeMediaSource | undefined

class FakeElement extends EventTarget {
  currentTime = 0
  takesAnything = true
  media: FakeMediaSource | undefined

  set src(_: string) {
    this.media = opened
    opened!.element = this
  }

  /** The appended fragments. */
  fragments(): number[] {
    return [...(this.media?.sourceBuffers[0]?.there ?? [])].sort((one, other) => one - other)
  }

  get buffered() {
    const fragments = this.fragments()
    return {
      length: fragments.length,
      start: (index: number) => fragments[index]! * FRAGMENT_SECONDS,
      end: (index: number) => this.#endOf(fragments[index]!),
    }
  }

  #endOf(fragment: number): number {
    return this.fragments().includes(fragment + 1) ? this.#endOf(fragment + 1) : (fragment + 1) * FRAGMENT_SECONDS
  }
}

class FakeMediaSource extends EventTarget {
  readyState = 'open'
  duration = 0
  element: FakeElement | undefined
  readonly sourceBuffers: FakeSourceBuffer[] = []

  addSourceBuffer() {
    this.sourceBuffers.push(new FakeSourceBuffer(this))
    return this.sourceBuffers[0]
  }

  endOfStream() {
    this.readyState = 'ended'
  }
}

/** As in WebKitGTK 2.50: https://github.com/WebKit/WebKit/pull/4414. */
class FakeSourceBuffer extends EventTarget {
  mode = 'segments'
  readonly there = new Set<number>()
  readonly #media: FakeMediaSource
  #isInitialized = false
  #earliest: number | undefined
  #read: number[] = []

  constructor(media: FakeMediaSource) {
    super()
    this.#media = media
  }

  get buffered() {
    return this.#media.element!.buffered
  }

  remove(from: number, to: number) {
    assert.ok(from < to && from < this.#media.duration, 'nothing is removed there')
    this.#media.readyState = 'open'
    for (const fragment of this.there) {
      const start = fragment * FRAGMENT_SECONDS
      if (from <= start && start < to) this.there.delete(fragment)
    }
    setImmediate(() => this.dispatchEvent(new Event('updateend')))
  }

  set timestampOffset(_: number) {
    assert.equal(this.#read.length, 0, 'within a fragment')
    this.#media.readyState = 'open'
  }

  abort() {
    if (this.#media.readyState !== 'open') throw new DOMException('It is not open', 'InvalidStateError')
    this.#isInitialized = false
    this.#earliest = undefined
    this.#read = []
  }

  appendBuffer(bytes: Uint8Array) {
    this.#media.readyState = 'open'
    if (bytes.length === INITIALIZATION_BYTES) this.#isInitialized = true
    else this.#take([...bytes])
    setImmediate(() => this.dispatchEvent(new Event('updateend')))
  }

  #take(bytes: number[]) {
    this.#read.push(...bytes)
    if (this.#read.length < FRAGMENT_BYTES) return
    const [begin, fragment, end] = this.#read.splice(0) as [number, number, number]
    assert.deepEqual([begin, end], [MOOF, MDAT], 'half a fragment is followed by another')
    if (!this.#isInitialized || !this.#media.element!.takesAnything) return
    this.#earliest ??= fragment
    if (fragment >= this.#earliest) this.there.add(fragment)
  }
}
