import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createMemberSession } from '../session/member-session.ts'
import { createPageStorage } from '../session/page-storage.ts'
import { answer, type Call, loseAnswer, openPlayService, profile, tokens } from '../test/play-service.ts'
import { createLaunch } from './launch.ts'

const view = { embed: true, closable: false }
const link = { isLaunch: true, token: 'lt_1', redirect: '/player/pub_1', view }
const noLink = { isLaunch: false, token: null, redirect: null, view }
const refusal = { statusCode: 401, code: 'INVALID_LAUNCH_TOKEN', message: 'Este link expirou.' }

/** One tab: `load()` is opening or reloading a page in it. What the tab keeps outlives the page. */
async function openTab(t: TestContext, handle: (call: Call) => [number, unknown] | 'lost') {
  const service = await openPlayService((call, response) => {
    const result = handle(call)
    if (result === 'lost') loseAnswer(response)
    else answer(response, ...result)
  })
  t.after(service.close)
  const kept = new Map<string, string>()
  const opened: string[] = []
  const claimed: string[] = []

  function load() {
    const storage = createPageStorage(() => ({
      ...({} as Storage),
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
      removeItem: (key) => kept.delete(key),
    }))
    const memberSession = createMemberSession({ storage, origin: service.origin, retryDelaysMs: [] })
    const launch = createLaunch({
      memberSession,
      storage,
      origin: service.origin,
      wipe: async () => kept.clear(),
      claim: (memberId) => claimed.push(memberId),
      open: (path) => opened.push(path),
    })
    return { memberSession, launch }
  }
  return { load, kept, opened, claimed, calls: service.calls }
}

/** Takes each launch token once, and again for the same key, as the service does. */
function exchangeOnce() {
  const keys = new Map<string, string>()
  return ({ path, body }: Call): [number, unknown] => {
    if (path === '/play/v1/profile') return [200, profile]
    const key = keys.get(body.token)
    if (key !== undefined && key !== body.key) return [401, refusal]
    keys.set(body.token, body.key)
    return [200, { tokens: tokens(1), profile }]
  }
}

describe('opening a launch link', () => {
  it('signs the member in and opens the screen that was asked for', async (t) => {
    const { load, opened, claimed, calls } = await openTab(t, exchangeOnce())

    const { memberSession, launch } = load()
    await launch.start(link)

    assert.equal(memberSession.state.value, 'signed-in')
    assert.deepEqual(opened, ['/player/pub_1'])
    assert.deepEqual(claimed, ['mbr_1'])
    assert.match(calls[0]?.body.key, /^[\w-]{32}$/)
  })

  it('opens home when the screen asked for is not a known route', async (t) => {
    const { load, opened } = await openTab(t, exchangeOnce())

    await load().launch.start({ ...link, redirect: 'https://evil.example/' })

    assert.deepEqual(opened, ['/'])
  })

  it('shows the expired-link state and keeps nothing when the link is refused', async (t) => {
    const { load, kept } = await openTab(t, () => [401, refusal])

    const { memberSession, launch } = load()
    await launch.start(link)

    assert.equal(memberSession.state.value, 'link-expired')
    assert.equal(kept.size, 0)
  })

  it('retries a lost answer with the same key, and gets the same member session', async (t) => {
    const exchange = exchangeOnce()
    let isFirst = true
    const { load, calls } = await openTab(t, (call) => {
      const result = exchange(call)
      if (!isFirst) return result
      isFirst = false
      return 'lost'
    })
    const { memberSession, launch } = load()
    await launch.start(link)
    assert.equal(memberSession.state.value, 'unreachable')

    await launch.attempt()

    assert.equal(memberSession.state.value, 'signed-in')
    assert.equal(calls[0]?.body.key, calls[1]?.body.key)
  })

  it('takes up an unanswered launch after a reload, though the address no longer has it', async (t) => {
    const exchange = exchangeOnce()
    let isDown = true
    const { load, opened } = await openTab(t, (call) => (isDown ? 'lost' : exchange(call)))
    await load().launch.start(link)
    isDown = false

    const { memberSession, launch } = load()
    await launch.start(noLink)

    assert.equal(memberSession.state.value, 'signed-in')
    assert.deepEqual(opened, ['/player/pub_1'])
  })

  it('does not burn the link when the same unanswered address is opened again', async (t) => {
    const exchange = exchangeOnce()
    let isFirst = true
    const { load } = await openTab(t, (call) => {
      const result = exchange(call)
      if (!isFirst) return result
      isFirst = false
      return 'lost'
    })
    await load().launch.start(link)

    const { memberSession, launch } = load()
    await launch.start(link)

    assert.equal(memberSession.state.value, 'signed-in')
  })

  it('refuses the same link opened again after it was answered', async (t) => {
    const { load } = await openTab(t, exchangeOnce())
    await load().launch.start(link)

    const { memberSession, launch } = load()
    await launch.start(link)

    assert.equal(memberSession.state.value, 'link-expired')
  })

  it('wins over the session the tab kept, and wipes what the earlier member left', async (t) => {
    const { load, kept, calls } = await openTab(t, exchangeOnce())
    await load().launch.start(link)
    kept.set('left by the earlier member', 'x')

    await load().launch.start({ ...link, token: 'lt_2' })

    assert.deepEqual(
      calls.map((call) => call.path),
      ['/play/v1/launch', '/play/v1/launch'],
    )
    assert.equal(kept.has('left by the earlier member'), false)
  })

  it('exchanges once when a double render or an impatient thumb asks twice', async (t) => {
    const { load, calls } = await openTab(t, exchangeOnce())
    const { launch } = load()

    await Promise.all([launch.start(link), launch.attempt(), launch.attempt()])

    assert.equal(calls.filter((call) => call.path === '/play/v1/launch').length, 1)
  })
})

describe('opening a screen without a link', () => {
  it('resumes the member session the tab kept', async (t) => {
    const { load } = await openTab(t, exchangeOnce())
    await load().launch.start(link)

    const { memberSession, launch } = load()
    await launch.start(noLink)

    assert.equal(memberSession.state.value, 'signed-in')
  })

  it('says that the session ended when there is none', async (t) => {
    const { load, calls } = await openTab(t, exchangeOnce())

    const { memberSession, launch } = load()
    await launch.start(noLink)

    assert.equal(memberSession.state.value, 'ended')
    assert.equal(calls.length, 0)
  })

  it('says that the link expired when there is none at the address of a link', async (t) => {
    const { load, calls } = await openTab(t, exchangeOnce())

    const { memberSession, launch } = load()
    await launch.start({ ...noLink, isLaunch: true })

    assert.equal(memberSession.state.value, 'link-expired')
    assert.equal(calls.length, 0)
  })
})
