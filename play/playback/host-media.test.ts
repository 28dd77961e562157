import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { BridgeEvent, BridgeMedia } from '@estante/contract/bridge.ts'
import { batch, signal } from '@preact/signals'
import type { Playback } from '../player/playback.ts'
import { controlFromHost } from './host-media.ts'

const PLAYING: BridgeMedia = {
  title: 'O farol de sal',
  author: 'Lia Antunes',
  chapter: 'A chegada',
  artwork: 'https://livros.test/capas/pub_1/640.webp',
  playing: true,
  position: 60,
  duration: 36_000,
  rate: 1,
}

describe('media controls of the host', () => {
  it('receive the recording once it plays, with an absolute address of its cover', () => {
    const { heard, isPlaying } = openPage()
    assert.deepEqual(heard, [])

    isPlaying.value = true

    assert.deepEqual(heard, [PLAYING])
  })

  it('are sent changes, and not the passing of time', () => {
    const { heard, isPlaying, time, speed, pass } = openPage()
    isPlaying.value = true
    for (let second = 0; second < 60; second++) {
      pass(1000)
      time.value += 1
    }
    assert.equal(heard.length, 1)

    speed.value = 1.5
    time.value = 7 * 3600
    isPlaying.value = false

    assert.deepEqual(heard.slice(1), [
      { ...PLAYING, position: 120, rate: 1.5 },
      { ...PLAYING, position: 25_200, rate: 1.5 },
      { ...PLAYING, position: 25_200, rate: 1.5, playing: false },
    ])
  })

  it('stay those of a playing recording while its sound is on its way', () => {
    const { heard, isPlaying, isWaiting, pass } = openPage()
    isPlaying.value = true

    isWaiting.value = true
    pass(5000)
    isWaiting.value = false

    assert.deepEqual(heard, [PLAYING, { ...PLAYING, rate: 0 }, PLAYING])
  })

  it('control the recording that played last, when two are on the page', () => {
    const [book, along] = [openPage(), openPage()]
    book.isPlaying.value = true
    book.isPlaying.value = false
    along.isPlaying.value = true

    for (const { post } of [book, along]) post({ type: 'host:media', action: 'pause' })
    along.release()
    book.post({ type: 'host:media', action: 'play' })

    assert.deepEqual([book.done, along.done], [['play'], ['pause']])
  })

  it('go back to the previous recording when the current one is removed', () => {
    const [book, along] = [openPage(), openPage()]
    book.isPlaying.value = true
    book.isPlaying.value = false
    along.isPlaying.value = true

    along.release()
    book.release()

    const paused = { ...PLAYING, playing: false }
    assert.deepEqual([along.heard, book.heard], [[PLAYING], [PLAYING, paused, paused, null]])
  })

  it('are removed with the recording', () => {
    const { heard, isPlaying, release } = openPage()
    isPlaying.value = true

    release()

    assert.deepEqual(heard, [PLAYING, null])
  })

  it('play, pause and seek, from the page itself or from its parent', () => {
    const { done, post, page } = openPage()

    for (const action of ['play', 'pause', 'forward', 'back', 'next', 'previous']) post({ type: 'host:media', action })
    post(JSON.stringify({ type: 'host:media', action: 'seek', position: 73.5 }), page.parent)

    assert.deepEqual(done, ['play', 'pause', 'forward', 'back', 'nextChapter', 'previousChapter', 'seek 73.5'])
  })

  it('accept no other sender or message', () => {
    const { done, post } = openPage()

    post({ type: 'host:media', action: 'play' }, {})
    for (const message of ['play', null, { type: 'host:media' }, { type: 'service:media', action: 'play' }])
      post(message)
    for (const position of ['60', Number.NaN, undefined]) post({ type: 'host:media', action: 'seek', position })

    assert.deepEqual(done, [])
  })
})

const opened: (() => void)[] = []
afterEach(() => {
  for (const release of opened.splice(0)) release()
})

function openPage() {
  const heard: (BridgeMedia | null)[] = []
  const done: string[] = []
  const page = Object.assign(new EventTarget(), { parent: {} })
  let now = 0
  const isPlaying = signal(false)
  const isWaiting = signal(false)
  const time = signal(60)
  const speed = signal(1)
  const does = (name: string) => (value?: number) => done.push(value === undefined ? name : `${name} ${value}`)
  const playback = {
    publication: signal({ title: PLAYING.title, author: PLAYING.author, cover: { url: '/capas/pub_1/640.webp' } }),
    chapter: signal({ title: PLAYING.chapter }),
    duration: signal(PLAYING.duration),
    isWaiting,
    isPlaying,
    time,
    speed,
    ...Object.fromEntries(
      ['play', 'pause', 'forward', 'back', 'nextChapter', 'previousChapter', 'seek'].map((name) => [name, does(name)]),
    ),
  } as unknown as Playback
  const release = controlFromHost(playback, {
    page: page as unknown as Window,
    baseUrl: 'https://livros.test/player/pub_1',
    now: () => now,
    send: (event: BridgeEvent) => event.type === 'service:media' && heard.push(event.media),
  })
  opened.push(release)
  return {
    heard,
    done,
    page,
    release,
    isPlaying,
    isWaiting,
    time,
    speed,
    pass: (ms: number) => {
      now += ms
    },
    post: (data: unknown, source: unknown = page) =>
      batch(() => page.dispatchEvent(Object.assign(new Event('message'), { source, data }))),
  }
}
