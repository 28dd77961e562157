import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { claimDevice, memoryKey } from './page-storage.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A browser that members enter one after the other; `store` is what a page of one stores. */
function browser() {
  const storage: Storage = Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  })
  const read = (member: string) => JSON.parse(storage.getItem(memoryKey(member)) ?? 'null')
  let day = 0
  return {
    storage,
    read,
    enter: (member: string, daysLater = 0) => {
      day += daysLater
      claimDevice(member, () => storage, day * DAY_MS)
    },
    store: (member: string, values: object) =>
      storage.setItem(memoryKey(member), JSON.stringify({ ...read(member), ...values, storedAt: day * DAY_MS })),
  }
}

describe('what a browser stores for a member', () => {
  it('is deleted when another enters, but for what the service does not have yet', () => {
    const { storage, enter, store, read } = browser()
    enter('ana')
    store('ana', { appearance: 'sepia', 'unsent.annotations': ['Nota'] })
    store('ana', { 'unsent.pub_1': undefined })
    storage.setItem('of an earlier version', 'Ana')

    enter('bia')
    const left = read('ana')
    enter('ana')

    assert.deepEqual(left, { storedAt: 0, 'unsent.annotations': ['Nota'] })
    assert.deepEqual(read('ana'), left)
    assert.deepEqual(Object.keys(storage), [memoryKey('ana')])
  })

  it('is deleted thirty days after the last of it, and for all but the last four others', () => {
    const { enter, store, read } = browser()
    const members = ['ana', 'bia', 'caio', 'davi', 'eva']
    for (const member of members) {
      enter(member, 1)
      store(member, { 'unsent.annotations': [member] })
    }
    enter('gil')
    store('gil', { 'unsent.annotations': [] })

    enter('fabio', 1)
    const lastFour = members.filter(read)
    enter('fabio', 27)
    const after = members.filter(read)

    assert.deepEqual(lastFour, ['bia', 'caio', 'davi', 'eva'])
    assert.deepEqual(after, ['davi', 'eva'])
  })

  it('is deleted when it cannot be read', () => {
    const { storage, enter } = browser()
    storage.setItem(memoryKey('ana'), '{')

    enter('bia')

    assert.equal(storage.getItem(memoryKey('ana')), null)
  })
})
