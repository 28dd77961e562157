import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { Ending } from '@estante/contract/play/queue.ts'
import type { Context } from '../context.ts'
import type { Connection } from '../db/database.ts'
import { findSharing } from '../discovery/related.ts'
import { formsOf, hasDone, readEntries, toCard } from '../library/cards.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { dedupeByWork } from '../publications/works.ts'
import { ofMember } from '../tenancy.ts'
import { numberIn } from '../title-search/search-titles.ts'
import type { IndexedTitle, PartnerTitles } from '../title-search/title-index.ts'
import { readQueue } from './queue.ts'

const MAX_OF_AUTHOR = 6
/** Titles searched for some that the member has not started. */
const OF_AUTHOR_SCANNED = 60
const MAX_OTHERS = 6
const OTHERS_SCANNED = 30

/** Reads the ending of a title: time spent, finished works, and suggestions. */
export async function readEnding(
  { db }: Context,
  titles: PartnerTitles,
  member: SignedInMember,
  title: IndexedTitle,
): Promise<Ending> {
  const isOther = ({ work_key }: IndexedTitle) => work_key !== title.work_key
  const queue = (await readQueue(db.read, member)).flatMap(({ publication_id }) => titles.find(publication_id) ?? [])
  const queued = queue.find(isOther)
  const following = dedupeByWork(followingInSeries(titles, title).filter(isOther), undefined, title.type)
  const authors = title.facets.filter(({ kind }) => kind === 'author')
  const ofAuthors = authors.flatMap(({ key }) => titles.withFacet('author', key)).filter(isOther)
  const byAuthor = dedupeByWork(ofAuthors, undefined, title.type).slice(0, OF_AUTHOR_SCANNED)
  const notOfAuthor = [
    ...findSharing(titles, title, 'subject'),
    ...titles.newest(({ type }) => type === title.type, OTHERS_SCANNED),
  ].filter((one) => isOther(one) && !ofAuthors.includes(one))
  const others = dedupeByWork(notOfAuthor, undefined, title.type).slice(0, OTHERS_SCANNED)

  const listed = [title, ...(queued ? [queued] : []), ...following, ...byAuthor, ...others]
  const [entries, finishedBefore] = await Promise.all([
    readEntries(db.read, member, titles, listed),
    countFinishedWorks(db.read, member, title),
  ])
  const inSeries = following.find((one) => !hasDone(titles, one, entries, 'finished_at'))
  const isUnstarted = (one: IndexedTitle) =>
    one !== inSeries && one !== queued && !hasDone(titles, one, entries, 'started_at')
  const sameAuthor = byAuthor.filter(isUnstarted).slice(0, MAX_OF_AUTHOR)
  const forms = formsOf(titles, title).flatMap(({ id, type }) => {
    const entry = entries.get(id)
    return entry ? [{ type, ...entry }] : []
  })
  const startedAt = forms.flatMap(({ started_at }) => started_at ?? [])
  const secondsOf = (type: PublicationType) =>
    Math.round((forms.find((form) => form.type === type)?.active_ms ?? 0) / 1000)
  return {
    startedAt: startedAt.length > 0 ? new Date(Math.min(...startedAt)).toISOString() : null,
    listeningSeconds: secondsOf('audiobook'),
    readingSeconds: secondsOf('ebook'),
    finishedWorks: finishedBefore + 1,
    queued: queued ? toCard(titles, queued, entries) : null,
    inSeries: inSeries ? toCard(titles, inSeries, entries) : null,
    sameAuthor: sameAuthor.map((one) => toCard(titles, one, entries)),
    others:
      sameAuthor.length > 0
        ? []
        : others
            .filter(isUnstarted)
            .slice(0, MAX_OTHERS)
            .map((one) => toCard(titles, one, entries)),
  }
}

/** Counts the works that a member finished other than a title's, which the service may not know yet as finished. */
async function countFinishedWorks(db: Connection, member: SignedInMember, { work_key }: IndexedTitle): Promise<number> {
  const { count } = await db
    .selectFrom('library_entry as entry')
    .innerJoin('publication', 'publication.id', 'entry.publication_id')
    .select(({ fn }) => fn.count<number>('work_key').distinct().as('count'))
    .where(ofMember(member))
    .where('finished_at', 'is not', null)
    .where('work_key', '!=', work_key)
    .executeTakeFirstOrThrow()
  return count
}

/** Lists the later titles of its first series, in order. */
function followingInSeries(titles: PartnerTitles, title: IndexedTitle): IndexedTitle[] {
  const series = title.facets.find(({ kind }) => kind === 'series')
  const number = series?.number
  if (number === undefined) return []
  const numberOf = (one: IndexedTitle) => numberIn(one, series!.key)
  return titles
    .withFacet('series', series!.key)
    .filter((one) => numberOf(one) > number)
    .sort((one, other) => numberOf(one) - numberOf(other))
}
