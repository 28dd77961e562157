import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { signal } from '@preact/signals'
import type { ReadAlongBook } from '../read-along/read-along-book.ts'

// Imported without the channel between tabs, which would keep this process alive.
const { BroadcastChannel } = globalThis
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
const { createReadAloud } = await import('./read-aloud.ts')
Object.assign(globalThis, { BroadcastChannel })

it('a voice that stopped is no longer said to have stopped once the next sentence is read', (test) => {
  const { given } = replaceEngine(test)
  const aloud = readAloud('Um. Dois.')
  aloud.begin()
  given.at(-1)!.onerror()
  const hadFailed = aloud.hasFailed.value

  aloud.step(1)

  assert.deepEqual([hadFailed, aloud.hasFailed.value, aloud.isPlaying.value], [true, false, true])
})

/** Replaces the engine's speech until the end of the test. Returns what is given to it. */
function replaceEngine(test: TestContext) {
  const given: { onerror(): void }[] = []
  const globals = {
    addEventListener() {},
    removeEventListener() {},
    speechSynthesis: { cancel() {}, speak: (utterance: { onerror(): void }) => given.push(utterance) },
    SpeechSynthesisUtterance: class {},
  }
  const before = Object.fromEntries(Object.keys(globals).map((name) => [name, Reflect.get(globalThis, name)]))
  Object.assign(globalThis, globals)
  test.after(() => Object.assign(globalThis, before))
  return { given }
}

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
