import type { MemberTokens } from '@estante/contract/play/launch.ts'

/** What the service acknowledged of one member. One worker writes of a member, one call at a time, so the order is known. */
export interface MemberRecord {
  externalUserId: string
  /** Undefined until a creation was acknowledged. */
  profile: Profile | undefined
  launches: LaunchRecord[]
  sessions: SessionRecord[]
  /** Access tokens that were replaced or whose session ended: none may ever work again. */
  deadAccessTokens: string[]
  /** Whether each title is saved, by its id. */
  saved: Map<string, boolean>
  /** By title. */
  usage: Map<string, UsageRecord>
  /** What is being listened to, and read, now. */
  leases: Partial<Record<Title['type'], LeaseRecord>>
  /** The call that got no answer: it was carried out, or not. The member is then left alone until somebody looked. */
  doubt: Doubt | undefined
}

export interface Profile {
  email: string | null
  name: string | null
  isRevoked: boolean
}

export interface LaunchRecord {
  token: string
  /** Epoch milliseconds, when the answer came. */
  mintedAt: number
  /** The page's key, once it was opened. */
  key: string | undefined
}

export interface SessionRecord {
  tokens: MemberTokens
}

export interface UsageRecord {
  creditedMs: number
  /** Chapters that were on screen for long enough. */
  chapters: Set<number>
}

export interface LeaseRecord {
  id: string
  title: Title
  chapter: number
  sequence: number
  claimedMs: number
  /** Milliseconds credited, all of them in its one chapter. */
  chapterMs: number
  /** Monotonic milliseconds, when the last answer came. */
  answeredAt: number
}

export interface Title {
  id: string
  type: 'audiobook' | 'ebook'
}

type Doubt =
  | { kind: 'profile'; profile: Profile }
  | { kind: 'exchange'; launch: LaunchRecord; key: string }
  | { kind: 'refresh'; session: SessionRecord }
  | { kind: 'heartbeat'; lease: LeaseRecord; ms: number }
  | { kind: 'library'; publicationId: string; saved: boolean }

/** So long in one chapter makes it read; so long of a book makes it started (partner guide, usage report). */
export const COUNTED_AFTER_MS = 5000

export function newMember(externalUserId: string): MemberRecord {
  return {
    externalUserId,
    profile: undefined,
    launches: [],
    sessions: [],
    deadAccessTokens: [],
    saved: new Map(),
    usage: new Map(),
    leases: {},
    doubt: undefined,
  }
}

/** A change of the profile was carried out; a revocation ends all that was open. */
export function takeProfile(member: MemberRecord, profile: Profile): void {
  member.profile = profile
  if (!profile.isRevoked) return
  for (const { tokens } of member.sessions.splice(0)) member.deadAccessTokens.push(tokens.accessToken)
  member.launches = []
  member.leases = {}
}

/** A session's tokens were replaced. */
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

/** What happened, counted; and what should not have. */
export interface Tally {
  /** Writes that were acknowledged. */
  acknowledged: number
  /** Calls that got no answer, or 503. */
  unanswered: number
  kills: number
  /** A sentence for each acknowledged thing that is not so, and for each thing that should not be. */
  losses: string[]
}

export function newTally(): Tally {
  return { acknowledged: 0, unanswered: 0, kills: 0, losses: [] }
}
