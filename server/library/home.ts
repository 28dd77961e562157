import type { Home } from '@estante/contract/play/publications.ts'
import type { Context } from '../context.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { readFeatured } from '../publications/featured.ts'
import { readNewest } from '../publications/publication.ts'
import { toCard } from './card.ts'
import { findEntries, readContinueShelf } from './library.ts'

const SHELF_LENGTH = 20

/** The shelves of the home screen. */
export async function readHome({ db }: Context, now: number, member: SignedInMember): Promise<Home> {
  const { partnerId } = member
  const [inProgress, chosen, audiobooks, ebooks] = await Promise.all([
    readContinueShelf(db.read, now, member, SHELF_LENGTH),
    readFeatured(db.read, now, partnerId),
    readNewest(db.read, { partnerId, now, type: 'audiobook', limit: SHELF_LENGTH }),
    readNewest(db.read, { partnerId, now, type: 'ebook', limit: SHELF_LENGTH }),
  ])
  const entries = await findEntries(
    db.read,
    member,
    [...audiobooks, ...ebooks, ...(chosen ? [chosen] : [])].map((row) => row.id),
  )
  const isNew = chosen && !entries.get(chosen.id)?.started_at
  return {
    featured: isNew ? toCard(chosen, entries.get(chosen.id)) : null,
    continue: inProgress.map(({ publication, entry }) => toCard(publication, entry)),
    audiobooks: audiobooks.map((row) => toCard(row, entries.get(row.id))),
    ebooks: ebooks.map((row) => toCard(row, entries.get(row.id))),
  }
}
