import type { Home } from '@estante/contract/play/publications.ts'
import type { Context } from '../context.ts'
import { hasDone, readEntries, toCard, toWorkCards } from '../library/cards.ts'
import { readInProgress } from '../library/library.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { dedupeByWork } from '../publications/works.ts'
import { readQueue } from '../queue/queue.ts'
import type { IndexedTitle, TitleIndex } from '../title-search/title-index.ts'

const SHELF_LENGTH = 20
/** Newest titles searched for some that the member has not started. */
const NEWEST_SCANNED = 2 * SHELF_LENGTH

export async function readHome({ db }: Context, index: TitleIndex, member: SignedInMember): Promise<Home> {
  const [titles, started, queue] = await Promise.all([
    index.of(member.partnerId),
    readInProgress(db.read, member),
    readQueue(db.read, member),
  ])
  const available = (rows: { publication_id: number }[]) =>
    rows.flatMap(({ publication_id }) => titles.find(publication_id) ?? [])
  const inProgress = dedupeByWork(available(started))
  const worksInProgress = new Set(inProgress.map(({ work_key }) => work_key))
  const continued = inProgress.slice(0, SHELF_LENGTH)
  const queued = dedupeByWork(available(queue), worksInProgress).slice(0, SHELF_LENGTH)
  const worksAbove = new Set([...worksInProgress, ...queued.map(({ work_key }) => work_key)])
  const newest = dedupeByWork(titles.newest(({ work_key }) => !worksAbove.has(work_key), NEWEST_SCANNED))
  const chosen = titles.featured()

  const listed = [...continued, ...queued, ...newest, ...(chosen ? [chosen] : [])]
  const entries = await readEntries(db.read, member, titles, listed)
  const cards = (some: IndexedTitle[]) => some.map((title) => toCard(titles, title, entries))
  const isStarted = (title: IndexedTitle) => hasDone(titles, title, entries, 'started_at')
  // Last, so that the screen is not empty for a member who finished every title.
  const finishedLast = newest.toSorted((one, other) => Number(isStarted(one)) - Number(isStarted(other)))
  return {
    featured: chosen && !isStarted(chosen) ? toCard(titles, chosen, entries) : null,
    continue: cards(continued),
    queue: cards(queued),
    newest: toWorkCards(titles, finishedLast.slice(0, SHELF_LENGTH), entries),
  }
}
