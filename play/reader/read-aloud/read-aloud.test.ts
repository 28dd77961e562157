import assert from 'node:assert/strict'
import { it } from 'node:test'
import { signal } from '@preact/signals'
import type { ReadAlongBook } from '../read-along/read-along-book.ts'

/** What was given to the engine last. */
let utterance: { onerror(): void }

Object.assign(globalThis, {
  addEventListener() {},
  removeEventListener() {},
  speechSynthesis: { cancel() {}, speak: (given: typeof utterance) => (utterance = given) },
  SpeechSynthesisUtterance: class {},
  // The channel between tabs would keep this process alive.
  BroadcastChannel: undefined,
})
const { createReadAloud } = await import('./read-aloud.ts')

it('a voice that stopped is no longer said to have stopped once the next sentence is read', () => {
  const aloud = readAloud('Um. Dois.')
  aloud.begin()
  utterance.onerror()
  const hadFailed = aloud.hasFailed.value

  aloud.step(1)

  assert.deepEqual([hadFailed, aloud.hasFailed.value, aloud.isPlaying.value], [true, false, true])
})

/** The voice of a book of one paragraph on one page. */
function readAloud(text: string) {
  const navigator = {
    pageStart: () => undefined,
    currentDocument: () => undefined,
    currentText: () => ({ paragraphs: () => [{ start: 0, text, gaps: [] }] }),
    isVisible: () => true,
  }
  const book = {
    navigator,
    position: signal({ chapter: 0 }),
    palette: signal({}),
    preferences: { speed: signal(1) },
    spoken: signal(),
    isAtEnd: signal(false),
    now: () => 0,
  }
  return createReadAloud(book as unknown as ReadAlongBook, {} as SpeechSynthesisVoice)
}
