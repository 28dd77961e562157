import { MINUTE_MS, type Month, monthOf } from '../calendar.ts'
import type { Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { ChapterRead } from '../db/tables.ts'
import { preparedUpsert } from '../db/upsert.ts'
import { type MemberKey, ofMember, ofTenancy, type Tenancy } from '../tenancy.ts'
import { addToTitle } from '../usage/add-to-title.ts'
import { recordAnomalies } from '../usage/anomalies.ts'
import type { UsageCounts } from '../usage/figures.ts'
import { type Activity, type ChapterTime, chapterTime, type KnownLease } from './activity.ts'
import { cutIntoMinutes, type MinuteCredit, type Span } from './credit.ts'

/** A title counts as started after this long, and a chapter as read. */
const COUNTED_AFTER_MS = 5000
/** The fastest playback speed, with a little room for rounding. */
const FASTEST = 3.1

/** The usage counted for a span. */
export interface CountedActivity {
  /** May be less than the span: time that other tabs and devices of the member were credited for is left out. */
  activeMs: number
  contentMs: number
  /** When this span started the title; null when it did not. */
  startedAt: number | null
  /** The lease's time in the chapter, in the month in which the span ends. */
  chapterMs: number
}

export const NOTHING_COUNTED: CountedActivity = { activeMs: 0, contentMs: 0, startedAt: null, chapterMs: 0 }

/** Counts a credited span: in the minutes, the months and the title, from which reports and statistics are read. */
export async function countActivity(
  tx: Transaction,
  now: number,
  timeZone: string,
  activity: Activity,
  lease: KnownLease,
  span: Span,
): Promise<CountedActivity> {
  const credits = cutIntoMinutes(span, await readCreditedUntil(tx, timeZone, activity, span))
  let inChapter = chapterTime(lease, activity.heartbeat, timeZone)
  const settledChapterMs = () => addChapterTime(inChapter, monthOf(span.to - 1, timeZone), 0).ms
  const last = credits.at(-1)
  if (!last) return { ...NOTHING_COUNTED, chapterMs: settledChapterMs() }
  const rate = contentRate(lease, activity)
  const lastMonth = monthOf(last.until - 1, timeZone)

  let activeMs = 0
  let startedAt: number | null = null
  for (const [month, inMonth] of byMonth(credits, timeZone, lastMonth)) {
    const ms = sumOf(inMonth)
    activeMs += ms
    const until = Math.max(...inMonth.map((credit) => credit.until))
    // Less one at midnight, when the next month begins: the activity was still in this one.
    const lastActivityAt = monthOf(until, timeZone) === month ? until : until - 1
    // An earlier heartbeat of the lease counted the chapter when it reached this time.
    const isRead = inChapter.month === month && inChapter.ms >= COUNTED_AFTER_MS
    inChapter = addChapterTime(inChapter, month, ms)
    const chaptersRead = isRead ? 0 : await countChapter(tx, activity, inChapter, lastActivityAt)
    const isStarting = startedAt === null && isStarted(activity, activeMs, chaptersRead)
    if (isStarting) startedAt = lastActivityAt
    const added = { ms, rate, titlesStarted: isStarting ? 1 : 0, chaptersRead, lastActivityAt }
    const before = await readMonth(tx, activity, month)
    const after = addTo(before, activity, added)
    await recordAnomalies(tx, now, month, activity.member, before, after)
    await addToMonth(tx, activity, month, added)
    await addToTitle(tx, month, activity.member, activity.publication, before, after)
  }
  await addToMinutes(tx, activity, credits, rate)
  return { activeMs, contentMs: Math.round(activeMs * rate), startedAt, chapterMs: settledChapterMs() }
}

interface MonthAddition {
  ms: number
  rate: number
  titlesStarted: number
  chaptersRead: number
  lastActivityAt: number
}

function sumOf(credits: MinuteCredit[]): number {
  return credits.reduce((sum, credit) => sum + credit.ms, 0)
}

/** Reads, for each minute of the span, the instant up to which the same kind of activity was already credited. */
async function readCreditedUntil(
  tx: Transaction,
  timeZone: string,
  { member: { partnerId, memberId }, publication, month }: Activity,
  span: Span,
): Promise<Map<number, number>> {
  const creditedUntil = new Map<number, number>()
  // Nearly always the member did nothing else meanwhile.
  if (span.from >= month.last_activity_at && monthOf(span.from, timeZone) === month.month) return creditedUntil
  const [from, to] = [Math.floor(span.from / MINUTE_MS), Math.floor(span.to / MINUTE_MS)]
  for (const row of await selectMinutes(tx, { partnerId, memberId, from, to })) {
    const isSameKind = (publication.type === 'audiobook' ? row.listening_ms : row.reading_ms) > 0
    const until = creditedUntil.get(row.minute) ?? 0
    if (isSameKind && row.credited_until > until) creditedUntil.set(row.minute, row.credited_until)
  }
  return creditedUntil
}

const selectMinutes = prepared((db, key: MemberKey & { from: number; to: number }) =>
  db
    .selectFrom('activity_minute')
    .select(['minute', 'listening_ms', 'reading_ms', 'credited_until'])
    .where(ofMember(key))
    .where('minute', '>=', key.from)
    .where('minute', '<=', key.to),
)

/**
 * Returns the milliseconds of content per millisecond of listening: the playback speed, at most the fastest offered.
 */
function contentRate(lease: KnownLease, { heartbeat }: Activity): number {
  const heardMs = heartbeat.activeMs - lease.claimed_ms
  const contentMs = (heartbeat.contentMs ?? 0) - lease.claimed_content_ms
  return Math.min(FASTEST, Math.max(0, contentMs / heardMs))
}

async function addToMinutes(
  tx: Transaction,
  { member, publication }: Activity,
  credits: MinuteCredit[],
  rate: number,
): Promise<void> {
  const isListening = publication.type === 'audiobook'
  for (const { minute, ms, until } of credits) {
    await upsertMinute(tx, {
      partner_id: member.partnerId,
      member_id: member.memberId,
      minute,
      publication_id: publication.id,
      listening_ms: isListening ? ms : 0,
      content_ms: Math.round(ms * rate),
      reading_ms: isListening ? 0 : ms,
      credited_until: until,
    })
  }
}

const upsertMinute = preparedUpsert('activity_minute', {
  key: ['partner_id', 'member_id', 'minute', 'publication_id'],
  add: ['listening_ms', 'content_ms', 'reading_ms'],
  replace: ['credited_until'],
})

/**
 * Adds time in a month. A chapter read in the month before needs the full time again to be read in this one; an unread
 * chapter's seconds carry over.
 */
function addChapterTime({ month, ms }: ChapterTime, to: Month, added: number): ChapterTime {
  return { month: to, ms: (month !== to && ms >= COUNTED_AFTER_MS ? 0 : ms) + added }
}

/** Counts a chapter as read: 1 for the first time in a month; 0 otherwise. */
async function countChapter(
  tx: Transaction,
  { member, publication, heartbeat }: Activity,
  { month, ms }: ChapterTime,
  readAt: number,
): Promise<0 | 1> {
  if (heartbeat.chapter === undefined || publication.type === 'audiobook') return 0
  if (ms < COUNTED_AFTER_MS) return 0
  const read = await insertChapterRead(tx, {
    partner_id: member.partnerId,
    member_id: member.memberId,
    publication_id: publication.id,
    month,
    chapter: heartbeat.chapter,
    read_at: readAt,
  })
  return read.length === 0 ? 0 : 1
}

const insertChapterRead = prepared((db, read: ChapterRead) =>
  db
    .insertInto('chapter_read')
    .values(read)
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'member_id', 'publication_id', 'month', 'chapter']).doNothing(),
    )
    .returning('read_at'),
)

/** Returns whether this starts the title for the first time ever. */
function isStarted({ publication, entry }: Activity, activeMs: number, chaptersRead: number): boolean {
  if (entry && entry.started_at !== null) return false
  return publication.type === 'audiobook' ? (entry?.active_ms ?? 0) + activeMs >= COUNTED_AFTER_MS : chaptersRead > 0
}

/** Groups the credit by month, in order. */
function byMonth(credits: MinuteCredit[], timeZone: string, lastMonth: Month): Iterable<[Month, MinuteCredit[]]> {
  const [first] = credits
  // Nearly all spans are in one month.
  if (first && monthOf(first.minute * MINUTE_MS, timeZone) === lastMonth) return [[lastMonth, credits]]
  return Map.groupBy(credits, (credit) => monthOf(credit.minute * MINUTE_MS, timeZone))
}

/** Reads the counts of a member's month. The current one is already in the activity. */
async function readMonth(tx: Transaction, { member, month: present }: Activity, month: Month): Promise<UsageCounts> {
  if (month === present.month) return present
  const { partnerId, environment, externalUserId } = member
  const [row] = await selectMonth(tx, { partnerId, environment, month, externalUserId })
  return row ?? { listening_ms: 0, titles_started: 0, chapters_read: 0 }
}

const selectMonth = prepared((db, key: Tenancy & { month: Month; externalUserId: string }) =>
  db
    .selectFrom('usage_month')
    .select(['listening_ms', 'titles_started', 'chapters_read'])
    .where(ofTenancy(key))
    .where('month', '=', key.month)
    .where('external_user_id', '=', key.externalUserId),
)

function addTo(before: UsageCounts, { publication }: Activity, added: MonthAddition): UsageCounts {
  return {
    listening_ms: before.listening_ms + (publication.type === 'audiobook' ? added.ms : 0),
    titles_started: before.titles_started + added.titlesStarted,
    chapters_read: before.chapters_read + added.chaptersRead,
  }
}

function addToMonth(
  tx: Transaction,
  { member, publication }: Activity,
  month: Month,
  added: MonthAddition,
): Promise<void> {
  const isListening = publication.type === 'audiobook'
  return upsertMonth(tx, {
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
}

const upsertMonth = preparedUpsert('usage_month', {
  key: ['partner_id', 'environment', 'month', 'external_user_id'],
  add: ['listening_ms', 'content_ms', 'reading_ms', 'titles_started', 'chapters_read'],
  max: ['last_activity_at'],
  insertOnly: ['member_id'],
})
