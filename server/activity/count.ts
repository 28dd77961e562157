import type { Transaction } from '../db/open.ts'
import type { Lease } from '../db/tables.ts'
import { noteAnomalies } from '../usage/anomalies.ts'
import { addToTitle } from '../usage/by-title.ts'
import type { Counted } from '../usage/figures.ts'
import { monthOf } from '../usage/month.ts'
import { type Activity, chapterTime } from './activity.ts'
import { cutIntoMinutes, MINUTE_MS, type MinuteCredit, type Span } from './credit.ts'

/** Heard this long the title is started; on screen this long the chapter is read. */
const COUNTED_AFTER_MS = 5000
/** The fastest playback speed, with a little room for rounding. */
const FASTEST = 3.1

/**
 * Counts a credited span, wherever a report or the member's own history looks for it: the minutes, the title, the
 * chapter, the month. Returns the milliseconds counted, which the member's other tabs and devices may have made fewer.
 */
export async function countActivity(
  tx: Transaction,
  now: number,
  timeZone: string,
  activity: Activity,
  lease: Lease,
  span: Span,
): Promise<number> {
  const credits = cutIntoMinutes(span, await readTakenUntil(tx, activity, span))
  const last = credits.at(-1)
  if (!last) return 0
  const activeMs = credits.reduce((sum, credit) => sum + credit.ms, 0)

  const rate = contentRate(lease, activity)
  await writeMinutes(tx, activity, credits, rate)
  const activeMsBefore = await addToEntry(tx, now, activity, activeMs, rate)

  const lastMonth = monthOf(last.until - 1, timeZone)
  const chaptersRead = await countChapter(tx, activity, lease, activeMs, last.until, lastMonth)
  const isCounted =
    activity.publication.type === 'audiobook' ? activeMsBefore + activeMs >= COUNTED_AFTER_MS : chaptersRead > 0
  const titlesStarted = isCounted && (await startTitle(tx, activity, last.until)) ? 1 : 0

  const months = Map.groupBy(credits, (credit) => monthOf(credit.minute * MINUTE_MS, timeZone))
  for (const [month, inMonth] of months) {
    const isLast = month === lastMonth
    const { before, after } = await addToMonth(tx, activity, month, {
      ms: inMonth.reduce((sum, credit) => sum + credit.ms, 0),
      rate,
      titlesStarted: isLast ? titlesStarted : 0,
      chaptersRead: isLast ? chaptersRead : 0,
      // A month's last moment is still that month's.
      lastActivityAt: Math.max(...inMonth.map((credit) => credit.until)) - (isLast ? 0 : 1),
    })
    // Months come in order here, so that members who share titles wait for their rows in one order.
    await addToTitle(tx, month, activity.member, activity.publication, before, after)
    await noteAnomalies(tx, now, month, activity.member, before, after)
  }
  return activeMs
}

/** Until when each minute of the span was already credited, in the same kind of activity: listening, or reading. */
async function readTakenUntil(
  tx: Transaction,
  { member, publication }: Activity,
  span: Span,
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('activity_minute')
    .select(['minute', (row) => row.fn.max('credited_until').as('until')])
    .where('partner_id', '=', member.partnerId)
    .where('member_id', '=', member.memberId)
    .where('minute', '>=', Math.floor(span.from / MINUTE_MS))
    .where('minute', '<=', Math.floor(span.to / MINUTE_MS))
    .where(publication.type === 'audiobook' ? 'listening_ms' : 'reading_ms', '>', 0)
    .groupBy('minute')
    .execute()
  return new Map(rows.map(({ minute, until }) => [minute, Number(until)]))
}

/** Milliseconds of content for each millisecond heard: the playback speed, as far as it can be. */
function contentRate(lease: Lease, { heartbeat }: Activity): number {
  const heardMs = heartbeat.activeMs - lease.claimed_ms
  const contentMs = (heartbeat.contentMs ?? 0) - lease.claimed_content_ms
  return Math.min(FASTEST, Math.max(0, contentMs / heardMs))
}

async function writeMinutes(
  tx: Transaction,
  { member, publication }: Activity,
  credits: MinuteCredit[],
  rate: number,
): Promise<void> {
  const isListening = publication.type === 'audiobook'
  await tx
    .insertInto('activity_minute')
    .values(
      credits.map(({ minute, ms, until }) => ({
        partner_id: member.partnerId,
        environment: member.environment,
        member_id: member.memberId,
        minute,
        publication_id: publication.id,
        listening_ms: isListening ? ms : 0,
        content_ms: Math.round(ms * rate),
        reading_ms: isListening ? 0 : ms,
        credited_until: until,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'member_id', 'minute', 'publication_id']).doUpdateSet((row) => ({
        listening_ms: row('activity_minute.listening_ms', '+', row.ref('excluded.listening_ms')),
        content_ms: row('activity_minute.content_ms', '+', row.ref('excluded.content_ms')),
        reading_ms: row('activity_minute.reading_ms', '+', row.ref('excluded.reading_ms')),
        credited_until: row.ref('excluded.credited_until'),
      })),
    )
    .execute()
}

/** Adds the time to the member's own record of the title. Returns what the record held before. */
async function addToEntry(
  tx: Transaction,
  now: number,
  { member, publication }: Activity,
  activeMs: number,
  rate: number,
): Promise<number> {
  const contentMs = Math.round(activeMs * rate)
  const entry = await tx
    .insertInto('library_entry')
    .values({
      partner_id: member.partnerId,
      member_id: member.memberId,
      publication_id: publication.id,
      total_progression: 0,
      lease_opened_at: 0,
      updated_at: now,
      active_ms: activeMs,
      content_ms: contentMs,
    })
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'member_id', 'publication_id']).doUpdateSet((row) => ({
        active_ms: row('library_entry.active_ms', '+', activeMs),
        content_ms: row('library_entry.content_ms', '+', contentMs),
      })),
    )
    .returning('active_ms')
    .executeTakeFirstOrThrow()
  return entry.active_ms - activeMs
}

/** 1 when this span makes the chapter read for the first time in its month; 0 otherwise. */
async function countChapter(
  tx: Transaction,
  { member, publication, heartbeat }: Activity,
  lease: Lease,
  activeMs: number,
  readAt: number,
  month: string,
): Promise<0 | 1> {
  if (heartbeat.chapter === undefined || publication.type === 'audiobook') return 0
  if (chapterTime(lease, heartbeat) + activeMs < COUNTED_AFTER_MS) return 0
  const read = await tx
    .insertInto('chapter_read')
    .values({
      partner_id: member.partnerId,
      member_id: member.memberId,
      publication_id: publication.id,
      month,
      chapter: heartbeat.chapter,
      read_at: readAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'member_id', 'publication_id', 'month', 'chapter']).doNothing(),
    )
    .returning('read_at')
    .executeTakeFirst()
  return read ? 1 : 0
}

/** Whether the title is started now, for the first time ever. */
async function startTitle(tx: Transaction, { member, publication }: Activity, startedAt: number): Promise<boolean> {
  const started = await tx
    .updateTable('library_entry')
    .set({ started_at: startedAt })
    .where('partner_id', '=', member.partnerId)
    .where('member_id', '=', member.memberId)
    .where('publication_id', '=', publication.id)
    .where('started_at', 'is', null)
    .returning('started_at')
    .executeTakeFirst()
  return started !== undefined
}

/** What the member's month held before, and what it holds now. */
async function addToMonth(
  tx: Transaction,
  { member, publication }: Activity,
  month: string,
  added: { ms: number; rate: number; titlesStarted: number; chaptersRead: number; lastActivityAt: number },
): Promise<{ before: Counted; after: Counted }> {
  const isListening = publication.type === 'audiobook'
  const after = await tx
    .insertInto('usage_month')
    .values({
      partner_id: member.partnerId,
      environment: member.environment,
      month,
      external_user_id: member.externalUserId,
      member_id: member.memberId,
      listening_ms: isListening ? added.ms : 0,
      content_ms: Math.round(added.ms * added.rate),
      reading_ms: isListening ? 0 : added.ms,
      titles_started: added.titlesStarted,
      chapters_read: added.chaptersRead,
      last_activity_at: added.lastActivityAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'environment', 'month', 'external_user_id']).doUpdateSet((row) => ({
        listening_ms: row('usage_month.listening_ms', '+', row.ref('excluded.listening_ms')),
        content_ms: row('usage_month.content_ms', '+', row.ref('excluded.content_ms')),
        reading_ms: row('usage_month.reading_ms', '+', row.ref('excluded.reading_ms')),
        titles_started: row('usage_month.titles_started', '+', row.ref('excluded.titles_started')),
        chapters_read: row('usage_month.chapters_read', '+', row.ref('excluded.chapters_read')),
        last_activity_at: row
          .case()
          .when('usage_month.last_activity_at', '<', row.ref('excluded.last_activity_at'))
          .then(row.ref('excluded.last_activity_at'))
          .else(row.ref('usage_month.last_activity_at'))
          .end(),
      })),
    )
    .returning(['listening_ms', 'titles_started', 'chapters_read'])
    .executeTakeFirstOrThrow()
  const before = {
    listening_ms: after.listening_ms - (isListening ? added.ms : 0),
    titles_started: after.titles_started - added.titlesStarted,
    chapters_read: after.chapters_read - added.chaptersRead,
  }
  return { before, after }
}
