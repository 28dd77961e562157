import { MINUTE_MS, type Month, monthInterval, monthOf } from '../calendar.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { readSetting } from '../db/setting.ts'

/*
 * The minutes and chapters behind a month's report reveal who read what, when. They are removed, with that month's
 * former places, once the whole month is older than `KEEP_ACTIVITY_MONTHS`; the report stays.
 */

const MEMBERS_A_STEP = 200
const MINUTES_A_STEP = 1000

/** The setting for the first month whose detail is shown. Written before any is deleted: no month is shown in part. */
const DETAILED_FROM = 'usage_detail_from'
/** The setting for the month before which all detail is deleted. A sweep ends at once until a later month is due. */
const REMOVED_BEFORE = 'usage_detail_removed_before'

/** Reads the first month whose minutes and chapters are shown. A longer retention restores none. */
export async function readFirstDetailedMonth(
  db: Connection,
  now: number,
  config: Pick<Config, 'retention' | 'timeZone'>,
): Promise<Month> {
  const [firstMonth, from] = [firstRetainedMonth(now, config), await readMonth(db, DETAILED_FROM)]
  return Math.max(from, firstMonth)
}

/**
 * Removes a batch of expired minutes and chapters, member by member, from where the last one stopped. `next` is
 * undefined at the end.
 */
export async function removeExpiredDetail(
  { db, config }: Pick<Context, 'db' | 'config'>,
  now: number,
  from: string | undefined,
): Promise<{ removed: number; next: string | undefined }> {
  // The position includes the month, which may change during the removal.
  const [position, partnerId = -1, publicId = ''] = from?.split(' ') ?? []
  const month = position === undefined ? firstRetainedMonth(now, config) : Number(position)
  if (from === undefined) {
    if ((await readMonth(db.read, REMOVED_BEFORE)) >= month) return { removed: 0, next: undefined }
    await db.write((tx) => raiseSetting(tx, DETAILED_FROM, month))
  }
  const members = await nextMembers(db.read, Number(partnerId), publicId)
  const last = members.at(-1)
  if (!last) {
    await db.write((tx) => raiseSetting(tx, REMOVED_BEFORE, month))
    return { removed: 0, next: undefined }
  }
  const ids = members.map(({ id }) => id)
  const before = monthInterval(month, config.timeZone).startsAt / MINUTE_MS
  const { removed, isAll } = await db.write((tx) => removeDetail(tx, last.partner_id, ids, month, before))
  const reached = isAll ? `${month} ${last.partner_id} ${last.public_id}` : `${month} ${partnerId} ${publicId}`
  return { removed, next: reached }
}

function firstRetainedMonth(now: number, { retention, timeZone }: Pick<Config, 'retention' | 'timeZone'>): Month {
  return monthOf(now, timeZone) - retention.activityMonths
}

/** Reads the next members of a partner, in order. */
async function nextMembers(db: Connection, partnerId: number, publicId: string) {
  const rows = await db
    .selectFrom('member')
    .select(['partner_id', 'id', 'public_id'])
    .where((is) => is(is.refTuple('partner_id', 'public_id'), '>', is.tuple(partnerId, publicId)))
    .orderBy('partner_id')
    .orderBy('public_id')
    .limit(MEMBERS_A_STEP)
    .execute()
  return rows.filter((row) => row.partner_id === rows[0]?.partner_id)
}

/** Deletes a batch of the members' minutes before an instant, and their chapters; `isAll` when none is left. */
async function removeDetail(tx: Transaction, partnerId: number, memberIds: number[], month: Month, before: number) {
  const minutes = await tx
    .selectFrom('activity_minute')
    .select(['member_id', 'minute'])
    .where('partner_id', '=', partnerId)
    .where('member_id', 'in', memberIds)
    .where('minute', '<', before)
    .orderBy('member_id')
    .orderBy('minute')
    .limit(MINUTES_A_STEP)
    .execute()
  const last = minutes.at(-1)
  const isAll = minutes.length < MINUTES_A_STEP
  let removed = 0
  if (last) {
    const { numDeletedRows } = await tx
      .deleteFrom('activity_minute')
      .where('partner_id', '=', partnerId)
      .where('member_id', 'in', memberIds)
      .where('minute', '<', before)
      .where((is) =>
        is.or([
          is('member_id', '<', last.member_id),
          is.and([is('member_id', '=', last.member_id), is('minute', '<=', last.minute)]),
        ]),
      )
      .executeTakeFirstOrThrow()
    removed = Number(numDeletedRows)
  }
  if (!isAll) return { removed, isAll }
  // Few beside the minutes: one for each chapter read.
  const { numDeletedRows } = await tx
    .deleteFrom('chapter_read')
    .where('partner_id', '=', partnerId)
    .where('member_id', 'in', memberIds)
    .where('month', '<', month)
    .executeTakeFirstOrThrow()
  // Ten a title at most.
  const places = await tx
    .deleteFrom('former_place')
    .where('partner_id', '=', partnerId)
    .where('member_id', 'in', memberIds)
    .where('left_at', '<', before * MINUTE_MS)
    .executeTakeFirstOrThrow()
  return { removed: removed + Number(numDeletedRows) + Number(places.numDeletedRows), isAll }
}

async function readMonth(db: Connection, name: string): Promise<Month> {
  return Number((await readSetting(db, name)) ?? 0)
}

/** The later month wins when two nodes run at once. */
async function raiseSetting(tx: Transaction, name: string, month: Month): Promise<void> {
  // As text, months are in order too: all have five digits.
  const value = String(month)
  await tx
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }).where('setting.value', '<', value))
    .execute()
}
