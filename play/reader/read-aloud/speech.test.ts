import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { createSpeech } from './speech.ts'

type Events = Pick<SpeechSynthesisUtterance, 'onstart' | 'onend' | 'onerror' | 'onboundary'>
type Utterance = { [event in keyof Events]: (event?: { charIndex: number }) => void }

/** What was given to the engine last. */
let utterance: Utterance

Object.assign(globalThis, {
  speechSynthesis: { speaking: false, pending: false, cancel() {}, speak: (given: Utterance) => (utterance = given) },
  SpeechSynthesisUtterance: class {},
})

describe('the word that a voice speaks', () => {
  const text = 'a'.repeat(100)
  const voice = { lang: 'pt-BR' } as SpeechSynthesisVoice
  let words: number[] = []
  const onWord = (index: number) => words.push(index)

  beforeEach(() => {
    words = []
    mock.timers.enable({ apis: ['setInterval', 'Date'] })
  })
  afterEach(() => mock.timers.reset())

  const speechWith = (onEnd = () => {}) => createSpeech(Date.now, { onEnd, onFailed() {} })

  it('is reported by the engine', () => {
    const speech = speechWith()
    speech.speak(text, voice, 1, onWord)
    utterance.onstart()
    utterance.onboundary({ charIndex: 7 })
    mock.timers.tick(5000)

    assert.deepEqual(words, [7])
  })

  it('is estimated for an engine that reports none, by the pace of the texts before and the speed', () => {
    const speech = speechWith()
    speech.speak(text, voice, 1, onWord)
    utterance.onstart()
    mock.timers.tick(5000)
    utterance.onend()
    words = []

    speech.speak(text, voice, 2, onWord)
    mock.timers.tick(1000)
    utterance.onstart()
    for (let quarter = 0; quarter < 4; quarter++) mock.timers.tick(250)

    assert.deepEqual(words, [10, 20, 30, 40])
  })

  it('is estimated anew for another voice', () => {
    const speech = speechWith()
    speech.speak(text, voice, 1, onWord)
    utterance.onstart()
    mock.timers.tick(2000)
    utterance.onboundary({ charIndex: 0 })
    utterance.onend()
    words = []

    speech.speak(text, { ...voice }, 1, onWord)
    utterance.onstart()
    for (let quarter = 0; quarter < 4; quarter++) mock.timers.tick(250)

    assert.deepEqual(words, [2, 5, 7, 10])
  })

  it('is in the text until its end, and none after it', () => {
    let ends = 0
    const speech = speechWith(() => ends++)
    speech.speak(text, voice, 3, onWord)
    utterance.onstart()
    mock.timers.tick(60_000)
    assert.equal(words.at(-1), 99)
    words = []

    utterance.onend()
    mock.timers.tick(1000)
    speech.speak(text, voice, 1, onWord)
    utterance.onstart()
    speech.silence()
    utterance.onend()
    mock.timers.tick(1000)

    assert.deepEqual([words, ends], [[], 1])
  })
})
