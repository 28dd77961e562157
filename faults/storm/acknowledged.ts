import type { MemberTokens } from '@estante/contract/play/launch.ts'

/** Acknowledged state of a member. Only one worker writes it, one call at a time, so the order is known. */
export interface MemberRecord {
  externalUserId: string
  /** Undefined until the creation is acknowledged. */
  fields: MemberFields | undefined
  launches: LaunchRecord[]
  sessions: SessionRecord[]
  /** Access tokens that were replaced or whose session ended: none may work again. */
  deadAccessTokens: string[]
  /** Whether each title is saved, by id. */
  saved: Map<string, boolean>
  /** Usage by title. */
  usage: Map<string, UsageRecord>
  /** Open leases for listening and reading. */
  leases: Partial<Record<Title['type'], LeaseRecord>>
  /** A call without an answer, which may have been executed. The member is not used until the audit has resolved it. */
  doubt: Doubt | undefined
}

export interface MemberFields {
  email: string | null
  name: string | null
  isRevoked: boolean
}

export interface LaunchRecord {
  token: string
  /** When the answer arrived, in epoch milliseconds. */
  mintedAt: number
  /** The page's key, once the launch was exchanged. */
  key: string | undefined
}

export interface SessionRecord {
  tokens: MemberTokens
}

export interface UsageRecord {
  creditedMs: number
  /** Chapters that were on screen long enough to count. */
  chapters: Set<number>
}

export interface LeaseRecord {
  id: string
  title: Title
  chapter: number
  sequence: number
  claimedMs: number
  /** Credited milliseconds, all in one chapter. */
  chapterMs: number
  /** When the last answer arrived, in monotonic milliseconds. */
  answeredAt: number
}

export interface Title {
  id: string
  type: 'audiobook' | 'ebook'
}

type Doubt =
  | { kind: 'fields'; fields: MemberFields }
  | { kind: 'exchange'; launch: LaunchRecord; key: string }
  | { kind: 'refresh'; session: SessionRecord; at: number }
  | { kind: 'heartbeat'; lease: LeaseRecord; ms: number }
  | { kind: 'library'; publicationId: string; saved: boolean }

/** After this time a chapter counts as read and a book as started (partner guide, usage report). */
export const COUNTED_AFTER_MS = 5000

/** Members that a worker still acts for; the audit covers all. */
const AT_HAND = 24

export function newMember(externalUserId: string): MemberRecord {
  return {
    externalUserId,
    fields: undefined,
    launches: [],
    sessions: [],
    deadAccessTokens: [],
    saved: new Map(),
    usage: new Map(),
    leases: {},
    doubt: undefined,
  }
}

/** Picks a recent member who is in a state that suits. */
export function anyMember(
  members: MemberRecord[],
  suits: (member: MemberRecord) => boolean = () => true,
): MemberRecord | undefined {
  return anyOf(members.slice(-AT_HAND).filter((member) => !member.doubt && member.fields && suits(member)))
}

export function anyOf<T>(list: T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)]
}

/** Records the changed fields; a revocation also voids everything open. */
export function acknowledgeFields(member: MemberRecord, fields: MemberFields): void {
  member.fields = fields
  if (!fields.isRevoked) return
  for (const { tokens } of member.sessions.splice(0)) member.deadAccessTokens.push(tokens.accessToken)
  member.launches = []
  member.leases = {}
}

/** Records that a session's tokens were replaced. */
export function takeTokens(member: MemberRecord, session: SessionRecord, tokens: MemberTokens): void {
  member.deadAccessTokens.push(session.tokens.accessToken)
  session.tokens = tokens
}

export function takeCredit(member: MemberRecord, lease: LeaseRecord, ms: number): void {
  const usage = usageOf(member, lease.title)
  usage.creditedMs += ms
  lease.chapterMs += ms
  if (lease.title.type === 'ebook' && lease.chapterMs >= COUNTED_AFTER_MS) usage.chapters.add(lease.chapter)
}

export function usageOf(member: MemberRecord, { id }: Pick<Title, 'id'>): UsageRecord {
  const usage = member.usage.get(id) ?? { creditedMs: 0, chapters: new Set() }
  member.usage.set(id, usage)
  return usage
}

/** Counts of a storm, and its failures. */
export interface Tally {
  /** Acknowledged writes. */
  acknowledged: number
  /** Calls without an answer, or with 503. */
  unanswered: number
  kills: number
  /** A sentence for each lost write, and for each unexpected state. */
  losses: string[]
}

export function newTally(): Tally {
  return { acknowledged: 0, unanswered: 0, kills: 0, losses: [] }
}
