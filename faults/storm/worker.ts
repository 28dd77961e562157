import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import { type Answer, type Credential, call, pageKey, userPath } from '../people.ts'
import {
  type LaunchRecord,
  type MemberRecord,
  newMember,
  type Profile,
  type Tally,
  type Title,
  takeCredit,
  takeProfile,
  takeTokens,
} from './acknowledged.ts'
import type { Cluster } from './cluster.ts'

/** Members that a worker still acts for; the audit covers all. */
const AT_HAND = 24
const LAUNCH_LIFETIME_MS = 60_000
/** Older launches are not exchanged, since the answer could come too late. */
const LAUNCH_USE_MS = 50_000
/** The server's clock has a resolution of milliseconds. */
const ROUNDING_MS = 5

export type Worker = ReturnType<typeof createWorker>

/**
 * Simulates a partner's backend and its members' pages: acts at random, one call at a time, and records what is
 * acknowledged.
 */
export function createWorker(cluster: Cluster, number: number, { authorization }: Credential, titles: Title[]) {
  const members: MemberRecord[] = []
  /** E-mails of accounts without identifier, for this worker to link. */
  const accounts: string[] = []
  /** E-mails that it tried to link. */
  const linked: string[] = []
  let tally: Tally

  const actions: [weight: number, act: () => Promise<void>][] = [
    [4, create],
    [3, update],
    [1, takeAnothersEmail],
    [1, link],
    [5, launch],
    [5, open],
    [1, openTwice],
    [3, refresh],
    [2, useDeadToken],
    [4, openLease],
    [8, beat],
    [3, save],
    [2, revoke],
    [2, restore],
  ]
  const deck = actions.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))

  return {
    members,
    accounts,
    linked,
    async run(counting: Tally, isOver: () => boolean): Promise<void> {
      tally = counting
      while (!isOver()) await (cluster.anyNode() ? anyOf(deck)?.() : wait(20))
    },
  }

  /** Picks a recent member who is in a state that suits. */
  function anyMember(suits: (member: MemberRecord) => boolean): MemberRecord | undefined {
    return anyOf(members.slice(-AT_HAND).filter((member) => !member.doubt && member.profile && suits(member)))
  }

  async function create(): Promise<void> {
    const member = newMember(`w${number}-${members.length}`)
    const profile = { email: `${member.externalUserId}@example.com`, name: 'Nova', isRevoked: false }
    members.push(member)
    if (Math.random() < 0.5) await put(member, { email: profile.email, name: profile.name }, profile)
    else await requestLaunch(member, { email: profile.email, name: profile.name }, profile)
  }

  async function update(): Promise<void> {
    const member = anyMember(() => true)
    if (!member?.profile) return
    const change =
      Math.random() < 0.5
        ? { name: `Nome ${randomUUID()}` }
        : { email: `${member.externalUserId}-${randomUUID()}@example.com` }
    await put(member, change, { ...member.profile, ...change })
  }

  async function takeAnothersEmail(): Promise<void> {
    const other = anyMember(({ profile }) => profile?.email != null)
    if (!other?.profile?.email) return
    const body = { email: other.profile.email.toUpperCase() }
    const answer = await send('PUT', userPath(`w${number}-ninguem-${randomUUID()}`), { body })
    expect(answer, 409, 'an e-mail was given to two members')
  }

  async function link(): Promise<void> {
    const email = accounts.pop()
    if (email === undefined) return
    linked.push(email)
    const member = newMember(`w${number}-${members.length}`)
    members.push(member)
    await requestLaunch(member, { email }, { email, name: 'Conta', isRevoked: false })
  }

  async function launch(): Promise<void> {
    const member = anyMember(({ profile }) => !profile?.isRevoked)
    if (member?.profile) await requestLaunch(member, {}, member.profile)
  }

  async function requestLaunch(member: MemberRecord, fields: object, profile: Profile): Promise<void> {
    const body = { externalUserId: member.externalUserId, ...fields }
    const answer = await send('POST', '/partner/v1/sessions', { body })
    if (!answer) member.doubt = { kind: 'profile', profile }
    if (!expect(answer, 201, 'no launch')) return
    takeProfile(member, profile)
    member.launches.push({ token: answer.json().launchToken, mintedAt: Date.now(), key: undefined })
  }

  async function open(): Promise<void> {
    const member = anyMember(({ launches }) => launches.some(isOpenable))
    const launch = member?.launches.find(isOpenable)
    if (!member || !launch) return
    const key = pageKey()
    const answer = await send('POST', '/play/v1/launch', { body: { token: launch.token, key }, authorization: '' })
    if (!answer) member.doubt = { kind: 'exchange', launch, key }
    if (!expect(answer, 200, 'a launch does not open')) return
    launch.key = key
    member.sessions.push({ tokens: (answer.json() as LaunchAnswer).tokens })
  }

  async function openTwice(): Promise<void> {
    const launch = anyMember(({ launches }) => launches.some(isUsed))?.launches.find(isUsed)
    if (!launch) return
    const body = { token: launch.token, key: pageKey() }
    expect(await send('POST', '/play/v1/launch', { body, authorization: '' }), 401, 'a used launch opened again')
  }

  async function refresh(): Promise<void> {
    const member = anyMember(({ sessions }) => sessions.length > 0)
    const session = anyOf(member?.sessions ?? [])
    if (!member || !session) return
    const body = { refreshToken: session.tokens.refreshToken }
    const answer = await send('POST', '/play/v1/refresh', { body, authorization: '' })
    if (!answer) member.doubt = { kind: 'refresh', session }
    if (expect(answer, 200, 'a session is not refreshed')) takeTokens(member, session, answer.json())
  }

  async function useDeadToken(): Promise<void> {
    const token = anyOf(anyMember(({ deadAccessTokens }) => deadAccessTokens.length > 0)?.deadAccessTokens ?? [])
    if (token) expect(await send('GET', '/play/v1/profile', bearer(token)), 401, 'a dead token works')
  }

  async function openLease(): Promise<void> {
    const member = anyMember(({ sessions }) => sessions.length > 0)
    const session = anyOf(member?.sessions ?? [])
    const title = anyOf(titles)
    if (!member || !session || !title || (member.leases[title.type] && Math.random() < 0.9)) return
    const lease = { id: randomUUID(), title, chapter: Math.floor(Math.random() * 2), sequence: 1, claimedMs: 0 }
    delete member.leases[title.type]
    const answer = await send('POST', '/play/v1/activity', {
      ...bearer(session.tokens.accessToken),
      body: toHeartbeat({ ...lease, activeMs: 0 }),
    })
    if (expect(answer, 200, 'a heartbeat is refused')) {
      member.leases[title.type] = { ...lease, chapterMs: 0, answeredAt: performance.now() }
    }
  }

  /** Claims all time since the last answer, which is less than elapsed on the server, so all of it must be credited. */
  async function beat(): Promise<void> {
    const member = anyMember(({ leases }) => leases.audiobook !== undefined || leases.ebook !== undefined)
    const lease = anyOf([member?.leases.audiobook, member?.leases.ebook].filter((one) => one !== undefined))
    const session = anyOf(member?.sessions ?? [])
    if (!member || !lease || !session) return
    const ms = Math.floor(performance.now() - lease.answeredAt) - ROUNDING_MS
    if (ms <= 0) return
    const claim = { ...lease, sequence: lease.sequence + 1, activeMs: lease.claimedMs + ms }
    const answer = await send('POST', '/play/v1/activity', {
      ...bearer(session.tokens.accessToken),
      body: toHeartbeat(claim),
    })
    if (!answer) {
      member.doubt = { kind: 'heartbeat', lease, ms }
      delete member.leases[lease.title.type]
    }
    if (!expect(answer, 200, 'a heartbeat is refused')) return
    lease.answeredAt = performance.now()
    lease.sequence = claim.sequence
    lease.claimedMs = claim.activeMs
    takeCredit(member, lease, ms)
  }

  async function save(): Promise<void> {
    const member = anyMember(({ sessions }) => sessions.length > 0)
    const session = anyOf(member?.sessions ?? [])
    const publicationId = anyOf(titles)?.id
    if (!member || !session || !publicationId) return
    const saved = !member.saved.get(publicationId)
    const path = `/play/v1/library/${publicationId}`
    const answer = await send(saved ? 'PUT' : 'DELETE', path, bearer(session.tokens.accessToken))
    if (!answer) member.doubt = { kind: 'library', publicationId, saved }
    if (expect(answer, 204, 'the library is not written')) member.saved.set(publicationId, saved)
  }

  async function revoke(): Promise<void> {
    const member = anyMember(() => true)
    if (!member?.profile) return
    const profile = { ...member.profile, isRevoked: true }
    const answer = await send('DELETE', userPath(member.externalUserId))
    if (!answer) member.doubt = { kind: 'profile', profile }
    if (!expect(answer, 204, 'a member is not revoked')) return
    takeProfile(member, profile)
    const body = { externalUserId: member.externalUserId }
    expect(await send('POST', '/partner/v1/sessions', { body }), 403, 'a revoked member is given a launch')
  }

  async function restore(): Promise<void> {
    const member = anyMember(({ profile }) => profile?.isRevoked === true)
    if (member?.profile) await put(member, { status: 'ACTIVE' }, { ...member.profile, isRevoked: false })
  }

  async function put(member: MemberRecord, body: object, profile: Profile): Promise<void> {
    const answer = await send('PUT', userPath(member.externalUserId), { body })
    if (!answer) member.doubt = { kind: 'profile', profile }
    if (expect(answer, 200, 'a member is not updated')) takeProfile(member, profile)
  }

  /** Sends a call. Undefined without an answer: it may have been executed. */
  async function send(
    method: string,
    path: string,
    options: { body?: object; authorization?: string } = {},
  ): Promise<Answer | undefined> {
    const node = cluster.anyNode()
    const answer = node && (await call(node, method, path, { authorization, ...options }).catch(() => undefined))
    if (answer && answer.status !== 503) {
      if (method !== 'GET' && answer.status < 300) tally.acknowledged++
      return answer
    }
    tally.unanswered++
    await wait(20)
    return undefined
  }

  function expect(answer: Answer | undefined, status: number, otherwise: string): answer is Answer {
    if (!answer) return false
    if (answer.status !== status) tally.losses.push(`${otherwise}: ${answer.status} ${answer.text}`)
    return answer.status === status
  }
}

function isOpenable({ key, mintedAt }: LaunchRecord): boolean {
  return key === undefined && Date.now() - mintedAt < LAUNCH_USE_MS
}

function isUsed({ key, mintedAt }: LaunchRecord): boolean {
  return key !== undefined && Date.now() - mintedAt < LAUNCH_LIFETIME_MS
}

function toHeartbeat({
  id,
  title,
  chapter,
  sequence,
  activeMs,
}: {
  id: string
  title: Title
  chapter: number
  sequence: number
  activeMs: number
}): object {
  const place = title.type === 'ebook' ? { chapter } : { contentMs: activeMs }
  return { leaseId: id, sequence, publicationId: title.id, activeMs, idleMs: 0, ...place }
}

export function bearer(accessToken: string): { authorization: string } {
  return { authorization: `Bearer ${accessToken}` }
}

function anyOf<T>(list: T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)]
}
