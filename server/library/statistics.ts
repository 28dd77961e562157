import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { Statistics } from '@estante/contract/play/statistics.ts'
import { DAY_MS, dayOf, lastDays, MINUTE_MS, nameOfTimeZone } from '../calendar.ts'
import type { Context } from '../context.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { ofMember } from '../tenancy.ts'

const DAYS = 7

/** Reads a member's listening and reading time in seconds, by day and in total, and counts the finished titles. */
export async function readStatistics(
  { db, config: { timeZone } }: Pick<Context, 'db' | 'config'>,
  now: number,
  member: SignedInMember,
): Promise<Statistics> {
  const [minutes, titles] = await Promise.all([
    db.read
      .selectFrom('activity_minute')
      .select(['minute', 'listening_ms', 'reading_ms'])
      .where(ofMember(member))
      .where('minute', '>=', Math.floor((now - (DAYS + 1) * DAY_MS) / MINUTE_MS))
      .execute(),
    db.read
      .selectFrom('library_entry as entry')
      .innerJoin('publication', 'publication.id', 'entry.publication_id')
      .select(({ fn }) => [
        'publication.type',
        fn.sum<number>('entry.active_ms').as('active_ms'),
        fn.count<number>('entry.finished_at').as('finished'),
      ])
      .where(ofMember(member))
      .groupBy('publication.type')
      .execute(),
  ])
  const byDay = Map.groupBy(mergeTitles(minutes), ({ minute }) => dayOf(minute * MINUTE_MS, timeZone))
  const total = (type: PublicationType) => titles.find((one) => one.type === type)
  return {
    days: lastDays(now, timeZone, DAYS).map((day) => ({
      day,
      listeningSeconds: toSeconds((byDay.get(day) ?? []).reduce((sum, { listening_ms }) => sum + listening_ms, 0)),
      readingSeconds: toSeconds((byDay.get(day) ?? []).reduce((sum, { reading_ms }) => sum + reading_ms, 0)),
    })),
    timeZone: nameOfTimeZone(now, timeZone),
    listeningSeconds: toSeconds(total('audiobook')?.active_ms ?? 0),
    readingSeconds: toSeconds(total('ebook')?.active_ms ?? 0),
    finishedAudiobooks: total('audiobook')?.finished ?? 0,
    finishedEbooks: total('ebook')?.finished ?? 0,
  }
}

/**
 * Sums the titles of each minute. An e-book read beside a playing audiobook fills no more than the rest of the minute.
 */
function mergeTitles(minutes: { minute: number; listening_ms: number; reading_ms: number }[]) {
  return Array.from(
    Map.groupBy(minutes, ({ minute }) => minute),
    ([minute, titles]) => {
      const listening_ms = titles.reduce((sum, title) => sum + title.listening_ms, 0)
      const reading_ms = titles.reduce((sum, title) => sum + title.reading_ms, 0)
      return { minute, listening_ms, reading_ms: Math.min(reading_ms, Math.max(0, MINUTE_MS - listening_ms)) }
    },
  )
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}
