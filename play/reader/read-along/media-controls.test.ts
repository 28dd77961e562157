import assert from 'node:assert/strict'
import { it } from 'node:test'
import { signal } from '@preact/signals'
import { installMediaSession } from '../../test/media-session.ts'
import { createMediaControls } from './media-controls.ts'
import type { ReadAlongBook } from './read-along-book.ts'

it('every key of the system that skips moves by a sentence: an engine would only move the sound', (test) => {
  const system = installMediaSession(test)
  Object.assign(globalThis, { window: new EventTarget() })
  test.after(() => Reflect.deleteProperty(globalThis, 'window'))
  const steps: number[] = []
  const ignore = () => {}
  const book = { manifest: { metadata: {} }, publication: signal() } as unknown as ReadAlongBook
  const controls = createMediaControls(book, {
    isPlaying: signal(true),
    isWaiting: signal(false),
    speed: signal(1),
    play: ignore,
    pause: ignore,
    step: (by) => steps.push(by),
    nextChapter: ignore,
    previousChapter: ignore,
    seek: ignore,
  })
  test.after(controls.release)

  for (const action of ['nexttrack', 'seekforward', 'previoustrack', 'seekbackward'] as const) system.press(action)

  assert.deepEqual(steps, [1, 1, -1, -1])
})
