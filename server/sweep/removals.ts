import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../calendar.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { firstKeyOf, firstUuidOf } from '../db/ids.ts'
import type { Tables } from '../db/tables.ts'
import { folderOwners } from '../folder-owners.ts'
import { removeExpiredJob, removeExpiredQuarantine } from '../imports/jobs/expiry.ts'
import { compactWhenDue } from '../privacy/compact-when-due.ts'
import { removeErasedMember } from '../privacy/remove-erased-member.ts'
import { removeDueFolders } from '../storage/folder-ledger.ts'
import { removeExpiredDetail } from '../usage/detail-retention.ts'
import { removeCachedReports, removeRewrittenReports } from '../usage/report-cache.ts'

/*
 * The removals, with their retention. Expired rows are kept for a day more, so that a clock that jumps by hours removes
 * nothing live, and yesterday can still be examined. Two nodes may run the same step: the second finds nothing.
 */

/** Rows of a write: few enough not to delay others. */
const STEP_ROWS = 200
/** The longest month, so that a retention in months is never shorter. */
const MONTH_MS = 31 * DAY_MS
/**
 * The lifetime of a member session: a page that was away for longer starts anew, and does not restore a deleted
 * annotation.
 */
const DELETED_ANNOTATIONS_RETENTION_MS = 30 * DAY_MS
const REQUEST_MINUTES_RETENTION_MS = 30 * DAY_MS
/**
 * Until then the panel shows when a revoked credential was last used; the audit names it for good. Longer than any
 * member session lives, since the row voids those whose views were ended. Also of the calls of each day.
 */
const CREDENTIALS_RETENTION_MS = 365 * DAY_MS
/** A lease claims seven days at most (`contract/play/activity.ts`); later activity opens another lease. */
const LEASE_RETENTION_MS = 8 * DAY_MS

/** A small step of a removal, from where the last one stopped. */
export type RemovalStep = (context: Context, now: number, from: ResumePoint) => Promise<StepResult>

interface StepResult {
  removed: number
  /** Where the next step continues; undefined at the end. */
  next: ResumePoint
  /** The rest after a step, as a multiple of its duration; set where little of it is the database's time. */
  restFactor?: number
}

export type ResumePoint = string | number | Uint8Array | undefined

/** All removals, by their names in the log. */
export const removals: Record<string, RemovalStep> = {
  launches: (context, now, from) =>
    removeExpired(context, now, 'launch', from, context.config.retention.launchesDays * DAY_MS),
  // By partner: no index has them in order of time, since they are few.
  accessEvents: ({ db, config }, now, from = -1) =>
    removeByOwner(db, 'access_event', 'partner_id', now - config.retention.launchesDays * DAY_MS, Number(from)),
  memberSessions: (context, now, from) => removeExpired(context, now, 'member_session', from),
  // A missing session is refused like an ended one: its tokens, a reused token, its signed addresses.
  endedMemberSessions: ({ db }, now) => removeBelow(db, 'member_session', 'ended_at', now - DAY_MS),
  leases: removeLeases,
  folders: removeFolders,
  // Files that a crashed process left on the local disk, such as an interrupted upload.
  work: async ({ files }) => ({ removed: await files.removeForgottenWork(), next: undefined }),
  cachedReports: async (context) => ({
    removed: (await removeRewrittenReports(context)) + (await removeCachedReports(context.config)),
    next: undefined,
  }),
  // Few rows, and a person waits for the removal.
  erasedMembers: async (context, now) => ({ ...oneByOne(await removeErasedMember(context, now)), restFactor: 1 }),
  erasedBytes: async (context, now) => ({ removed: Number(await compactWhenDue(context, now)), next: undefined }),
  // Claims of processes that died during an import.
  importClaims: ({ db }, now) => removeBelow(db, 'import_claim', 'held_until', now - DAY_MS),
  quarantine: async (context, now) => oneByOne(await removeExpiredQuarantine(context, now)),
  importJobs: async (context, now) => oneByOne(await removeExpiredJob(context, now)),
  // Call times of credentials without calls for a day. Only nodes that share a database keep them in a table.
  calls: async ({ db }, now) => ({ removed: (await db.sharedCalls?.forgetBefore(now - DAY_MS)) ?? 0, next: undefined }),
  adminSessions: (context, now, from) => removeExpired(context, now, 'admin_session', from),
  adminInvitations: (context, now, from) => removeExpired(context, now, 'admin_invitation', from),
  passwordResets: (context, now, from) => removeExpired(context, now, 'password_reset', from),
  // A day after they expired (`admins/sign-in-throttle.ts`).
  signInAttempts: ({ db }, now) => removeBelow(db, 'sign_in_attempt', 'last_at', now - 2 * DAY_MS),
  revokedCredentials: removeRevokedCredential,
  // The days older than a year in every time zone.
  credentialDays: ({ db }, now) =>
    removeBelow(db, 'credential_day', 'day', dateOf(now - CREDENTIALS_RETENTION_MS - DAY_MS)),
  // By credential: the calls of each are in order of time.
  loggedCalls: ({ db, config }, now, from = 0) =>
    removeByOwner(db, 'request_log', 'credential_id', now - config.retention.callsDays * DAY_MS, Number(from)),
  // A step is about an hour.
  requestMinutes: ({ db }, now) =>
    removeBelow(db, 'request_minute', 'minute', Math.floor((now - REQUEST_MINUTES_RETENTION_MS) / MINUTE_MS)),
  activityDetail: (context, now, from) => removeExpiredDetail(context, now, from?.toString()),
  auditAddresses: removeAuditAddresses,
  // Only rows of today prevent another audit entry: remove the rows older than yesterday in every time zone.
  titlesDisclosures: ({ db }, now) => removeBelow(db, 'titles_disclosure', 'day', dateOf(now - 2 * DAY_MS)),
  deletedAnnotations: ({ db }, now) =>
    removeBelow(db, 'annotation', 'deleted_at', now - DELETED_ANNOTATIONS_RETENTION_MS),
}

/**
 * Removes rows in order of id, which is the order of creation, so that the primary key alone finds expired ones. Stops
 * at the first batch without any.
 */
async function removeExpired(
  { db }: Context,
  now: number,
  table: 'launch' | 'member_session' | 'admin_session' | 'admin_invitation' | 'password_reset',
  from: ResumePoint = '',
  retentionMs = DAY_MS,
): Promise<StepResult> {
  const after = from as string | Uint8Array
  const before = now - retentionMs
  const rows = await db.read
    .selectFrom(table)
    .select(['id', 'expires_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(STEP_ROWS)
    .execute()
  const last = rows.at(-1)
  if (!last || !rows.some((row) => row.expires_at < before)) return DONE
  const { numDeletedRows } = await db.write((tx) =>
    tx
      .deleteFrom(table)
      .where('id', '>', after)
      .where('id', '<=', last.id)
      .where('expires_at', '<', before)
      .executeTakeFirstOrThrow(),
  )
  return { removed: Number(numDeletedRows), next: rows.length < STEP_ROWS ? undefined : last.id }
}

const DONE: StepResult = { removed: 0, next: undefined }

/** Removes the rows of one owner after `from` that are older than `before`, in order of id, which is of time. */
async function removeByOwner(
  db: Database,
  table: 'access_event' | 'request_log',
  owner: 'partner_id' | 'credential_id',
  before: number,
  from: number,
): Promise<StepResult> {
  const column = sql.ref<number>(owner)
  const { next } = await db.read
    .selectFrom(table)
    .select(sql<number | null>`min(${column})`.as('next'))
    .where(column, '>', from)
    .executeTakeFirstOrThrow()
  if (next === null) return DONE
  const rows = await db.read
    .selectFrom(table)
    .select('id')
    .where(column, '=', next)
    .where('id', '<', firstKeyOf(before))
    .orderBy('id')
    .limit(STEP_ROWS)
    .execute()
  const last = rows.at(-1)
  if (!last) return { removed: 0, next }
  const { numDeletedRows } = await db.write((tx) =>
    tx.deleteFrom(table).where(column, '=', next).where('id', '<=', last.id).executeTakeFirstOrThrow(),
  )
  return { removed: Number(numDeletedRows), next: rows.length < STEP_ROWS ? next : from }
}

/** A lease that may still be credited stays, however old. */
async function removeLeases({ db }: Context, now: number, from: ResumePoint = 0): Promise<StepResult> {
  const rows = await db.read
    .selectFrom('lease')
    .select(['opened_at', 'settled_until'])
    .where('opened_at', '>', Number(from))
    .where('opened_at', '<', now - LEASE_RETENTION_MS)
    .orderBy('opened_at')
    .limit(STEP_ROWS)
    .execute()
  const last = rows.at(-1)
  if (!last) return DONE
  const { numDeletedRows } = await db.write((tx) =>
    tx
      .deleteFrom('lease')
      .where('opened_at', '>', Number(from))
      .where('opened_at', '<=', last.opened_at)
      .where('settled_until', '<', now - DAY_MS)
      .executeTakeFirstOrThrow(),
  )
  return { removed: Number(numDeletedRows), next: rows.length < STEP_ROWS ? undefined : last.opened_at }
}

/** Most of a step is the storage's time: a deleted job with thousands of small files is removed in minutes. */
async function removeFolders(context: Context, now: number): Promise<StepResult> {
  const removed = await removeDueFolders(context, now, folderOwners)
  return removed === undefined ? DONE : { removed, next: 0, restFactor: 3 }
}

/** Returns the date of an instant, in UTC. */
function dateOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}

function oneByOne(removed: number): StepResult {
  return removed === 0 ? DONE : { removed, next: 0 }
}

/** Removes one: each has up to a year's rows of days. The log shows no call without its credential. */
async function removeRevokedCredential({ db }: Context, now: number): Promise<StepResult> {
  const credential = await db.read
    .selectFrom('credential')
    .select('id')
    .where('revoked_at', '<', now - CREDENTIALS_RETENTION_MS)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('request_log').select('id').whereRef('credential_id', '=', 'credential.id'))),
    )
    .limit(1)
    .executeTakeFirst()
  if (!credential) return DONE
  const { numDeletedRows } = await db.write(async (tx) => {
    await tx.deleteFrom('credential_day').where('credential_id', '=', credential.id).execute()
    return tx.deleteFrom('credential').where('id', '=', credential.id).executeTakeFirstOrThrow()
  })
  return oneByOne(Number(numDeletedRows))
}

/** Removes the address of audit entries; entries stay. Empty, not null, which would mean the command line. */
async function removeAuditAddresses({ db, config }: Context, now: number): Promise<StepResult> {
  const before = now - config.retention.auditAddressMonths * MONTH_MS
  const rows = await db.read
    .selectFrom('audit')
    .select('id')
    // As in the partial index: with a parameter neither database would use it.
    .where(sql<boolean>`address <> ''`)
    .where('id', '<', `aud_${firstUuidOf(before)}`)
    .orderBy('id')
    .limit(STEP_ROWS)
    .execute()
  if (rows.length === 0) return DONE
  const ids = rows.map(({ id }) => id)
  const { numUpdatedRows } = await db.write((tx) =>
    tx.updateTable('audit').set({ address: '' }).where('id', 'in', ids).executeTakeFirstOrThrow(),
  )
  return { removed: Number(numUpdatedRows), next: rows.length < STEP_ROWS ? undefined : 0 }
}

/** Removes a batch of rows in order of a column, and every other row with the last value of the batch. */
async function removeBelow(
  db: Database,
  table: keyof Tables,
  column: 'ended_at' | 'held_until' | 'last_at' | 'minute' | 'day' | 'deleted_at',
  before: number | string,
): Promise<StepResult> {
  const value = sql.ref<number | string>(column)
  const rows = await db.read
    .selectFrom(table)
    .select(value.as('value'))
    .where(value, '<', before)
    .orderBy(value)
    .limit(STEP_ROWS)
    .execute()
  const last = rows.at(-1)
  if (!last) return DONE
  const { numDeletedRows } = await db.write((tx) =>
    tx.deleteFrom(table).where(value, '<=', last.value).executeTakeFirstOrThrow(),
  )
  return { removed: Number(numDeletedRows), next: rows.length < STEP_ROWS ? undefined : 0 }
}
