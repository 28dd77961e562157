import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import type { Context } from '../context.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { readFacets } from '../publications/facets.ts'
import { grantMedia } from '../publications/grant.ts'
import { findOtherForm, findPublication } from '../publications/publication.ts'
import { toCard } from './card.ts'
import { findEntries } from './library.ts'
import { toCurrentPlace } from './progress.ts'

/** A title with fresh media addresses and its manifest, as this member has it; undefined when the member has none such. */
export async function readTitle(
  { db, signingKey }: Context,
  now: number,
  member: SignedInMember,
  id: string,
): Promise<(PublicationDetail & { manifest: Manifest }) | undefined> {
  const { memberSessionId, partnerId } = member
  const publication = await findPublication(db.read, now, partnerId, id)
  if (!publication) return undefined
  const [otherForm, entries, facets] = await Promise.all([
    findOtherForm(db.read, now, partnerId, publication),
    findEntries(db.read, member, [publication.id]),
    readFacets(db.read, publication.id),
  ])
  const manifest = JSON.parse(publication.manifest) as Manifest
  const { metadata } = manifest
  const { public_id: publicationId, revision } = publication
  return {
    ...toCard(publication, entries.get(publication.id)),
    progress: toCurrentPlace(entries.get(publication.id), now),
    revision,
    speed: entries.get(publication.id)?.speed ?? null,
    subtitle: metadata.subtitle ?? null,
    description: metadata.description ?? null,
    narrator: publication.narrator,
    publisher: metadata.publisher ?? null,
    language: publication.language,
    published: metadata.published ?? null,
    letters: lettersOf(manifest),
    facets,
    layout: metadata.layout ?? null,
    accessibility: metadata.accessibility ?? null,
    otherForm: otherForm ?? null,
    media: grantMedia(signingKey, now, { memberSessionId, publicationId, revision }),
    manifest,
  }
}

function lettersOf({ readingOrder }: Manifest): number | null {
  const letters = readingOrder?.map((link) => link.properties?.letters) ?? []
  return letters.every((count) => count === undefined)
    ? null
    : letters.reduce<number>((sum, count = 0) => sum + count, 0)
}
