import type { Transaction } from '../db/open.ts'
import type { Lease, LibraryEntry } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { type Activity, chapterTime } from './activity.ts'
import { countActivity } from './count.ts'
import { creditedSpan } from './credit.ts'
import { findEntry, movePlace } from './place.ts'

/**
 * Takes a heartbeat: credits the time it claims as far as the server's clock allows, and keeps the place. A heartbeat
 * that was already taken, or is older than one that was, changes nothing. Throws `VALIDATION`. `isOpening` says that it
 * is the first of its lease, `creditedMs` what this one added.
 */
export async function recordHeartbeat(
  tx: Transaction,
  now: number,
  timeZone: string,
  activity: Activity,
): Promise<{ sequence: number; entry: LibraryEntry | undefined; isOpening: boolean; creditedMs: number }> {
  const { member, publication, heartbeat } = activity
  checkChapter(activity)
  await waitForTurn(tx, member)
  const opened = await openLease(tx, now, activity)
  if (opened) {
    const entry = await movePlace(tx, now, activity, opened)
    return { sequence: opened.sequence, entry, isOpening: true, creditedMs: 0 }
  }

  const lease = await findLease(tx, activity)
  if (heartbeat.sequence <= lease.sequence) {
    const entry = await findEntry(tx, member, publication.id)
    return { sequence: lease.sequence, entry, isOpening: false, creditedMs: 0 }
  }
  // A clock that was set back: time goes on from now. What was already credited is in the minutes, and is not again.
  const settledUntil = Math.min(lease.settled_until, now)
  const span = creditedSpan({ settledUntil, claimedMs: lease.claimed_ms }, heartbeat, now)
  const creditedMs = span ? await countActivity(tx, now, timeZone, activity, lease, span) : 0
  await tx
    .updateTable('lease')
    .set({
      sequence: heartbeat.sequence,
      claimed_ms: Math.max(lease.claimed_ms, heartbeat.activeMs),
      claimed_content_ms: Math.max(lease.claimed_content_ms, heartbeat.contentMs ?? 0),
      settled_until: span?.to ?? settledUntil,
      chapter: heartbeat.chapter ?? null,
      chapter_ms: chapterTime(lease, heartbeat) + creditedMs,
    })
    .where('partner_id', '=', lease.partner_id)
    .where('member_id', '=', lease.member_id)
    .where('id', '=', lease.id)
    .execute()
  const entry = await movePlace(tx, now, activity, lease)
  return { sequence: heartbeat.sequence, entry, isOpening: false, creditedMs }
}

/** A member's heartbeats are taken one at a time, whatever tab, device or node they come through. */
async function waitForTurn(tx: Transaction, { partnerId, memberId }: Activity['member']): Promise<void> {
  await tx
    .selectFrom('member')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .execute()
}

function checkChapter({ publication, heartbeat }: Activity): void {
  if (publication.type === 'audiobook') return
  if (heartbeat.chapter === undefined) throw new ApiError('VALIDATION', ['O campo "chapter" é obrigatório em e-books.'])
  if (publication.chapters !== null && heartbeat.chapter >= publication.chapters) {
    throw new ApiError('VALIDATION', [`O campo "chapter" deve ser menor que ${publication.chapters}.`])
  }
}

/** The new lease, if this is the first the server hears of it: whatever it claims, its time starts now. */
async function openLease(tx: Transaction, now: number, activity: Activity): Promise<Lease | undefined> {
  const { member, publication, heartbeat } = activity
  return tx
    .insertInto('lease')
    .values({
      partner_id: member.partnerId,
      member_id: member.memberId,
      id: heartbeat.leaseId,
      publication_id: publication.id,
      opened_at: now,
      sequence: heartbeat.sequence,
      claimed_ms: heartbeat.activeMs,
      claimed_content_ms: heartbeat.contentMs ?? 0,
      settled_until: now,
      chapter: heartbeat.chapter ?? null,
      chapter_ms: 0,
    })
    .onConflict((conflict) => conflict.columns(['partner_id', 'member_id', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

async function findLease(tx: Transaction, { member, publication, heartbeat }: Activity): Promise<Lease> {
  const lease = await tx
    .selectFrom('lease')
    .selectAll()
    .where('partner_id', '=', member.partnerId)
    .where('member_id', '=', member.memberId)
    .where('id', '=', heartbeat.leaseId)
    .where('publication_id', '=', publication.id)
    .executeTakeFirst()
  if (!lease) throw new ApiError('VALIDATION', ['O campo "leaseId" já é de outra atividade. Comece uma nova.'])
  return lease
}
