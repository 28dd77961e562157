import type { OtherForm, PublicationCard } from '@estante/contract/play/publications.ts'
import { toCover } from '../covers/cover.ts'
import type { Connection } from '../db/database.ts'
import type { LibraryEntry } from '../db/tables.ts'
import { cardLanguage, lengthOf } from '../publications/publication.ts'
import type { MemberKey } from '../tenancy.ts'
import { findSeriesNumber } from '../title-search/search-titles.ts'
import type { IndexedTitle, PartnerTitles } from '../title-search/title-index.ts'
import { findEntries } from './library.ts'
import { toProgress } from './progress.ts'

/** The member's record of each title. */
export type Entries = ReadonlyMap<number, LibraryEntry>

/** Reads the member's records of some titles, and of the other forms of their works. */
export async function readEntries(
  db: Connection,
  member: MemberKey,
  titles: PartnerTitles,
  listed: readonly IndexedTitle[],
): Promise<Entries> {
  const forms = listed.flatMap((title) => formsOf(titles, title))
  return findEntries(db, member, [...new Set(forms.map(({ id }) => id))])
}

/** Returns a title as the embedded application shows it to a member. */
export function toCard(titles: PartnerTitles, title: IndexedTitle, entries: Entries): PublicationCard {
  const other = titles.otherFormOf(title)
  return {
    id: title.public_id,
    type: title.type,
    title: title.title,
    author: title.author,
    ...cardLanguage(title),
    cover: toCover(title),
    ...lengthOf(title),
    // Saving one form saves the whole work.
    saved: hasDone(titles, title, entries, 'saved_at'),
    progress: toProgress(entries.get(title.id)),
    otherForm: other ? toOtherForm(other, entries) : null,
  }
}

/** Makes a card for each title, or for its other form if the member used that more recently. */
export function toWorkCards(
  titles: PartnerTitles,
  listed: readonly IndexedTitle[],
  entries: Entries,
): PublicationCard[] {
  const touched = ({ id }: IndexedTitle) => (entries.get(id)?.started_at ? entries.get(id)!.updated_at : 0)
  return listed.map((title) => {
    const other = titles.otherFormOf(title)
    return toCard(titles, other && touched(other) > touched(title) ? other : title, entries)
  })
}

/** Adds the numbers of the listed titles in a series to their cards. */
export function withSeriesNumbers(
  cards: readonly PublicationCard[],
  listed: readonly IndexedTitle[],
  series: string,
): PublicationCard[] {
  return cards.map((card, index) => {
    const seriesNumber = findSeriesNumber(listed[index]!, series)
    return seriesNumber === undefined ? card : { ...card, seriesNumber }
  })
}

/** Whether the member saved, started or finished a work, in either form. */
export function hasDone(
  titles: PartnerTitles,
  title: IndexedTitle,
  entries: Entries,
  done: 'saved_at' | 'started_at' | 'finished_at',
): boolean {
  return formsOf(titles, title).some(({ id }) => entries.get(id)?.[done] != null)
}

export function formsOf(titles: PartnerTitles, title: IndexedTitle): IndexedTitle[] {
  const other = titles.otherFormOf(title)
  return other ? [title, other] : [title]
}

function toOtherForm(title: IndexedTitle, entries: Entries): OtherForm {
  return { id: title.public_id, type: title.type, ...lengthOf(title), progress: toProgress(entries.get(title.id)) }
}
