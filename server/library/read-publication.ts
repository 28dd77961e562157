import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import type { Context } from '../context.ts'
import type { Connection } from '../db/database.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { grantMedia } from '../publications/grant.ts'
import { findPublication } from '../publications/publication.ts'
import { readSoundMeasure } from '../publications/sound-measure.ts'
import type { IndexedTitle, TitleIndex } from '../publications/title-index.ts'
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
  const [entries, measured] = await Promise.all([
    readEntries(db.read, member, titles, [title]),
    publication.type === 'audiobook' ? readSoundMeasure(db.read, publication) : undefined,
  ])
  const manifest = JSON.parse(publication.manifest) as Manifest
  const { metadata } = manifest
  const { public_id: publicationId, revision } = publication
  const description = metadata.description ?? (await readDescription(db.read, titles.otherFormOf(title)))
  return {
    ...toCard(titles, title, entries),
    place: toCurrentPlace(entries.get(publication.id), now),
    revision,
    speed: entries.get(publication.id)?.speed ?? null,
    subtitle: metadata.subtitle ?? null,
    description: description ?? null,
    narrator: publication.narrator,
    publisher: metadata.publisher ?? null,
    language: publication.language,
    published: metadata.published ?? null,
    letters: lettersOf(manifest),
    facets: title.facets,
    layout: metadata.layout ?? null,
    accessibility: metadata.accessibility ?? null,
    sound: measured ? { loudness: measured.loudness, hasSilences: measured.hasSilences } : null,
    media: grantMedia(signingKey, now, { memberSessionId, publicationId, revision }),
    manifest,
  }
}

/** The description of a work's other form: recordings often bring none. */
async function readDescription(db: Connection, title: IndexedTitle | undefined): Promise<string | undefined> {
  if (!title) return undefined
  const found = await db.selectFrom('publication').select('manifest').where('id', '=', title.id).executeTakeFirst()
  return found && (JSON.parse(found.manifest) as Manifest).metadata.description
}

function lettersOf({ readingOrder }: Manifest): number | null {
  const letters = readingOrder?.map((link) => link.properties?.letters) ?? []
  return letters.every((count) => count === undefined)
    ? null
    : letters.reduce<number>((sum, count = 0) => sum + count, 0)
}
