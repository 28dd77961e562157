import type { Heartbeat } from '@estante/contract/play/activity.ts'
import { type Month, monthOf } from '../calendar.ts'
import type { Transaction } from '../db/database.ts'
import { toKey } from '../db/ids.ts'
import { preparedForEach } from '../db/prepared-for-each.ts'
import type { Lease, LibraryEntry, Publication, UsageMonth } from '../db/tables.ts'
import type { Environment } from '../environment.ts'
import { ApiError } from '../http/errors.ts'
import { lockMember } from '../members/member.ts'
import type { SignedInMember } from '../members/member-session.ts'
import type { MemberKey } from '../tenancy.ts'

/** The member and title of a heartbeat, its report, and the state stored before it. */
export interface Activity {
  member: SignedInMember
  heartbeat: Heartbeat
  publication: Pick<Publication, 'id' | 'public_id' | 'type' | 'chapters' | 'title' | 'author'>
  /** Undefined at the lease's first heartbeat. */
  lease: KnownLease | undefined
  /** The member's record of the title; undefined when there is none yet. */
  entry: StoredEntry | undefined
  /** Counts of the member's current month, from zero. */
  month: MonthSoFar
}

type MonthSoFar = Pick<UsageMonth, 'month' | 'listening_ms' | 'titles_started' | 'chapters_read' | 'last_activity_at'>
export type KnownLease = Omit<Lease, 'partner_id' | 'member_id' | 'id' | 'publication_id'> & {
  /** The title that it was opened for. */
  lease_publication_id: number
}
export type StoredEntry = Omit<LibraryEntry, keyof EntryKey | 'saved_at' | 'speed'>
type EntryKey = Pick<LibraryEntry, 'partner_id' | 'member_id' | 'publication_id'>

/**
 * Loads the rows that a heartbeat refers to, and locks the member. Undefined for an unknown title. Throws
 * `INVALID_ACCESS_TOKEN` when the member was erased after signing in: nothing may be written about them.
 */
export async function findActivity(
  tx: Transaction,
  now: number,
  timeZone: string,
  member: SignedInMember,
  heartbeat: Heartbeat,
): Promise<Activity | undefined> {
  const { partnerId, memberId, environment, externalUserId } = member
  const { publicationId, leaseId } = heartbeat
  const month = monthOf(now, timeZone)
  const leaseKey = toKey(leaseId)
  const key = { partnerId, memberId, environment, externalUserId, publicationId, leaseKey, month }
  // Pipelined in this order, so that the second sees everything that the member's previous heartbeat wrote.
  const [, [row]] = await Promise.all([lockMember(tx, member), selectActivity(tx, key)])
  if (!row) return undefined
  if (row.external_user_id !== externalUserId) throw new ApiError('INVALID_ACCESS_TOKEN')
  return {
    member,
    heartbeat,
    publication: row,
    // A left join returns every column or none.
    lease: row.sequence === null ? undefined : (row as KnownLease),
    entry: row.active_ms === null ? undefined : (row as StoredEntry),
    month: {
      month,
      listening_ms: row.month_listening_ms ?? 0,
      titles_started: row.month_titles_started ?? 0,
      chapters_read: row.month_chapters_read ?? 0,
      last_activity_at: row.month_last_activity_at ?? 0,
    },
  }
}

/** The milliseconds that a lease has spent in a chapter, without leaving it, and the month that they count in. */
export interface ChapterTime {
  month: Month
  ms: number
}

/** Returns the time that a lease had already spent in the chapter of the heartbeat. */
export function chapterTime(lease: KnownLease, { chapter }: Heartbeat, timeZone: string): ChapterTime {
  // Less one: time that ends at midnight belongs to the month before.
  return { month: monthOf(lease.settled_until - 1, timeZone), ms: chapter === lease.chapter ? lease.chapter_ms : 0 }
}

interface ActivityKey extends MemberKey {
  environment: Environment
  externalUserId: string
  publicationId: string
  leaseKey: Uint8Array
  month: Month
}

const selectActivity = preparedForEach(
  (db, { partnerId, memberId, environment, externalUserId, publicationId, leaseKey, month }: ActivityKey) =>
    db
      .selectFrom('publication')
      .leftJoin('member', (join) => join.on('member.partner_id', '=', partnerId).on('member.id', '=', memberId))
      .leftJoin('lease', (join) =>
        join.on('lease.partner_id', '=', partnerId).on('lease.member_id', '=', memberId).on('lease.id', '=', leaseKey),
      )
      .leftJoin('library_entry as entry', (join) =>
        join
          .on('entry.partner_id', '=', partnerId)
          .on('entry.member_id', '=', memberId)
          .onRef('entry.publication_id', '=', 'publication.id'),
      )
      .leftJoin('usage_month as month', (join) =>
        join
          .on('month.partner_id', '=', partnerId)
          .on('month.environment', '=', environment)
          .on('month.month', '=', month)
          .on('month.external_user_id', '=', externalUserId),
      )
      .select([
        'publication.id',
        'publication.public_id',
        'publication.type',
        'publication.chapters',
        'publication.title',
        'publication.author',
        'member.external_user_id',
        'lease.publication_id as lease_publication_id',
        'lease.opened_at',
        'lease.sequence',
        'lease.claimed_ms',
        'lease.claimed_content_ms',
        'lease.settled_until',
        'lease.chapter',
        'lease.chapter_ms',
        'entry.locator',
        'entry.total_progression',
        'entry.updated_at',
        'entry.active_ms',
        'entry.content_ms',
        'entry.started_at',
        'entry.finished_at',
        'entry.place_revision',
        'entry.place_view',
        'entry.place_step',
        'entry.place_device',
        'month.listening_ms as month_listening_ms',
        'month.titles_started as month_titles_started',
        'month.chapters_read as month_chapters_read',
        'month.last_activity_at as month_last_activity_at',
      ])
      .where('publication.public_id', '=', publicationId),
)
