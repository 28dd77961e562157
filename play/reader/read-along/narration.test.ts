import assert from 'node:assert/strict'
import { it } from 'node:test'
import { signal } from '@preact/signals'
import { createNarration } from './narration.ts'
import type { ReadAlongBook } from './read-along-book.ts'

it('a narration gets a fresh address for the phrases of a chapter whose own has expired', async (test) => {
  const isFresh = (address: string) => address.startsWith('new/')
  const fetches = test.mock.method(globalThis, 'fetch', async (address: string) =>
    isFresh(address) ? Response.json({ guided: [] }) : new Response('', { status: 401 }),
  )
  let base = 'old/'
  const narration = openNarration({
    address: (href) => base + href,
    async renew() {
      base = 'new/'
    },
  })

  assert.deepEqual(await narration.load(0), [])
  assert.equal(fetches.mock.callCount(), 2)
})

it('a narration asks once for the phrases of a chapter that are on their way, and again after a failure', async (test) => {
  const answers = [() => new Response('', { status: 503 }), () => Response.json({ guided: [] })]
  const fetches = test.mock.method(globalThis, 'fetch', async () => answers.shift()!())
  const narration = openNarration({ address: (href) => href })

  const failed = await Promise.allSettled([narration.load(0), narration.load(0)])
  const loaded = await Promise.all([narration.load(0), narration.load(0), narration.load(0)])

  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(loaded, [[], [], []])
  assert.equal(fetches.mock.callCount(), 2)
})

/** A narration of one chapter. */
function openNarration(book: Partial<ReadAlongBook>) {
  const alternate = [{ href: 'c1.guided.json', type: 'application/guided-navigation+json' }]
  const manifest = { readingOrder: [{ href: 'c1.xhtml', alternate }] }
  return createNarration({ manifest, ...book } as unknown as ReadAlongBook, signal(false))
}
