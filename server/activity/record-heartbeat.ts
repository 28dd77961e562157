import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { Heartbeat } from '@estante/contract/play/activity.ts'
import type { Transaction } from '../db/database.ts'
import { toKey } from '../db/ids.ts'
import { preparedUpsert } from '../db/upsert.ts'
import { ApiError } from '../http/errors.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { type Activity, chapterTime, findActivity, type KnownLease, type StoredEntry } from './activity.ts'
import { countActivity, NOTHING_COUNTED } from './count-activity.ts'
import { carriedClaim, creditedSpan } from './credit.ts'
import { changeEntry } from './library-entry.ts'
import type { PlaceNews } from './place-news.ts'

export interface HeartbeatOutcome {
  /** The lease's latest accepted heartbeat. */
  sequence: number
  /** The member's record of the title, as it is now. */
  entry: StoredEntry | undefined
  type: PublicationType
  /** Whether it is the first of its lease. */
  isOpening: boolean
  /** The time that it added. */
  creditedMs: number
  /** For the member's other views, when it moved the place. */
  news: PlaceNews | undefined
}

/**
 * Records a heartbeat: credits the time it claims as far as the server's clock allows, and stores the place. A
 * heartbeat that repeats or precedes the latest one changes nothing. Throws `PUBLICATION_NOT_FOUND`, `VALIDATION` and
 * `INVALID_ACCESS_TOKEN`.
 */
export async function recordHeartbeat(
  tx: Transaction,
  now: number,
  timeZone: string,
  member: SignedInMember,
  heartbeat: Heartbeat,
): Promise<HeartbeatOutcome> {
  const activity = await findActivity(tx, now, timeZone, member, heartbeat)
  if (!activity) throw new ApiError('PUBLICATION_NOT_FOUND')
  const { publication, lease } = activity
  const { type } = publication
  checkChapter(activity)
  if (!lease) {
    const { entry, news } = await changeEntry(tx, now, activity, NOTHING_COUNTED)
    // Its time starts now: the heartbeat's own claim is ignored.
    const opened = { lease_publication_id: publication.id, opened_at: now, claimed_ms: 0, claimed_content_ms: 0 }
    await storeLease(tx, activity, opened, now, 0, 0)
    return { sequence: heartbeat.sequence, entry, type, isOpening: true, creditedMs: 0, news }
  }

  if (lease.lease_publication_id !== publication.id) {
    throw new ApiError('VALIDATION', ['O campo "leaseId" já foi usado com outro título. Gere um novo.'])
  }
  if (heartbeat.sequence <= lease.sequence) {
    const { entry } = activity
    return { sequence: lease.sequence, entry, type, isOpening: false, creditedMs: 0, news: undefined }
  }
  // Now, if the clock was set back. The stored minutes prevent a second credit.
  const settledUntil = Math.min(lease.settled_until, now)
  const account = { settledUntil, claimedMs: lease.claimed_ms }
  const span = creditedSpan(account, heartbeat, now)
  const counted = span
    ? await countActivity(tx, now, timeZone, activity, lease, span)
    : { ...NOTHING_COUNTED, chapterMs: chapterTime(lease, heartbeat, timeZone).ms }
  const { entry, news } = await changeEntry(tx, now, activity, counted)
  const carriedMs = carriedClaim(account, heartbeat, span)
  await storeLease(tx, activity, lease, span?.to ?? settledUntil, counted.chapterMs, carriedMs)
  return { sequence: heartbeat.sequence, entry, type, isOpening: false, creditedMs: counted.activeMs, news }
}

function checkChapter({ publication, heartbeat }: Activity): void {
  if (publication.type === 'audiobook') return
  if (heartbeat.chapter === undefined) throw new ApiError('VALIDATION', ['O campo "chapter" é obrigatório em e-books.'])
  if (publication.chapters !== null && heartbeat.chapter >= publication.chapters) {
    throw new ApiError('VALIDATION', [`O campo "chapter" deve ser menor que ${publication.chapters}.`])
  }
}

function storeLease(
  tx: Transaction,
  activity: Activity,
  before: Omit<KnownLease, 'sequence' | 'settled_until' | 'chapter' | 'chapter_ms'>,
  settledUntil: number,
  chapterMs: number,
  carriedMs: number,
): Promise<void> {
  const { member, heartbeat } = activity
  const lease = {
    partner_id: member.partnerId,
    member_id: member.memberId,
    id: toKey(heartbeat.leaseId),
    publication_id: before.lease_publication_id,
    opened_at: before.opened_at,
    sequence: heartbeat.sequence,
    ...claimedTotals(before, heartbeat, carriedMs),
    settled_until: settledUntil,
    chapter: heartbeat.chapter ?? null,
    chapter_ms: chapterMs,
  }
  return upsertLease(tx, lease, activity.lease !== undefined)
}

/**
 * Returns the totals that the next claim is measured from: without the carried time and its share of the content,
 * which the next heartbeat claims again.
 */
function claimedTotals(
  before: Pick<KnownLease, 'claimed_ms' | 'claimed_content_ms'>,
  { activeMs, contentMs = 0 }: Heartbeat,
  carriedMs: number,
) {
  const newMs = Math.max(0, activeMs - before.claimed_ms)
  const newContentMs = Math.max(0, contentMs - before.claimed_content_ms)
  const settledShare = 1 - carriedMs / (newMs || 1)
  return {
    claimed_ms: before.claimed_ms + newMs - carriedMs,
    claimed_content_ms: before.claimed_content_ms + Math.round(newContentMs * settledShare),
  }
}

const upsertLease = preparedUpsert('lease', {
  key: ['partner_id', 'member_id', 'id'],
  replace: ['sequence', 'claimed_ms', 'claimed_content_ms', 'settled_until', 'chapter', 'chapter_ms'],
  insertOnly: ['publication_id', 'opened_at'],
})
