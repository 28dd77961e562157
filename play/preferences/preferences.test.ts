import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { AnswerError } from '@estante/client/answer.ts'
import type { StoredPreferences } from '@estante/contract/play/preferences.ts'
import { createPreferences } from './preferences.ts'

describe('the preferences of a member', () => {
  it('are read with the changes of other devices', async (t) => {
    const { device } = service(t, { preferences: { appearance: { theme: 'sepia' } }, revision: 3 })

    assert.deepEqual(await device().read(), { appearance: { theme: 'sepia' } })
  })

  it('send changes made within a moment together', async (t) => {
    const { device, stored, sent, pause } = service(t)
    const phone = device()
    await phone.read()

    phone.change({ appearance: { theme: 'dark' } })
    phone.change({ appearance: { size: 130 }, foot: 'book' })
    await pause()

    assert.deepEqual(stored().preferences, { appearance: { theme: 'dark', size: 130 }, foot: 'book' })
    assert.equal(sent.length, 1)
  })

  it('are sent again on top of another device’s changes', async (t) => {
    const { device, stored, pause } = service(t)
    const [phone, tablet] = [device(), device()]
    await phone.read()
    await tablet.read()
    tablet.change({ appearance: { theme: 'black', margins: 'wide' } })
    await pause()

    phone.change({ appearance: { theme: 'sepia' } })
    await pause()

    assert.deepEqual(stored(), { preferences: { appearance: { theme: 'sepia', margins: 'wide' } }, revision: 2 })
  })

  it('store unsent changes on the device, and send them the next time', async (t) => {
    const { device, stored, pause, reach } = service(t, { preferences: { appearance: { size: 110 } }, revision: 1 })
    const phone = device()
    await phone.read()
    reach(false)
    phone.change({ appearance: { theme: 'dark' } })
    await pause()
    const meanwhile = stored().preferences
    reach(true)

    const read = await device(phone).read()
    await pause()

    assert.deepEqual(meanwhile, { appearance: { size: 110 } })
    assert.deepEqual(read, { appearance: { size: 110, theme: 'dark' } })
    assert.deepEqual(stored().preferences, read)
  })

  it('are sent as they were last changed on any page of the device, whichever page sends last', async (t) => {
    const { device, stored, pause, reach } = service(t)
    const first = device()
    const second = device(first)
    await first.read()
    await second.read()
    reach(false)
    first.change({ appearance: { theme: 'dark', margins: 'wide' } })
    second.change({ appearance: { theme: 'sepia' }, pace: [900] })
    await pause()
    reach(true)

    second.flush()
    await pause()
    first.flush()
    await pause()

    assert.deepEqual(stored(), {
      preferences: { appearance: { theme: 'sepia', margins: 'wide' }, pace: [900] },
      revision: 1,
    })
  })

  it('are read without removed fields, also before the service knows', async (t) => {
    const { device, pause, reach } = service(t, { preferences: { letterKeys: false }, revision: 1 })
    const phone = device()
    await phone.read()
    reach(false)
    phone.change({ letterKeys: null, listening: null })
    await pause()
    reach(true)

    const read = await device(phone).read()

    assert.deepEqual(read, {})
  })

  it('drop changes that the service refuses', async (t) => {
    const { device, stored, pause, refuse } = service(t)
    const phone = device()
    await phone.read()
    refuse()
    phone.change({ appearance: { size: -1 } })
    await pause()

    const again = device(phone)

    assert.deepEqual(await again.read(), {})
    assert.equal(stored().revision, 0)
  })

  it('keep changes made while the service refuses others', async (t) => {
    const { device, pause, refuse } = service(t)
    const phone = device()
    await phone.read()
    refuse()
    phone.change({ appearance: { size: -1 } })

    const pausing = pause()
    phone.change({ appearance: { theme: 'dark' } })
    await pausing

    assert.deepEqual(await device(phone).read(), { appearance: { theme: 'dark' } })
  })
})

function service(t: TestContext, start: StoredPreferences = { preferences: {}, revision: 0 }) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let stored = start
  let isReached = true
  let isRefusing = false
  const sent: object[] = []
  const memories = new Map<object, { unsent?: unknown }>()

  function device(again?: object) {
    const memory = (again && memories.get(again)) ?? {}
    const preferences = createPreferences({
      read: async () => {
        if (!isReached) throw new Error('unreachable')
        return stored
      },
      async write({ basedOn, changes }) {
        if (!isReached) throw new Error('unreachable')
        if (isRefusing) throw new AnswerError(400, 'VALIDATION', 'size', undefined)
        sent.push(changes)
        if (basedOn !== stored.revision) return { ...stored, isAccepted: false }
        const appearance = {
          ...stored.preferences.appearance,
          ...(changes as StoredPreferences['preferences']).appearance,
        }
        stored = { preferences: { ...stored.preferences, ...changes, appearance }, revision: stored.revision + 1 }
        return { ...stored, isAccepted: true }
      },
      unsent: () => memory.unsent,
      storeUnsent(changes) {
        memory.unsent = changes
      },
      later: (run, delayMs) => void setTimeout(run, delayMs),
    })
    memories.set(preferences, memory)
    return preferences
  }

  return {
    device,
    sent,
    stored: () => stored,
    refuse() {
      isRefusing = true
    },
    reach(isThere: boolean) {
      isReached = isThere
    },
    async pause() {
      t.mock.timers.tick(2000)
      await new Promise<void>((done) => setImmediate(done))
    },
  }
}
