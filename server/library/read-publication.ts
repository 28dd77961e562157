import type { Manifest } from '@estante/contract/manifest.ts'
import type { Facet } from '@estante/contract/play/facets.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import type { Context } from '../context.ts'
import type { Connection } from '../db/database.ts'
import { grantMedia } from '../media/grant.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { findPublication } from '../publications/publication.ts'
import { readSoundMeasure } from '../publications/sound-measure.ts'
import type { IndexedTitle, TitleIndex } from '../title-search/title-index.ts'
import { readEntries, toCard } from './cards.ts'
import { toCurrentPlace } from './progress.ts'

/** Reads a title for a member, with fresh media addresses and its manifest. Undefined when they cannot open it. */
export async function readPublication(
  { db, signingKey }: Context,
  index: TitleIndex,
  now: number,
  member: SignedInMember,
  id: string,
): Promise<(PublicationDetail & { manifest: Manifest }) | undefined> {
  const { memberSessionId, partnerId } = member
  const [publication, titles] = await Promise.all([findPublication(db.read, now, partnerId, id), index.of(partnerId)])
  const title = publication && titles.find(publication.id)
  if (!title) return undefined
  const otherForm = titles.otherFormOf(title)
  const manifest = JSON.parse(publication.manifest) as Manifest
  const { metadata } = manifest
  const [entries, otherMetadata, measured] = await Promise.all([
    readEntries(db.read, member, titles, [title]),
    otherForm && readMetadata(db.read, otherForm),
    metadata.duration === undefined ? undefined : readSoundMeasure(db.read, publication),
  ])
  const { public_id: publicationId, revision } = publication
  const ofBook = publication.type === 'ebook' ? metadata : otherMetadata
  return {
    ...toCard(titles, title, entries),
    place: toCurrentPlace(entries.get(publication.id), now),
    revision,
    speed: entries.get(publication.id)?.speed ?? null,
    subtitle: metadata.subtitle ?? null,
    // Recordings often bring none.
    description: metadata.description ?? otherMetadata?.description ?? null,
    narrator: publication.narrator,
    publisher: metadata.publisher ?? null,
    language: publication.language,
    published: metadata.published ?? null,
    letters: lettersOf(manifest),
    narrationSeconds: ofBook?.duration ?? null,
    facets: facetsOf(title, otherForm),
    layout: ofBook?.layout ?? null,
    accessibility: ofBook?.accessibility ?? null,
    sound: measured ? { loudness: measured.loudness, hasSilences: measured.hasSilences } : null,
    media: grantMedia(signingKey, now, { memberSessionId, publicationId, revision }),
    manifest,
  }
}

async function readMetadata(db: Connection, { id }: IndexedTitle): Promise<Manifest['metadata'] | undefined> {
  const found = await db.selectFrom('publication').select('manifest').where('id', '=', id).executeTakeFirst()
  return found && (JSON.parse(found.manifest) as Manifest).metadata
}

/** Reads the facets of a title, with the narrators and subjects of its other form. */
function facetsOf({ facets }: IndexedTitle, otherForm: IndexedTitle | undefined): Facet[] {
  const isShared = ({ kind }: Facet) => kind === 'narrator' || kind === 'subject'
  const isOwn = ({ kind, key }: Facet) => facets.some((own) => own.kind === kind && own.key === key)
  return [...facets, ...(otherForm?.facets.filter((facet) => isShared(facet) && !isOwn(facet)) ?? [])]
}

function lettersOf({ readingOrder }: Manifest): number | null {
  const letters = readingOrder.map((link) => link.properties?.letters)
  return letters.every((count) => count === undefined)
    ? null
    : letters.reduce<number>((sum, count = 0) => sum + count, 0)
}
