import assert from 'node:assert/strict'
import { it } from 'node:test'
import { signal } from '@preact/signals'
import { createNarration } from './narration.ts'
import type { ReadAlongBook } from './read-along-book.ts'

it('a narration asks once for the phrases of a chapter that are on their way, and again after a failure', async (test) => {
  const answers = [() => new Response('', { status: 503 }), () => Response.json({ guided: [] })]
  const fetches = test.mock.method(globalThis, 'fetch', async () => answers.shift()!())
  const alternate = [{ href: 'c1.guided.json', type: 'application/guided-navigation+json' }]
  const book = { manifest: { readingOrder: [{ href: 'c1.xhtml', alternate }] }, address: (href: string) => href }
  const narration = createNarration(book as unknown as ReadAlongBook, signal(false))

  const failed = await Promise.allSettled([narration.load(0), narration.load(0)])
  const loaded = await Promise.all([narration.load(0), narration.load(0), narration.load(0)])

  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(loaded, [[], [], []])
  assert.equal(fetches.mock.callCount(), 2)
})
