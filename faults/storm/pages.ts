import { randomUUID } from 'node:crypto'
import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import { pageKey } from '@estante/server/test/people.ts'
import {
  anyMember,
  anyOf,
  type LaunchRecord,
  type LeaseRecord,
  type MemberRecord,
  type SessionRecord,
  type Title,
  takeCredit,
  takeTokens,
} from './acknowledged.ts'
import type { ClusterClient } from './client.ts'

const LAUNCH_LIFETIME_MS = 60_000
/** Older launches are not exchanged, since the answer could come too late. */
const LAUNCH_USE_MS = 50_000
/** The server's clock has a resolution of milliseconds. */
const ROUNDING_MS = 5

type Claim = Pick<LeaseRecord, 'id' | 'title' | 'chapter' | 'sequence'> & { activeMs: number }

/** Simulates the pages of members: opens launches, refreshes tokens, reports activity and saves titles. */
export function createMemberPages({ send, expect }: ClusterClient, members: MemberRecord[], titles: Title[]) {
  const weights = new Map([
    [open, 5],
    [openTwice, 1],
    [refresh, 3],
    [useDeadToken, 2],
    [openLease, 4],
    [beat, 8],
    [save, 3],
  ])

  return { weights }

  function anySession() {
    const member = anyMember(members, ({ sessions }) => sessions.length > 0)
    return { member, session: anyOf(member?.sessions ?? []) }
  }

  async function open(): Promise<void> {
    const member = anyMember(members, ({ launches }) => launches.some(isOpenable))
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
    const launch = anyMember(members, ({ launches }) => launches.some(isUsed))?.launches.find(isUsed)
    if (!launch) return
    const body = { token: launch.token, key: pageKey() }
    expect(await send('POST', '/play/v1/launch', { body, authorization: '' }), 401, 'a used launch opened again')
  }

  async function refresh(): Promise<void> {
    const { member, session } = anySession()
    if (!member || !session) return
    const body = { refreshToken: session.tokens.refreshToken }
    const answer = await send('POST', '/play/v1/refresh', { body, authorization: '' })
    if (!answer) member.doubt = { kind: 'refresh', session, at: Date.now() }
    if (expect(answer, 200, 'a session is not refreshed')) takeTokens(member, session, answer.json())
  }

  async function useDeadToken(): Promise<void> {
    const token = anyOf(
      anyMember(members, ({ deadAccessTokens }) => deadAccessTokens.length > 0)?.deadAccessTokens ?? [],
    )
    if (token) expect(await send('GET', '/play/v1/profile', bearer(token)), 401, 'a dead token works')
  }

  async function openLease(): Promise<void> {
    const { member, session } = anySession()
    const title = anyOf(titles)
    if (!member || !session || !title || (member.leases[title.type] && Math.random() < 0.9)) return
    const lease = { id: randomUUID(), title, chapter: Math.floor(Math.random() * 2), sequence: 1, claimedMs: 0 }
    delete member.leases[title.type]
    const answer = await report(session, { ...lease, activeMs: 0 })
    if (expect(answer, 200, 'a heartbeat is refused')) {
      member.leases[title.type] = { ...lease, chapterMs: 0, answeredAt: performance.now() }
    }
  }

  /** Claims all time since the last answer, which is less than elapsed on the server, so all of it must be credited. */
  async function beat(): Promise<void> {
    const member = anyMember(members, ({ leases }) => leases.audiobook !== undefined || leases.ebook !== undefined)
    const lease = anyOf([member?.leases.audiobook, member?.leases.ebook].filter((one) => one !== undefined))
    const session = anyOf(member?.sessions ?? [])
    if (!member || !lease || !session) return
    const ms = Math.floor(performance.now() - lease.answeredAt) - ROUNDING_MS
    if (ms <= 0) return
    const claim = { ...lease, sequence: lease.sequence + 1, activeMs: lease.claimedMs + ms }
    const answer = await report(session, claim)
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

  function report({ tokens }: SessionRecord, { id, title, chapter, sequence, activeMs }: Claim) {
    const place = title.type === 'ebook' ? { chapter } : { contentMs: activeMs }
    const body = { leaseId: id, sequence, publicationId: title.id, activeMs, idleMs: 0, ...place }
    return send('POST', '/play/v1/activity', { ...bearer(tokens.accessToken), body })
  }

  async function save(): Promise<void> {
    const { member, session } = anySession()
    const publicationId = anyOf(titles)?.id
    if (!member || !session || !publicationId) return
    const saved = !member.saved.get(publicationId)
    const path = `/play/v1/library/${publicationId}`
    const answer = await send(saved ? 'PUT' : 'DELETE', path, bearer(session.tokens.accessToken))
    if (!answer) member.doubt = { kind: 'library', publicationId, saved }
    if (expect(answer, 204, 'the library is not written')) member.saved.set(publicationId, saved)
  }
}

function isOpenable({ key, mintedAt }: LaunchRecord): boolean {
  return key === undefined && Date.now() - mintedAt < LAUNCH_USE_MS
}

function isUsed({ key, mintedAt }: LaunchRecord): boolean {
  return key !== undefined && Date.now() - mintedAt < LAUNCH_LIFETIME_MS
}

export function bearer(accessToken: string): { authorization: string } {
  return { authorization: `Bearer ${accessToken}` }
}
