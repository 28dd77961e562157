import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createMemberSession } from '../session/member-session.ts'
import { createPageStorage } from '../session/page-storage.ts'
import { answer, answerAsProxy, type Call, loseAnswer, openPlayService, profile, tokens } from '../test/play-service.ts'
import { beginLaunch } from './begin-launch.ts'
import { createLaunch } from './launch.ts'

const LINK = '/launch?token=lt_1&redirect=%2Fplayer%2Fpub_1&embed=1'
const NO_LINK = '/player/pub_1?embed=1'
const refusal = { statusCode: 401, code: 'INVALID_LAUNCH_TOKEN', message: 'Este link expirou.' }

/** One tab: `open(address)` opens or reloads a page in it. Its storage outlives the page. */
async function openTab(t: TestContext, handle: (call: Call) => [number, unknown] | 'lost' | 'proxy') {
  const service = await openPlayService((call, response) => {
    const result = handle(call)
    if (result === 'lost') loseAnswer(response)
    else if (result === 'proxy') answerAsProxy(response)
    else answer(response, ...result)
  })
  t.after(service.close)
  const stored = new Map<string, string>()
  const opened: string[] = []
  const claimed: string[] = []

  /** The page up to its first script. */
  function load(address: string) {
    const sessionStorage = {
      ...({} as Storage),
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    }
    /** The acts of the page's first script, in order. */
    const acts: string[] = []
    const launched = beginLaunch(
      {
        location: new URL(address, 'https://livros.test'),
        history: { state: null, replaceState: (_state, _title, url) => acts.push(`shows ${url}`) },
        get sessionStorage() {
          acts.push('opens storage')
          return sessionStorage
        },
        document: { documentElement: { hasAttribute: (_: string) => false } } as Document,
      },
      service.origin,
    )
    const storage = createPageStorage(() => sessionStorage)
    const memberSession = createMemberSession({ storage, origin: service.origin, retryDelaysMs: [] })
    const launch = createLaunch({
      memberSession,
      storage,
      origin: service.origin,
      wipe: () => stored.clear(),
      claim: (memberId) => claimed.push(memberId),
      open: (path) => opened.push(path),
    })
    return { memberSession, launch, launched, acts }
  }

  async function open(address: string) {
    const page = load(address)
    await page.launch.start(page.launched)
    return page
  }
  return { load, open, stored, opened, claimed, calls: service.calls }
}

/** Accepts each launch token once, and again with the same key, like the service. */
function exchangeOnce() {
  const keys = new Map<string, string>()
  return ({ path, body }: Call): [number, unknown] => {
    if (path === '/play/v1/profile') return [200, profile]
    if (path !== '/play/v1/launch') return [200, {}]
    const key = keys.get(body.token)
    if (key !== undefined && key !== body.key) return [401, refusal]
    keys.set(body.token, body.key)
    return [200, { tokens: tokens(1), profile }]
  }
}

describe('opening a launch link', () => {
  it('signs the member in and opens the requested screen', async (t) => {
    const { open, opened, claimed, calls } = await openTab(t, exchangeOnce())

    const { memberSession } = await open(LINK)

    assert.equal(memberSession.state.value, 'signed-in')
    assert.deepEqual(opened, ['/player/pub_1'])
    assert.deepEqual(claimed, ['mbr_1'])
    assert.match(calls[0]?.body.key, /^[\w-]{32}$/)
  })

  it('opens the player in silence, whatever the link says', async (t) => {
    const { open, opened } = await openTab(t, exchangeOnce())

    await open(LINK.replace('pub_1', 'pub_1%3Ftocar'))

    assert.deepEqual(opened, ['/player/pub_1'])
  })

  it('removes the token from the address at once, and opens storage and sends it in a later task', async (t) => {
    const { load, calls } = await openTab(t, exchangeOnce())

    const { acts, launched } = load(LINK)

    assert.deepEqual(acts, ['shows /launch?embed=1'])
    assert.equal(calls.length, 0)
    await (await launched.launch)?.answer
    assert.deepEqual(acts.slice(1), ['opens storage', 'opens storage'])
    assert.equal(calls.length, 1)
  })

  it('sends the opening screen, and uses its first data from the answer, once', async (t) => {
    const publication = { id: 'pub_1', type: 'audiobook' }
    const { open, calls } = await openTab(t, ({ path }) =>
      path === '/play/v1/launch'
        ? [200, { tokens: tokens(1), profile, publication }]
        : [200, { id: 'requested again' }],
    )
    const { memberSession } = await open(LINK)
    const ask = () => memberSession.api.get('/play/v1/publications/pub_1?with=manifest')

    const answers = [await ask(), await ask()]

    assert.deepEqual(answers, [publication, { id: 'requested again' }])
    assert.equal(calls[0]?.body.opens, '/player/pub_1')
    assert.equal(calls.length, 2)
  })

  it('shows the expired-link screen and stores nothing when the link is refused', async (t) => {
    const { open, stored } = await openTab(t, () => [401, refusal])

    const { memberSession } = await open(LINK)

    assert.equal(memberSession.state.value, 'link-expired')
    assert.equal(stored.size, 0)
  })

  it('offers a retry when a proxy answers in the place of the service', async (t) => {
    const { open } = await openTab(t, () => 'proxy')

    const { memberSession } = await open(LINK)

    assert.equal(memberSession.state.value, 'unreachable')
  })

  it('retries a lost answer with the same key, and gets the same member session', async (t) => {
    const exchange = exchangeOnce()
    let isFirst = true
    const { open, calls } = await openTab(t, (call) => {
      const result = exchange(call)
      if (!isFirst) return result
      isFirst = false
      return 'lost'
    })
    const { memberSession, launch } = await open(LINK)
    assert.equal(memberSession.state.value, 'unreachable')

    await launch.attempt()

    assert.equal(memberSession.state.value, 'signed-in')
    assert.equal(calls[0]?.body.key, calls[1]?.body.key)
  })

  it('continues an unanswered launch after a reload, though the address no longer has it', async (t) => {
    const exchange = exchangeOnce()
    let isDown = true
    const { open, opened } = await openTab(t, (call) => (isDown ? 'lost' : exchange(call)))
    await open(LINK)
    isDown = false

    const { memberSession } = await open(NO_LINK)

    assert.equal(memberSession.state.value, 'signed-in')
    assert.deepEqual(opened, ['/player/pub_1'])
  })

  it('keeps the link valid when the same unanswered address is opened again', async (t) => {
    const exchange = exchangeOnce()
    let isFirst = true
    const { open } = await openTab(t, (call) => {
      const result = exchange(call)
      if (!isFirst) return result
      isFirst = false
      return 'lost'
    })
    await open(LINK)

    const { memberSession } = await open(LINK)

    assert.equal(memberSession.state.value, 'signed-in')
  })

  it('refuses the same link when it is opened again after an answer', async (t) => {
    const { open } = await openTab(t, exchangeOnce())
    await open(LINK)

    const { memberSession } = await open(LINK)

    assert.equal(memberSession.state.value, 'link-expired')
  })

  it('replaces the tab’s stored session, and deletes the earlier member’s data', async (t) => {
    const { open, stored, calls } = await openTab(t, exchangeOnce())
    await open(LINK)
    stored.set('left by the earlier member', 'x')

    await open(LINK.replace('lt_1', 'lt_2'))

    assert.deepEqual(
      calls.filter(({ path }) => path === '/play/v1/launch').map(({ body }) => body.token),
      ['lt_1', 'lt_2'],
    )
    assert.equal(stored.has('left by the earlier member'), false)
  })

  it('exchanges once for two concurrent calls', async (t) => {
    const { load, calls } = await openTab(t, exchangeOnce())
    const { launch, launched } = load(LINK)

    await Promise.all([launch.start(launched), launch.attempt(), launch.attempt()])

    assert.equal(calls.filter((call) => call.path === '/play/v1/launch').length, 1)
  })
})

describe('opening a screen without a link', () => {
  it('resumes the tab’s member session', async (t) => {
    const { open } = await openTab(t, exchangeOnce())
    await open(LINK)

    const { memberSession } = await open(NO_LINK)

    assert.equal(memberSession.state.value, 'signed-in')
  })

  it('shows that the session ended when there is none', async (t) => {
    const { open, calls } = await openTab(t, exchangeOnce())

    const { memberSession } = await open(NO_LINK)

    assert.equal(memberSession.state.value, 'ended')
    assert.equal(calls.length, 0)
  })

  it('shows that the link expired when there is none at a link’s address', async (t) => {
    const { open, calls } = await openTab(t, exchangeOnce())

    const { memberSession } = await open('/launch?embed=1')

    assert.equal(memberSession.state.value, 'link-expired')
    assert.equal(calls.length, 0)
  })
})
