import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { UsageReport } from '@estante/contract/partner/usage.ts'
import { toOneLine } from '@estante/contract/visible-text.ts'
import { anyCharacter } from '@estante/formats/fixtures/any-character.ts'
import fc from 'fast-check'
import { documentedObjects } from '../contract.ts'
import {
  assertOwn,
  blockMember,
  callPartner,
  isEmailConflict,
  isOpen,
  type MemberModel,
  type Model,
  type MonthListening,
  type Page,
  recordAnswer,
  type Subject,
  type Tenancy,
} from './model.ts'

type Command = fc.AsyncCommand<Model, Subject>

const USERS = '/partner/v1/users/{externalUserId}'
/** Similar identifiers of different members. */
const IDENTIFIERS = [
  'ana',
  'ANA',
  'a/b',
  'a%2Fb',
  'é',
  'e\u0301',
  '48999',
  '48999.0',
  '📚',
  ' ana',
  'a?b#c',
  '%00',
  '..a',
]
const EMAILS = ['bia@example.com', 'BIA@Example.com', 'joão@ação.com.br', 'joa\u0303o@ação.com.br', 'caio@example.com']
const LINK_LIFETIME_MS = 60_000
/** Well within the lifetime of a link, on a clock that goes on. */
const SURELY_ALIVE_MS = 30_000
/** For how long a replaced refresh token still gets the answer that may have been lost. */
const GRACE_MS = 60_000
const ACCESS_MS = 600_000
const STARTED_AFTER_MS = 5000
/** Midnight in São Paulo between the months of `usage`. */
const MONTH_END = Date.parse('2026-11-01T03:00:00Z')

interface PutBody {
  email?: unknown
  name?: unknown
  status?: unknown
}

/** All kinds of calls of the contract, valid and hostile, as fast-check commands. */
export async function partnerCommands(tenancies: readonly Tenancy[]): Promise<fc.Arbitrary<Command>[]> {
  const documented = await documentedObjects('corpo')
  const tenancy = fc.nat(tenancies.length - 1)
  const unicode = fc.string({ unit: anyCharacter })
  // Mostly the same few values, so that calls collide.
  const externalUserId = fc.oneof(fc.constantFrom('ana', 'ANA'), fc.constantFrom(...IDENTIFIERS))
  const email = fc.constantFrom(...EMAILS)
  const name = fc.constantFrom('Ana', '', 'Zoë 📚', 'שלום')
  const status = fc.constantFrom('ACTIVE', 'BLOCKED')
  const validPut = fc.record({ email: fc.option(email), name: fc.option(name), status }, { requiredKeys: [] })
  const validSession = fc.record(
    { email, name, redirectPath: fc.constantFrom('/', '/explorar', '/nada?a=b#c') },
    { requiredKeys: [] },
  )
  const anything = fc.oneof(fc.jsonValue(), unicode, fc.constantFrom(...documented))
  const hostile = fc.oneof(
    anything,
    fc.record(
      {
        externalUserId: anything,
        id: anything,
        email: anything,
        name: anything,
        status: anything,
        partnerId: anything,
      },
      { requiredKeys: [] },
    ),
  )
  const text = fc.oneof(unicode, fc.constantFrom('', '0', '-1', '1e3', '١', '2026-00', "' or 1=1"))
  const ofMembers = [
    fc.tuple(tenancy, externalUserId, validPut).map(([t, id, body]) => put(t, id, body, true)),
    fc.tuple(tenancy, externalUserId).map(([t, id]) => get(t, id)),
    fc.tuple(tenancy, externalUserId).map(([t, id]) => remove(t, id)),
    fc.tuple(tenancy, externalUserId, validSession).map(([t, id, body]) => session(t, id, body)),
    fc.nat().map(openLaunch),
    fc.nat().map(readProfile),
    fc.tuple(fc.nat(), fc.nat(3)).map(([page, token]) => refresh(page, token)),
    fc.tuple(fc.nat(), fc.constantFrom(1000, 4999, 5000, 20_000)).map(([page, ms]) => listen(page, ms)),
  ]
  const others = [
    fc.tuple(tenancy, externalUserId).map(([t, id]) => erase(t, id)),
    fc.tuple(tenancy, externalUserId).map(([t, id]) => exportData(t, id)),
    fc.tuple(tenancy, externalUserId, hostile).map(([t, id, body]) => put(t, id, body, false)),
    fc.tuple(tenancy, hostile).map(([t, body]) => hostileSession(t, body)),
    fc
      .tuple(tenancy, fc.option(fc.integer({ min: 1, max: 300 })), fc.boolean())
      .map(([t, limit, on]) => list(t, limit, on)),
    fc.constantFrom(1, 30_000, 59_999, 60_000, 180_000, 600_000).map(pass),
    fc.tuple(tenancy, fc.constantFrom('2026-10', '2026-11', '2020-01', '2999-12')).map(([t, month]) => usage(t, month)),
    fc
      .tuple(tenancy, fc.constantFrom('type', 'limit', 'cursor', 'month', 'x'), text)
      .map(([t, n, v]) => oddQuery(t, n, v)),
    fc
      .tuple(tenancy, fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'), text, anything)
      .map(([t, method, path, body]) => oddRequest(t, method, path, body)),
    fc.tuple(tenancy, text).map(([t, secret]) => stranger(t, secret)),
  ]
  // fast-check picks each equally: commands that change members are listed three times.
  return [...ofMembers, ...ofMembers, ...ofMembers, ...others]
}

function command(label: string, run: (model: Model, subject: Subject) => Promise<void>): Command {
  return { check: () => true, run, toString: () => label }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function userPath(externalUserId: string): string {
  return USERS.replace('{externalUserId}', encodeURIComponent(externalUserId))
}

/** Adds the tenancy to a name, and the run to an e-mail. */
function markNames<B extends PutBody>(body: B, { tenancies, prefix }: Subject, tenancy: number): B {
  return {
    ...body,
    ...(typeof body.name === 'string' && { name: `${body.name} ${tenancies[tenancy]?.mark}` }),
    ...(typeof body.email === 'string' && { email: `${prefix}${body.email}` }),
  }
}

function put(tenancy: number, identifier: string, fields: unknown, isValid: boolean): Command {
  return command(`PUT ${tenancy} ${identifier} ${JSON.stringify(fields)}`, async (model, subject) => {
    const externalUserId = `${subject.prefix}${identifier}`
    const body = isObject(fields) ? markNames(fields as PutBody, subject, tenancy) : fields
    const answer = await callPartner(model, subject, tenancy, 'PUT', USERS, { path: userPath(externalUserId), body })
    const { email, name, status } = (isObject(body) ? body : {}) as PutBody
    if (answer.status === 400) return assert.ok(!isValid, answer.text)
    const isConflict = typeof email === 'string' && isEmailConflict(model, tenancy, externalUserId, email)
    assert.equal(answer.status, isConflict ? 409 : 200, answer.text)
    if (isConflict) return

    const now = JSON.parse(answer.text)
    const member = model.members[tenancy]?.get(externalUserId) ?? create(model, tenancy, externalUserId, now.id)
    if (email !== undefined) member.email = email as string | null
    if (name !== undefined) member.name = typeof name === 'string' ? toOneLine(name) : null
    if (status === 'BLOCKED') blockMember(member)
    if (status === 'ACTIVE') member.status = 'ACTIVE'
    assert.deepEqual(now, toUser(externalUserId, member))
  })
}

function get(tenancy: number, identifier: string): Command {
  return command(`GET ${tenancy} ${identifier}`, async (model, subject) => {
    const externalUserId = `${subject.prefix}${identifier}`
    const answer = await callPartner(model, subject, tenancy, 'GET', USERS, { path: userPath(externalUserId) })
    const member = model.members[tenancy]?.get(externalUserId)
    assert.equal(answer.status, member ? 200 : 404)
    if (member)
      assert.deepEqual(JSON.parse(answer.text), {
        ...toUser(externalUserId, member),
        lastActivityAt: lastActivityOf(member.listened),
      })
  })
}

function remove(tenancy: number, identifier: string): Command {
  return command(`DELETE ${tenancy} ${identifier}`, async (model, subject) => {
    const externalUserId = `${subject.prefix}${identifier}`
    const answer = await callPartner(model, subject, tenancy, 'DELETE', USERS, { path: userPath(externalUserId) })
    const member = model.members[tenancy]?.get(externalUserId)
    assert.equal(answer.status, member ? 204 : 404)
    if (member) blockMember(member)
  })
}

function erase(tenancy: number, identifier: string): Command {
  return command(`erase ${tenancy} ${identifier}`, async (model, subject) => {
    const externalUserId = `${subject.prefix}${identifier}`
    const path = `${userPath(externalUserId)}/data`
    const answer = await callPartner(model, subject, tenancy, 'DELETE', `${USERS}/data`, { path })
    assert.equal(answer.status, 204, 'whoever it was')
    const member = model.members[tenancy]?.get(externalUserId)
    if (member) model.erased.push(member.id)
    model.members[tenancy]?.delete(externalUserId)
  })
}

function exportData(tenancy: number, identifier: string): Command {
  return command(`export ${tenancy} ${identifier}`, async (model, subject) => {
    const externalUserId = `${subject.prefix}${identifier}`
    const path = `${userPath(externalUserId)}/data`
    const answer = await callPartner(model, subject, tenancy, 'GET', `${USERS}/data`, { path })
    const member = model.members[tenancy]?.get(externalUserId)
    assert.equal(answer.status, member ? 200 : 404)
    if (!member) return
    const { user, environment, launches } = JSON.parse(answer.text)
    const { createdAt: _, revokedAt, lastActivityAt: __, ...fields } = user
    assert.deepEqual(fields, toUser(externalUserId, member))
    assert.equal(revokedAt === null, member.status === 'ACTIVE')
    assert.equal(environment, subject.tenancies[tenancy]?.environment)
    assert.equal(launches.length, model.launches.filter(({ memberId }) => memberId === member.id).length)
  })
}

function session(
  tenancy: number,
  identifier: string,
  fields: { email?: string; name?: string; redirectPath?: string },
): Command {
  return command(`POST session ${tenancy} ${identifier} ${JSON.stringify(fields)}`, async (model, subject) => {
    const externalUserId = `${subject.prefix}${identifier}`
    const body = { externalUserId, ...markNames(fields, subject, tenancy) }
    const answer = await callPartner(model, subject, tenancy, 'POST', '/partner/v1/sessions', { body })
    const known = model.members[tenancy]?.get(externalUserId)
    const isConflict = body.email !== undefined && isEmailConflict(model, tenancy, externalUserId, body.email)
    assert.equal(answer.status, known?.status === 'BLOCKED' ? 403 : isConflict ? 409 : 201, answer.text)
    if (answer.status !== 201) return

    const { launchUrl, launchToken, user } = JSON.parse(answer.text)
    const member = known ?? create(model, tenancy, externalUserId, user.id)
    member.email = body.email ?? member.email
    member.name = body.name ?? member.name
    assert.deepEqual(user, toUser(externalUserId, member))
    const parameters = new URL(launchUrl).searchParams
    assert.deepEqual([parameters.get('token'), parameters.get('redirect')], [launchToken, body.redirectPath ?? null])
    const { id: memberId, revocations } = member
    model.launches.push({
      tenancy,
      externalUserId,
      memberId,
      revocations,
      token: launchToken,
      at: subject.now(),
    })
  })
}

/** A unique identifier, so that its member is unknown to the model. */
function hostileSession(tenancy: number, fields: unknown): Command {
  return command(`POST session ${tenancy} ${JSON.stringify(fields)}`, async (model, subject) => {
    const externalUserId = `${subject.prefix}${randomUUID()}`
    const body = isObject(fields) ? { ...markNames(fields, subject, tenancy), externalUserId } : fields
    const answer = await callPartner(model, subject, tenancy, 'POST', '/partner/v1/sessions', { body })
    if (answer.status !== 201) return
    const { user } = JSON.parse(answer.text)
    assert.deepEqual([user.externalUserId, user.status], [externalUserId, 'ACTIVE'])
    Object.assign(create(model, tenancy, externalUserId, user.id), { email: user.email, name: user.name })
  })
}

/** Opens a link: once, twice with the same key, or with another key. */
function openLaunch(pick: number): Command {
  return command(`open ${pick}`, async (model, subject) => {
    const launch = model.launches[pick % Math.max(1, model.launches.length)]
    if (!launch) return
    const age = subject.now() - launch.at
    if (!subject.held && age > SURELY_ALIVE_MS) return
    const { opened } = launch
    const isAgain = opened !== undefined && pick % 2 === 0
    const key = isAgain ? opened.key : randomUUID().replaceAll('-', '')
    const answer = await subject.call({
      method: 'POST',
      path: '/play/v1/launch',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: launch.token, key }),
    })
    recordAnswer(subject, 'POST /play/v1/launch', answer)
    assertOwn(model, subject, launch.tenancy, answer)
    // A limit on opening links from one address was reached: the link is unchanged.
    if (answer.status === 429) return
    const isUnused = isAgain ? opened.page.refreshTokens.length === 1 && !opened.page.isEnded : opened === undefined
    const mayEnter = isOpen(model, launch) && isUnused && age < LINK_LIFETIME_MS
    assert.equal(answer.status, mayEnter ? 200 : 401, answer.text)
    if (!mayEnter) return

    const { tokens, profile } = JSON.parse(answer.text)
    assertProfile(model, subject, launch, profile)
    if (isAgain) {
      assert.deepEqual(tokens, tokensOf(opened.page))
      return
    }
    const { tenancy, externalUserId, memberId, revocations } = launch
    const { accessToken, refreshToken } = tokens
    const page: Page = {
      ...{ tenancy, externalUserId, memberId, revocations },
      ...{ accessToken, refreshTokens: [refreshToken], rotatedAt: subject.now(), isEnded: false },
    }
    launch.opened = { key, page }
    model.pages.push(page)
  })
}

/** Refreshes with the page's current token, or an earlier one, which another holder may have. */
function refresh(pick: number, back: number): Command {
  return command(`refresh ${pick} ${back}`, async (model, subject) => {
    const page = model.pages[pick % Math.max(1, model.pages.length)]
    if (!page) return
    const age = Math.min(back, page.refreshTokens.length - 1)
    const answer = await subject.call({
      method: 'POST',
      path: '/play/v1/refresh',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: page.refreshTokens.at(-1 - age) }),
    })
    recordAnswer(subject, 'POST /play/v1/refresh', answer)
    if (answer.status === 429) return
    const isLive = isOpen(model, page) && !page.isEnded
    const isRepeated = age === 1 && subject.now() - page.rotatedAt <= GRACE_MS
    assert.equal(answer.status, isLive && (age === 0 || isRepeated) ? 200 : 401, answer.text)
    if (!isLive) return
    if (answer.status === 401) page.isEnded = true
    else if (isRepeated) assert.deepEqual(JSON.parse(answer.text), tokensOf(page))
    else {
      const { accessToken, refreshToken } = JSON.parse(answer.text)
      assert.ok(!page.refreshTokens.includes(refreshToken) && accessToken !== page.accessToken)
      page.refreshTokens.push(refreshToken)
      Object.assign(page, { accessToken, rotatedAt: subject.now() })
    }
  })
}

function tokensOf({ accessToken, refreshTokens }: Page) {
  return { accessToken, refreshToken: refreshTokens.at(-1) }
}

function isSignedIn(model: Model, { now }: Subject, page: Page): boolean {
  return isOpen(model, page) && !page.isEnded && now() - page.rotatedAt < ACCESS_MS
}

function pass(ms: number): Command {
  return command(`pass ${ms}`, async (_, { held }) => held?.advance(ms))
}

/** Listens in a page for a while, as far as it stays signed in. */
function listen(pick: number, ms: number): Command {
  return command(`listen ${pick} ${ms}`, async (model, subject) => {
    const page = model.pages[pick % Math.max(1, model.pages.length)]
    if (!page || !subject.held) return
    const lease = { leaseId: randomUUID(), publicationId: subject.held.audiobook, idleMs: 0 }
    if (!(await beat({ ...lease, sequence: 1, activeMs: 0 }))) return
    subject.held.advance(ms)
    if (!(await beat({ ...lease, sequence: 2, activeMs: ms }))) return
    const to = subject.now()
    const from = to - ms
    const { listened } = model.members[page.tenancy]!.get(page.externalUserId)!
    const isOver = to > MONTH_END
    if (from < MONTH_END) {
      // The end is exclusive: the month's last moment still belongs to it.
      const lastAt = isOver ? MONTH_END - 1 : to
      listened.push({ month: '2026-10', ms: Math.min(to, MONTH_END) - from, lastAt })
    }
    if (isOver) listened.push({ month: '2026-11', ms: to - Math.max(from, MONTH_END), lastAt: to })

    async function beat(body: object): Promise<boolean> {
      const answer = await subject.call({
        method: 'POST',
        path: '/play/v1/activity',
        headers: { authorization: `Bearer ${page!.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      recordAnswer(subject, 'POST /play/v1/activity', answer)
      if (answer.status !== 429) assert.equal(answer.status, isSignedIn(model, subject, page!) ? 200 : 401, answer.text)
      return answer.status === 200
    }
  })
}

function readProfile(pick: number): Command {
  return command(`profile ${pick}`, async (model, subject) => {
    const page = model.pages[pick % Math.max(1, model.pages.length)]
    if (!page) return
    const answer = await subject.call({
      method: 'GET',
      path: '/play/v1/profile',
      headers: { authorization: `Bearer ${page.accessToken}` },
    })
    recordAnswer(subject, 'GET /play/v1/profile', answer)
    assertOwn(model, subject, page.tenancy, answer)
    if (answer.status === 429) return
    assert.equal(answer.status, isSignedIn(model, subject, page) ? 200 : 401, answer.text)
    if (answer.status === 200) assertProfile(model, subject, page, JSON.parse(answer.text))
  })
}

function assertProfile(
  { members }: Model,
  { tenancies }: Subject,
  { tenancy, externalUserId }: { tenancy: number; externalUserId: string },
  profile: { member: object; environment: string },
): void {
  const known = members[tenancy]?.get(externalUserId)
  const { id, name, email } = known ?? assert.fail('nobody')
  assert.deepEqual([profile.member, profile.environment], [{ id, name, email }, tenancies[tenancy]?.environment])
}

function list(tenancy: number, limit: number | null, goesOn: boolean): Command {
  return command(`catalog ${tenancy} ${limit} ${goesOn}`, async (model, subject) => {
    const query = new URLSearchParams({
      ...(limit !== null && { limit: String(limit) }),
      ...(goesOn && model.cursor !== undefined && { cursor: model.cursor }),
    })
    const pattern = '/partner/v1/catalog'
    const path = `${pattern}?${query}`
    const answer = await callPartner(model, subject, tenancy, 'GET', pattern, { path })
    assert.equal(answer.status, 200, answer.text)
    const { items, nextCursor } = JSON.parse(answer.text)
    assert.ok(items.length <= Math.min(limit ?? 50, 200))
    model.cursor = nextCursor ?? undefined
    const headers = { 'if-none-match': String(answer.headers.etag) }
    assert.equal((await callPartner(model, subject, tenancy, 'GET', pattern, { path, headers })).status, 304)
  })
}

function usage(tenancy: number, month: string): Command {
  return command(`usage ${tenancy} ${month}`, async (model, subject) => {
    const pattern = '/partner/v1/usage'
    const answer = await callPartner(model, subject, tenancy, 'GET', pattern, { path: `${pattern}?month=${month}` })
    assert.equal(answer.status, 200)
    const report = JSON.parse(answer.text) as UsageReport
    const sums = { activeUsers: report.users.length, titlesStarted: 0, listeningSeconds: 0, readingChapters: 0 }
    for (const { titlesStarted, listeningSeconds } of report.users) {
      sums.titlesStarted += titlesStarted
      sums.listeningSeconds += listeningSeconds
    }
    assert.deepEqual([report.month, report.totals], [month, sums])
    // The others are of earlier runs, or erased.
    const own = report.users.filter(({ externalUserId }) => externalUserId.startsWith(subject.prefix))
    const expected = [...model.members[tenancy]!]
      .map(([externalUserId, { listened }]) => ({ externalUserId, ...monthOf(listened, month) }))
      .filter(({ listeningSeconds }) => listeningSeconds > 0)
    const sorted = (users: typeof own) =>
      users.toSorted((one, other) => (one.externalUserId < other.externalUserId ? -1 : 1))
    assert.deepEqual(sorted(own), sorted(expected))
  })
}

function monthOf(listened: MonthListening[], month: string) {
  const inMonth = listened.filter((one) => one.month === month)
  const sumOf = (some: MonthListening[]) => some.reduce((sum, { ms }) => sum + ms, 0)
  const started = listened.find((_, index) => sumOf(listened.slice(0, index + 1)) >= STARTED_AFTER_MS)
  return {
    titlesStarted: started?.month === month ? 1 : 0,
    listeningSeconds: Math.floor(sumOf(inMonth) / 1000),
    lastActivityAt: lastActivityOf(inMonth),
  }
}

function lastActivityOf(listened: MonthListening[]): string | null {
  const last = listened.at(-1)
  return last ? new Date(last.lastAt).toISOString() : null
}

function oddQuery(tenancy: number, name: string, value: string): Command {
  return command(`query ${tenancy} ${name}=${JSON.stringify(value)}`, async (model, subject) => {
    for (const pattern of ['/partner/v1/catalog', '/partner/v1/usage']) {
      const path = `${pattern}?${new URLSearchParams({ [name]: value })}`
      await callPartner(model, subject, tenancy, 'GET', pattern, { path })
    }
  })
}

/** An unknown address, or a method that it does not have. */
function oddRequest(tenancy: number, method: string, text: string, body: unknown): Command {
  return command(`${method} ${tenancy} ${JSON.stringify(text)}`, async (model, subject) => {
    const { authorization } = subject.tenancies[tenancy] as Tenancy
    for (const path of [
      `/partner/v1/${encodeURIComponent(text)}/x`,
      '/partner/v1/sessions/',
      '/partner/v1/users/%zz',
    ]) {
      const isJson = method !== 'GET'
      const answer = await subject.call({
        method,
        path,
        headers: { authorization, ...(isJson && { 'content-type': 'application/json' }) },
        ...(isJson && { body: JSON.stringify(body) }),
      })
      recordAnswer(subject, 'an address that is none', answer)
      assert.ok(answer.status >= 400, answer.text)
      subject.description.assertError(answer)
      assertOwn(model, subject, tenancy, answer)
    }
  })
}

/** Calls with a wrong secret. */
function stranger(tenancy: number, secret: string): Command {
  return command(`stranger ${tenancy} ${JSON.stringify(secret)}`, async (model, subject) => {
    const { authorization } = subject.tenancies[tenancy] as Tenancy
    const [clientId] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':')
    const headers = { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` }
    const path = userPath(`${subject.prefix}ana`)
    const answer = await callPartner(model, subject, tenancy, 'DELETE', USERS, { path, headers })
    assert.equal(answer.status, 401)
  })
}

function create(model: Model, tenancy: number, externalUserId: string, id: string): MemberModel {
  const member: MemberModel = { id, email: null, name: null, status: 'ACTIVE', revocations: 0, listened: [] }
  model.members[tenancy]?.set(externalUserId, member)
  return member
}

function toUser(externalUserId: string, { id, email, name, status }: MemberModel) {
  return { id, externalUserId, email, name, status }
}
