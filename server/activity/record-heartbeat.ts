import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { Heartbeat } from '@estante/contract/play/activity.ts'
import type { Commit, Transaction } from '../db/database.ts'
import { toKey } from '../db/ids.ts'
import { prepared } from '../db/prepared.ts'
import type { Lease } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { type Activity, chapterTime, findActivity, type KnownLease, type StoredEntry } from './activity.ts'
import { countActivity, NOTHING_COUNTED } from './count-activity.ts'
import { creditedSpan } from './credit.ts'
import { changeEntry } from './library-entry.ts'
import type { PlaceNews } from './place-news.ts'

/** The outcome of a heartbeat. */
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
 * heartbeat that repeats or precedes the latest one changes nothing. `finish` runs the last writes of a heartbeat that
 * continues a lease, and may commit with them. Throws `PUBLICATION_NOT_FOUND` and `VALIDATION`.
 */
export async function recordHeartbeat(
  tx: Transaction,
  now: number,
  timeZone: string,
  member: SignedInMember,
  heartbeat: Heartbeat,
  finish: Commit = (lastWrites) => Promise.all(lastWrites),
): Promise<HeartbeatOutcome> {
  const activity = await findActivity(tx, now, timeZone, member, heartbeat)
  if (!activity) throw new ApiError('PUBLICATION_NOT_FOUND')
  const { publication, lease } = activity
  const { type } = publication
  checkChapter(activity)
  if (!lease) {
    const { entry, news, write } = await changeEntry(tx, now, activity, now, NOTHING_COUNTED)
    await Promise.all([openLease(tx, now, activity), ...write()])
    return { sequence: heartbeat.sequence, entry, type, isOpening: true, creditedMs: 0, news }
  }

  if (lease.lease_publication_id !== publication.id) {
    throw new ApiError('VALIDATION', ['O campo "leaseId" já é de outra atividade. Comece uma nova.'])
  }
  if (heartbeat.sequence <= lease.sequence) {
    const { entry } = activity
    return { sequence: lease.sequence, entry, type, isOpening: false, creditedMs: 0, news: undefined }
  }
  // The clock was set back: time goes on from now. The minutes say what was already credited, so nothing is counted
  // twice.
  const settledUntil = Math.min(lease.settled_until, now)
  const span = creditedSpan({ settledUntil, claimedMs: lease.claimed_ms }, heartbeat, now)
  const counted = span
    ? await countActivity(tx, now, timeZone, activity, lease, span)
    : { ...NOTHING_COUNTED, chapterMs: chapterTime(lease, heartbeat, timeZone).ms }
  const { entry, news, write } = await changeEntry(tx, now, activity, lease.opened_at, counted)
  await finish([
    settleLease(tx, activity, lease, span?.to ?? settledUntil, counted.chapterMs),
    ...write(),
    ...counted.write(),
  ])
  return { sequence: heartbeat.sequence, entry, type, isOpening: false, creditedMs: counted.activeMs, news }
}

function checkChapter({ publication, heartbeat }: Activity): void {
  if (publication.type === 'audiobook') return
  if (heartbeat.chapter === undefined) throw new ApiError('VALIDATION', ['O campo "chapter" é obrigatório em e-books.'])
  if (publication.chapters !== null && heartbeat.chapter >= publication.chapters) {
    throw new ApiError('VALIDATION', [`O campo "chapter" deve ser menor que ${publication.chapters}.`])
  }
}

/** Opens a lease at its first heartbeat. Its time starts now, whatever the heartbeat claims. */
function openLease(tx: Transaction, now: number, { member, publication, heartbeat }: Activity): Promise<unknown> {
  return insertLease(tx, {
    partner_id: member.partnerId,
    member_id: member.memberId,
    id: toKey(heartbeat.leaseId),
    publication_id: publication.id,
    opened_at: now,
    sequence: heartbeat.sequence,
    claimed_ms: heartbeat.activeMs,
    claimed_content_ms: heartbeat.contentMs ?? 0,
    settled_until: now,
    chapter: heartbeat.chapter ?? null,
    chapter_ms: 0,
  })
}

const insertLease = prepared((db, lease: Lease) => db.insertInto('lease').values(lease))

function settleLease(
  tx: Transaction,
  { member, heartbeat }: Activity,
  lease: KnownLease,
  settledUntil: number,
  chapterMs: number,
): Promise<unknown> {
  return updateLease(tx, {
    partner_id: member.partnerId,
    member_id: member.memberId,
    id: toKey(heartbeat.leaseId),
    sequence: heartbeat.sequence,
    claimed_ms: Math.max(lease.claimed_ms, heartbeat.activeMs),
    claimed_content_ms: Math.max(lease.claimed_content_ms, heartbeat.contentMs ?? 0),
    settled_until: settledUntil,
    chapter: heartbeat.chapter ?? null,
    chapter_ms: chapterMs,
  })
}

const updateLease = prepared(
  (db, { partner_id, member_id, id, ...changed }: Omit<Lease, 'publication_id' | 'opened_at'>) =>
    db
      .updateTable('lease')
      .set(changed)
      .where('partner_id', '=', partner_id)
      .where('member_id', '=', member_id)
      .where('id', '=', id),
)
