import type { Home } from '@estante/contract/play/publications.ts'
import type { Context } from '../context.ts'
import type { SignedInMember } from '../members/member-session.ts'
import type { TitleIndex } from '../publications/title-index.ts'
import { onceEach } from '../publications/works.ts'
import { readEntries, toCard } from './cards.ts'
import { readInProgress } from './library.ts'

const SHELF_LENGTH = 20

/** The shelves of the home screen. */
export async function readHome({ db }: Context, index: TitleIndex, member: SignedInMember): Promise<Home> {
  const [titles, begun] = await Promise.all([index.of(member.partnerId), readInProgress(db.read, member)])
  const inProgress = onceEach(begun.flatMap(({ publication_id }) => titles.find(publication_id) ?? []))
  const continued = inProgress.slice(0, SHELF_LENGTH)
  const audiobooks = titles.newest(({ type }) => type === 'audiobook', SHELF_LENGTH)
  const ebooks = titles.newest(({ type }) => type === 'ebook', SHELF_LENGTH)
  const chosen = titles.featured()
  const listed = [...continued, ...audiobooks, ...ebooks, ...(chosen ? [chosen] : [])]
  const entries = await readEntries(db.read, member, titles, listed)
  const cards = (some: typeof listed) => some.map((title) => toCard(titles, title, entries))
  const featured = chosen && toCard(titles, chosen, entries)
  const isBegun = chosen && entries.get(chosen.id)?.started_at
  return {
    featured: featured && !isBegun ? featured : null,
    continue: cards(continued),
    audiobooks: cards(audiobooks),
    ebooks: cards(ebooks),
  }
}
