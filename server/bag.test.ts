import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBag } from './bag.ts'

describe('A bag', () => {
  it('holds what was added until it is taken out, whichever comes first', () => {
    const bag = createBag<string>()
    const takeOut = new Map(['a', 'b', 'c', 'd'].map((thing) => [thing, bag.add(thing)]))

    takeOut.get('b')?.()
    takeOut.get('d')?.()
    bag.add('e')
    takeOut.get('a')?.()

    assert.deepEqual([bag.things().sort(), bag.size()], [['c', 'e'], 2])
  })

  it('says whether it was the first to take something out, and takes out nothing else', () => {
    const bag = createBag<string>()
    const takeOut = bag.add('a')
    bag.add('a')

    assert.deepEqual([takeOut(), takeOut(), takeOut()], [true, false, false])
    assert.deepEqual(bag.things(), ['a'])
  })
})
