import type { ChapterRead, UsageDay, UsageMemberTitle, UsageMinute } from '@estante/contract/panel/usage.ts'
import { daysOfMonth, type Interval, MINUTE_MS, type Month, monthInterval } from '../calendar.ts'
import type { Connection } from '../db/database.ts'
import type { Member } from '../db/tables.ts'
import { memberKeyOf, ofMember } from '../tenancy.ts'

/**
 * Reads the minutes and chapters behind a line of a month's report, by title and by day, each of which adds up to the
 * line.
 */
export async function readMemberMonth(
  db: Connection,
  member: Member,
  month: Month,
  timeZone: string,
): Promise<{ listeningMs: number; readingMs: number; titles: UsageMemberTitle[]; days: UsageDay[] }> {
  const interval = monthInterval(month, timeZone)
  const [minutes, chapters, started] = await Promise.all([
    readMinutes(db, member, interval),
    readChapters(db, member, month),
    readStarted(db, member, interval),
  ])
  return {
    listeningMs: sum(minutes, (minute) => minute.listening_ms),
    readingMs: sum(minutes, (minute) => minute.reading_ms),
    titles: await byTitle(db, minutes, chapters, started),
    days: byDay(minutes, chapters, month, timeZone),
  }
}

/** Reads a member's minutes and chapters of a day. Undefined when the month does not have the day. */
export async function readMemberDay(
  db: Connection,
  member: Member,
  month: Month,
  day: string,
  timeZone: string,
): Promise<{ minutes: UsageMinute[]; chapters: ChapterRead[] } | undefined> {
  const interval = daysOfMonth(month, timeZone).find((one) => one.day === day)
  if (!interval) return undefined
  const [minutes, chapters] = await Promise.all([readMinutes(db, member, interval), readChapters(db, member, month)])
  return {
    minutes: minutes.map((row) => ({
      at: new Date(row.minute * MINUTE_MS).toISOString(),
      publicationId: row.public_id,
      listeningMs: row.listening_ms,
      readingMs: row.reading_ms,
      contentMs: row.content_ms,
    })),
    chapters: chapters
      .filter((chapter) => isWithin(chapter.read_at, interval))
      .map((row) => ({
        at: new Date(row.read_at).toISOString(),
        publicationId: row.public_id,
        chapter: row.chapter,
      })),
  }
}

type Minute = Awaited<ReturnType<typeof readMinutes>>[number]
type Chapter = Awaited<ReturnType<typeof readChapters>>[number]

async function readMinutes(db: Connection, member: Member, { startsAt, endsAt }: Interval) {
  return db
    .selectFrom('activity_minute')
    .innerJoin('publication', 'publication.id', 'activity_minute.publication_id')
    .select(['minute', 'publication_id', 'publication.public_id', 'listening_ms', 'reading_ms', 'content_ms'])
    .where(ofMember(memberKeyOf(member)))
    .where('minute', '>=', startsAt / MINUTE_MS)
    .where('minute', '<', endsAt / MINUTE_MS)
    .orderBy('minute')
    .orderBy('publication_id')
    .execute()
}

async function readChapters(db: Connection, member: Member, month: Month) {
  return db
    .selectFrom('chapter_read')
    .innerJoin('publication', 'publication.id', 'chapter_read.publication_id')
    .select(['publication_id', 'publication.public_id', 'chapter', 'read_at'])
    .where(ofMember(memberKeyOf(member)))
    .where('month', '=', month)
    .orderBy('read_at')
    .orderBy('publication_id')
    .orderBy('chapter')
    .execute()
}

/** Reads when the member started each title of the month. The end of the month is inclusive here. */
async function readStarted(db: Connection, member: Member, { startsAt, endsAt }: Interval) {
  const rows = await db
    .selectFrom('library_entry')
    .select(['publication_id', 'started_at'])
    .where(ofMember(memberKeyOf(member)))
    .where('started_at', '>', startsAt)
    .where('started_at', '<=', endsAt)
    .execute()
  return new Map(rows.map((row) => [row.publication_id, row.started_at ?? 0]))
}

async function byTitle(
  db: Connection,
  minutes: Minute[],
  chapters: Chapter[],
  started: Map<number, number>,
): Promise<UsageMemberTitle[]> {
  const minutesOf = Map.groupBy(minutes, (minute) => minute.publication_id)
  const chaptersOf = Map.groupBy(chapters, (chapter) => chapter.publication_id)
  const ids = [...new Set([...minutesOf.keys(), ...chaptersOf.keys(), ...started.keys()])]
  if (ids.length === 0) return []
  const publications = await db
    .selectFrom('publication')
    .select(['id', 'public_id', 'type', 'title', 'author'])
    .where('id', 'in', ids)
    .orderBy('public_id')
    .execute()
  return publications
    .map(({ id, public_id, type, title, author }) => {
      const spent = minutesOf.get(id) ?? []
      const startedAt = started.get(id)
      return {
        id: public_id,
        type,
        title,
        author,
        listeningMs: sum(spent, (minute) => minute.listening_ms),
        readingMs: sum(spent, (minute) => minute.reading_ms),
        contentMs: sum(spent, (minute) => minute.content_ms),
        readingChapters: chaptersOf.get(id)?.length ?? 0,
        startedAt: startedAt === undefined ? null : new Date(startedAt).toISOString(),
      }
    })
    .sort((one, other) => other.listeningMs + other.readingMs - (one.listeningMs + one.readingMs))
}

function byDay(minutes: Minute[], chapters: Chapter[], month: Month, timeZone: string): UsageDay[] {
  return daysOfMonth(month, timeZone).flatMap(({ day, ...interval }) => {
    const spent = minutes.filter(({ minute }) => isWithin(minute * MINUTE_MS + 1, interval))
    const readingChapters = chapters.filter(({ read_at }) => isWithin(read_at, interval)).length
    if (spent.length === 0 && readingChapters === 0) return []
    const listeningMs = sum(spent, (minute) => minute.listening_ms)
    const readingMs = sum(spent, (minute) => minute.reading_ms)
    return [{ day, listeningMs, readingMs, readingChapters }]
  })
}

/** Whether an exclusive end is in an interval: the moment before it is. */
function isWithin(until: number, { startsAt, endsAt }: Interval): boolean {
  return until > startsAt && until <= endsAt
}

function sum<T>(items: T[], read: (item: T) => number): number {
  return items.reduce((total, item) => total + read(item), 0)
}
