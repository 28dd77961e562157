import { MAX_QUEUED } from '@estante/contract/play/queue.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { ApiError } from '../http/errors.ts'
import { type MemberKey, ofMember } from '../tenancy.ts'

interface QueueEntry {
  publication_id: number
  added_at: number
}

/** Reads the titles of a member's queue, in order, whether or not the member may see them now. */
export function readQueue(db: Connection, { partnerId, memberId }: MemberKey): Promise<QueueEntry[]> {
  return selectQueue(db, { partnerId, memberId })
}

/** Inserts a title before another one of the queue, or at its end. */
export async function putInQueue(
  tx: Transaction,
  now: number,
  member: MemberKey,
  publicationId: number,
  beforeId: number | undefined,
): Promise<void> {
  const queue = await readQueue(tx, member)
  const others = queue.filter(({ publication_id }) => publication_id !== publicationId)
  if (others.length >= MAX_QUEUED) throw new ApiError('QUEUE_FULL')
  const known = queue.find(({ publication_id }) => publication_id === publicationId)
  const before = others.findIndex(({ publication_id }) => publication_id === beforeId)
  const at = before < 0 ? others.length : before
  await writeQueue(tx, member, others.toSpliced(at, 0, known ?? { publication_id: publicationId, added_at: now }))
}

export async function removeFromQueue(tx: Transaction, member: MemberKey, publicationId: number): Promise<void> {
  const others = (await readQueue(tx, member)).filter(({ publication_id }) => publication_id !== publicationId)
  await writeQueue(tx, member, others)
}

async function writeQueue(tx: Transaction, { partnerId, memberId }: MemberKey, queue: QueueEntry[]): Promise<void> {
  await tx.deleteFrom('queue_entry').where(ofMember({ partnerId, memberId })).execute()
  if (queue.length === 0) return
  const rows = queue.map((queued, position) => ({ partner_id: partnerId, member_id: memberId, ...queued, position }))
  await tx.insertInto('queue_entry').values(rows).execute()
}

const selectQueue = prepared((db, { partnerId, memberId }: MemberKey) =>
  db
    .selectFrom('queue_entry as queued')
    .leftJoin('library_entry as entry', (join) =>
      join
        .onRef('entry.partner_id', '=', 'queued.partner_id')
        .onRef('entry.member_id', '=', 'queued.member_id')
        .onRef('entry.publication_id', '=', 'queued.publication_id'),
    )
    .select(['queued.publication_id', 'queued.added_at'])
    .where('queued.partner_id', '=', partnerId)
    .where('queued.member_id', '=', memberId)
    // Titles used since they were queued have left the queue.
    .where((is) => is.or([is('entry.started_at', 'is', null), is('entry.updated_at', '<=', is.ref('queued.added_at'))]))
    .orderBy('queued.position'),
)
