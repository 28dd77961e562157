import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { AnswerError, UnreachableError } from '@estante/client/answer.ts'
import { answer, answerAsProxy, type Call, loseAnswer, openPlayService, profile, tokens } from '../test/play-service.ts'
import { createMemberSession } from './member-session.ts'
import { createPageStorage } from './page-storage.ts'

const blockedStorage = () =>
  createPageStorage(() => {
    throw new Error('storage is blocked')
  })

/** A page whose tab has stored the tokens `kept`. */
const tabStorage = (stored: Map<string, string>) =>
  createPageStorage(() => ({
    ...({} as Storage),
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => stored.set(key, value),
    removeItem: (key) => stored.delete(key),
  }))

/** A signed-in member, at a service that accepts only `accepted`. */
async function signIn(t: TestContext, handle: (call: Call, accepted: { token: string }) => [number, unknown] | 'lost') {
  const accepted = { token: 'access-1' }
  const service = await openPlayService((call, response) => {
    const result = handle(call, accepted)
    if (result === 'lost') loseAnswer(response)
    else answer(response, ...result)
  })
  t.after(service.close)
  const stored = new Map<string, string>()
  const storage = tabStorage(stored)
  const memberSession = createMemberSession({ storage, origin: service.origin, retryDelaysMs: [1, 1, 1] })
  memberSession.begin({ tokens: tokens(1), profile })
  return { memberSession, accepted, stored, ...service }
}

const library = { items: [] }
const refused = { statusCode: 401, code: 'INVALID_ACCESS_TOKEN', message: 'Sua sessão terminou.' }

function libraryAndRefresh({ path, accessToken, body }: Call, accepted: { token: string }): [number, unknown] {
  if (path !== '/play/v1/refresh') return accessToken === accepted.token ? [200, library] : [401, refused]
  if (body.refreshToken !== 'refresh-1') return [401, refused]
  accepted.token = 'access-2'
  return [200, tokens(2)]
}

describe('a member session', () => {
  it('refreshes expired tokens once for concurrent calls, transparently', async (t) => {
    const { memberSession, accepted, calls } = await signIn(t, libraryAndRefresh)
    accepted.token = 'access-2'

    const answers = await Promise.all(Array.from({ length: 8 }, () => memberSession.api.get('/play/v1/library')))

    assert.deepEqual(answers, Array(8).fill(library))
    assert.equal(calls.filter((call) => call.path === '/play/v1/refresh').length, 1)
  })

  it('repeats a refresh with the same token after a lost answer', async (t) => {
    let isFirst = true
    const { memberSession, accepted, calls } = await signIn(t, (call, accepted) => {
      if (call.path === '/play/v1/refresh' && isFirst) {
        isFirst = false
        return 'lost'
      }
      return libraryAndRefresh(call, accepted)
    })
    accepted.token = 'access-2'

    await memberSession.api.get('/play/v1/library')

    const refreshes = calls.filter((call) => call.path === '/play/v1/refresh')
    assert.deepEqual(
      refreshes.map((call) => call.body),
      [{ refreshToken: 'refresh-1' }, { refreshToken: 'refresh-1' }],
    )
    assert.equal(memberSession.state.value, 'signed-in')
  })

  it('ends when the refresh is refused, and forgets the member', async (t) => {
    const { memberSession, stored } = await signIn(t, () => [401, refused])

    await assert.rejects(memberSession.api.get('/play/v1/library'), AnswerError)

    assert.equal(memberSession.state.value, 'ended')
    assert.equal(memberSession.profile.value, undefined)
    assert.equal(stored.size, 0)
  })

  it('survives an unreachable refresh', async (t) => {
    const { memberSession, stored } = await signIn(t, ({ path }) =>
      path === '/play/v1/refresh' ? 'lost' : [401, refused],
    )

    await assert.rejects(memberSession.api.get('/play/v1/library'))

    assert.equal(memberSession.state.value, 'signed-in')
    assert.match([...stored.values()].join(), /refresh-1/)
  })

  it('retries while the service is unreachable', async (t) => {
    let failures = 2
    const { memberSession } = await signIn(t, () => (failures-- > 0 ? 'lost' : [200, library]))

    const answered = await memberSession.api.get('/play/v1/library')

    assert.deepEqual(answered, library)
  })

  it('takes the page of a proxy for no answer of the service', async (t) => {
    const requested: string[] = []
    const service = await openPlayService(({ path, accessToken }, response) => {
      requested.push(path)
      if (requested.filter((one) => one === path).length === 1) answerAsProxy(response)
      else if (path === '/play/v1/refresh') answer(response, 200, tokens(2))
      else if (accessToken === 'access-1') answer(response, 401, refused)
      else answer(response, 200, library)
    })
    t.after(service.close)
    const storage = tabStorage(new Map())
    const memberSession = createMemberSession({ storage, origin: service.origin, retryDelaysMs: [1, 1, 1] })
    memberSession.begin({ tokens: tokens(1), profile })

    await assert.rejects(memberSession.api.fetchInTime('/play/v1/activity'), UnreachableError)
    const answered = await memberSession.api.get('/play/v1/library')

    assert.deepEqual(answered, library)
    assert.equal(memberSession.state.value, 'signed-in')
  })

  it('reports an error of the service at once, with its code', async (t) => {
    const gone = { statusCode: 404, code: 'PUBLICATION_NOT_FOUND', message: 'Este título não existe.' }
    const { memberSession, calls } = await signIn(t, () => [404, gone])

    const call = memberSession.api.get('/play/v1/publications/pub_1')

    await assert.rejects(call, { code: 'PUBLICATION_NOT_FOUND', status: 404 })
    assert.equal(calls.length, 1)
  })

  it('resumes with the stored tokens, and a reload with the refreshed ones', async (t) => {
    const { accepted, stored, origin } = await signIn(t, (call, accepted) =>
      call.path === '/play/v1/profile' && call.accessToken === accepted.token
        ? [200, profile]
        : libraryAndRefresh(call, accepted),
    )
    accepted.token = 'access-2'

    const reloaded = createMemberSession({ storage: tabStorage(stored), origin, retryDelaysMs: [] })
    await reloaded.resume()

    assert.equal(reloaded.state.value, 'signed-in')
    assert.match([...stored.values()].join(), /refresh-2/)
  })

  it('shares refreshed tokens with duplicates of its tab, so that none uses a replaced one', async (t) => {
    const { accepted, stored, origin, calls } = await signIn(t, libraryAndRefresh)
    const [one, other] = [new BroadcastChannel('tabs'), new BroadcastChannel('tabs')]
    t.after(() => [one, other].map((channel) => channel.close()))
    const tab = createMemberSession({ storage: tabStorage(new Map(stored)), origin, tabs: one, retryDelaysMs: [] })
    const storageOfDuplicate = new Map(stored)
    const storage = tabStorage(storageOfDuplicate)
    const duplicate = createMemberSession({ storage, origin, tabs: other, retryDelaysMs: [] })
    accepted.token = 'access-2'

    const heard = once(other, 'message')
    await tab.api.get('/play/v1/library')
    await heard
    await duplicate.api.get('/play/v1/library')

    assert.equal(calls.filter((call) => call.path === '/play/v1/refresh').length, 1)
    assert.match([...storageOfDuplicate.values()].join(), /refresh-2/)
  })

  it('asks again for what is not answered in time, also for a refresh', async (t) => {
    const requested: string[] = []
    const service = await openPlayService(({ path, accessToken }, response) => {
      const isFirst = !requested.includes(path)
      requested.push(path)
      if (path === '/play/v1/library' && accessToken === 'access-1') answer(response, 401, refused)
      else if (!isFirst) answer(response, 200, path === '/play/v1/refresh' ? tokens(2) : library)
    })
    t.after(service.close)
    const memberSession = createMemberSession({
      storage: tabStorage(new Map()),
      origin: service.origin,
      retryDelaysMs: [1, 1, 1],
      answerLimitMs: 200,
    })
    memberSession.begin({ tokens: tokens(1), profile })

    await memberSession.api.get('/play/v1/home')
    await memberSession.api.get('/play/v1/library')
    await memberSession.api.put('/play/v1/library/pub_1')

    const paths = ['/play/v1/home', '/play/v1/refresh', '/play/v1/library/pub_1']
    assert.deepEqual(
      paths.map((path) => requested.filter((one) => one === path).length),
      [2, 2, 2],
    )
  })

  it('counts the service as unreachable once a second request is not answered in time', async (t) => {
    const service = await openPlayService(() => {})
    t.after(service.close)
    const storage = tabStorage(new Map())
    const host = { storage, origin: service.origin, retryDelaysMs: [1, 1, 1], answerLimitMs: 200 }
    const memberSession = createMemberSession(host)
    memberSession.begin({ tokens: tokens(1), profile })

    await assert.rejects(memberSession.api.get('/play/v1/home'), UnreachableError)
    await assert.rejects(memberSession.api.post('/play/v1/queue', { id: 'pub_1' }), UnreachableError)
    await assert.rejects(memberSession.api.fetchInTime('/play/v1/activity', { method: 'POST' }), UnreachableError)

    assert.deepEqual(
      service.calls.map(({ path }) => path),
      ['/play/v1/home', '/play/v1/home', '/play/v1/queue', '/play/v1/queue', '/play/v1/activity'],
    )
  })

  it('leaves what a later tab has stored', () => {
    const stored = new Map<string, string>()
    const [earlier, later] = [tabStorage(stored), tabStorage(stored)]

    earlier.set('key', 'earlier')
    later.set('key', 'later')

    assert.equal(earlier.get('key'), 'later')
  })

  it('ends with a reload where storage is blocked', async (t) => {
    const { origin } = await signIn(t, () => [200, profile])

    const reloaded = createMemberSession({ storage: blockedStorage(), origin })
    await reloaded.resume()

    assert.equal(reloaded.state.value, 'ended')
  })
})
