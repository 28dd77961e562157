import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { withoutRepeatedShelves } from './without-repeated-shelves.ts'

const card = (id: string, otherId?: string) => ({ id, otherForm: otherId ? { id: otherId } : null }) as PublicationCard

describe('the shelves of a small catalog', () => {
  it('are left out when empty, mostly the same as an earlier one, or of a single work listed above, in either form', () => {
    const [a, b, c, d, e, f] = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => card(id))
    const [sound, book] = [card('g', 'h'), card('h', 'g')]
    const newest = [a!, b!, c!, d!, e!, f!, sound]
    const shelves = [
      { title: 'few of them', publications: [a!, b!, book] },
      { title: 'the same few', publications: [book, b!, a!] },
      { title: 'most of them', publications: [a!, b!, c!, d!, book] },
      { title: 'one of them', publications: [d!] },
      { title: 'another one', publications: [card('z')] },
      { title: 'none', publications: [] },
      { title: 'others of them', publications: [c!, d!, e!] },
    ]

    const remaining = withoutRepeatedShelves(shelves, newest)

    assert.deepEqual(
      remaining.map(({ title }) => title),
      ['few of them', 'another one', 'others of them'],
    )
  })

  it('begin with works that no earlier one has, in either form', () => {
    const [a, b, c, d, e, f] = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => card(id)) as PublicationCard[]
    const shelves = [{ publications: [a!, card('h', 'g'), c!] }, { publications: [c!, d!, a!, e!, f!] }]

    const remaining = withoutRepeatedShelves(shelves, [card('g', 'h'), b!])

    assert.deepEqual(
      remaining.map(({ publications }) => publications.map(({ id }) => id)),
      [
        ['a', 'c', 'h'],
        ['d', 'e', 'f', 'c', 'a'],
      ],
    )
  })
})
