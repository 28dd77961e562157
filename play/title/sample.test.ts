import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoadedPublication } from '../open-publication.ts'
import { pagesOf } from './facts.ts'
import { createSoundSample, cutParagraphs, sampleOf } from './sample.ts'

describe('the sample of a recording', () => {
  it('is three minutes from the first chapter that is no opening', () => {
    const contents = [
      { href: 'audio.m4a#t=0', duration: 20 },
      { href: 'audio.m4a#t=20.5', duration: 900 },
    ]

    assert.deepEqual(sampleOf(contents, 3600), { start: 20.5, end: 200.5 })
  })

  it('is from the start of a recording without chapters, and within it', () => {
    assert.deepEqual(sampleOf([], 90), { start: 0, end: 90 })
    assert.deepEqual(sampleOf([{ href: 'audio.mp3', duration: 5 }], 5), { start: 0, end: 5 })
  })

  it('begins at its chapter in WebKit, too, which drops a seek before the metadata is loaded', async () => {
    const { sound, sample } = createSample()
    sample.toggle()
    await new Promise(setImmediate)

    sound.hasMetadata = true
    sound.dispatchEvent(new Event('loadedmetadata'))

    assert.equal(sound.currentTime, 20.5)
  })

  for (const [act, what] of [
    ['close', 'leaves its page'],
    ['pause', 'plays an audiobook'],
  ] as const) {
    it(`stays silent when the member ${what} before it is there`, async () => {
      const { sound, sample } = createSample()
      sample.toggle()

      sample[act]()
      await new Promise(setImmediate)

      assert.deepEqual([sound.src, sample.state.value], ['', 'idle'])
    })
  }

  it('is begun once when the member asks for it again before it is there', async () => {
    const { sound, sample } = createSample()
    sample.toggle()
    sample.pause()

    sample.toggle()
    await new Promise(setImmediate)

    assert.equal(sound.plays, 1)
  })
})

describe('the beginning of a book', () => {
  it('is whole paragraphs; a long one is cut between words', () => {
    assert.deepEqual(cutParagraphs(['Um.', 'Dois.']), ['Um.', 'Dois.'])

    const [first, second, third] = cutParagraphs(['a'.repeat(1000), 'palavra '.repeat(200).trim(), 'Depois.'])

    assert.equal(first?.length, 1000)
    assert.match(second ?? '', /^(palavra )+palavra…$/)
    assert.ok(second!.length <= 501)
    assert.equal(third, undefined)
  })
})

it('The estimated number of pages is near the printed book’s', () => {
  assert.deepEqual([pagesOf(100), pagesOf(18_000), pagesOf(432_500)], [1, 10, 240])
})

function createSample() {
  const sound = new WebKitAudio()
  const manifest = {
    readingOrder: [{ href: 'audio.m4a', duration: 3600 }],
    toc: [{ href: 'audio.m4a#t=20.5', duration: 900 }],
  }
  const opened = { manifest, base: 'https://livros.test/' } as LoadedPublication
  return { sound, sample: createSoundSample(sound as unknown as HTMLAudioElement, async () => opened) }
}

class WebKitAudio extends EventTarget {
  src = ''
  hasMetadata = false
  plays = 0
  #time = 0
  get currentTime() {
    return this.#time
  }
  set currentTime(seconds) {
    if (this.hasMetadata) this.#time = seconds
  }
  async play() {
    this.plays += 1
  }
  pause() {}
  load() {}
  removeAttribute() {}
}
