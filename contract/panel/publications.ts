import type { Static, TInteger } from 'typebox'
import { IdPath, Instant, oneOf, orNull, pageOf } from '../fields.ts'
import { PublicationType } from '../partner/catalog.ts'
import { Cover } from '../play/publications.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { titleFields, titleLength } from '../title-fields.ts'
import { LastChange } from './last-change.ts'

/* The titles of the catalog, for operators. */

/**
 * `published`: available now. `scheduled`: not yet. `ended`: no longer. `draft`: unavailable until published.
 * `withdrawn`: removed from the catalog.
 */
export const PUBLICATION_STATES = ['published', 'scheduled', 'ended', 'draft', 'withdrawn'] as const
export const PublicationState = oneOf(PUBLICATION_STATES)
export type PublicationState = Static<typeof PublicationState>

/**
 * Why a new title needs review. `title-of-file`: the file has no title. `no-author`: it has no author. `second-copy`:
 * the catalog already has a title of this form, name and author.
 */
export const ReviewReason = oneOf(['title-of-file', 'no-author', 'second-copy'])
export type ReviewReason = Static<typeof ReviewReason>

export const PanelPublication = Type.Object({
  ...titleFields,
  narrator: orNull(Type.String()),
  cover: Cover,
  ...titleLength,
  state: PublicationState,
  /** Reasons for the review of a draft; empty for none. Publishing it clears them. */
  review: Type.Array(ReviewReason),
  /** Null for a title that was always available, and for a draft. */
  publishFrom: orNull(Instant),
  /** Null when there is no end. */
  publishUntil: orNull(Instant),
  /** Number of partners of a restricted title. Null if available to all. */
  partnerCount: orNull(Type.Integer()),
  /** Whether its metadata or cover was edited by hand. */
  isEdited: Type.Boolean(),
  addedAt: Instant,
  updatedAt: Instant,
})
export type PanelPublication = Static<typeof PanelPublication>

/** A metadata field. `value` is shown: the edited value, or else the file's. */
export const EditableField = Type.Object({
  value: orNull(Type.String()),
  fromFile: orNull(Type.String()),
  isEdited: Type.Boolean(),
})
export type EditableField = Static<typeof EditableField>

export const PanelPublicationDetail = Type.Object({
  ...PanelPublication.properties,
  fields: Type.Object({
    title: EditableField,
    subtitle: EditableField,
    author: EditableField,
    narrator: EditableField,
    description: EditableField,
    /** BCP 47. */
    language: EditableField,
    publisher: EditableField,
  }),
  /** Version of the metadata, for optimistic locking: a change that sends an outdated one is refused. */
  metadataVersion: Type.String(),
  /** Last edit of the metadata by hand; null for none. */
  metadataChanged: orNull(LastChange),
  /** Like `metadataVersion`, for the publication state and dates. */
  stateVersion: Type.String(),
  /** Like `metadataVersion`, for the restriction to partners. */
  partnersVersion: Type.String(),
  /** `drawn`: generated from title and author, and updated with them, since the file has no cover. */
  coverSource: oneOf(['file', 'drawn', 'uploaded']),
  /** As in the file: an ISBN or a UUID. */
  identifier: orNull(Type.String()),
  /** Publication date as in the file: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  publishedInFile: orNull(Type.String()),
  /** Number of contents the title has had, from 1. */
  revision: Type.Integer(),
  /** The partners of a restricted title. Null for all. */
  partners: orNull(Type.Array(Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String() }))),
  withdrawnAt: orNull(Instant),
  /** Whether it is first on the home screen of members who have not started it. */
  isFeatured: Type.Boolean(),
  /** The same work in the other form. */
  otherForm: orNull(Type.Object({ id: Type.String(), type: PublicationType })),
  /** Item of the last job that imported it, while its report is retained; the command line stores none. */
  lastImport: orNull(
    Type.Object({
      jobId: Type.String(),
      jobName: orNull(Type.String()),
      path: Type.String(),
      at: Instant,
      outcome: oneOf(['imported', 'updated', 'unchanged']),
      removed: Type.Array(Type.String()),
    }),
  ),
})
export type PanelPublicationDetail = Static<typeof PanelPublicationDetail>

/**
 * A state, or `restricted`: available to some partners only, in any state; or `review`: drafts that need review.
 */
export const TITLE_FILTERS = [...PUBLICATION_STATES, 'restricted', 'review'] as const
export const TitleFilter = oneOf(TITLE_FILTERS)
export type TitleFilter = Static<typeof TitleFilter>

/**
 * Newest first, fifty a page. `q` searches title, author and narrator, ignoring accents and case. With `import`, only
 * the titles that this job imported, new or known.
 */
export const listPublications = route('GET', '/panel/v1/publications', {
  access: { roles: ['operator'] },
  query: Type.Object({
    q: Type.Optional(storableText({ maxLength: 128 })),
    type: Type.Optional(PublicationType),
    state: Type.Optional(TitleFilter),
    import: Type.Optional(storableText({ maxLength: 64 })),
    cursor: Type.Optional(Type.String({ maxLength: 512 })),
  }),
  answer: pageOf(PanelPublication),
})

export const CatalogSummary = Type.Object(
  Object.fromEntries(TITLE_FILTERS.map((filter) => [filter, Type.Integer()])) as Record<TitleFilter, TInteger>,
)
export type CatalogSummary = Static<typeof CatalogSummary>

export const getCatalogSummary = route('GET', '/panel/v1/publications/summary', {
  access: { roles: ['operator'] },
  answer: CatalogSummary,
})

/** In any state. */
export const getPanelPublication = route('GET', '/panel/v1/publications/:id', {
  access: { roles: ['operator'] },
  params: IdPath,
  answer: PanelPublicationDetail,
})

const Required = (maxLength: number) => Type.Optional(orNull(storableText({ minLength: 1, maxLength })))
const MayBeEmpty = (maxLength: number) => Type.Optional(orNull(storableText({ maxLength })))

/**
 * Edits survive another import of the file. Omitted fields stay unchanged; null restores the file’s value; an empty
 * text removes the value. An outdated `metadataVersion` is refused with `CHANGED_MEANWHILE`.
 */
export const editPublication = route('PUT', '/panel/v1/publications/:id', {
  access: { roles: ['operator'] },
  params: IdPath,
  body: Type.Object({
    title: Required(500),
    subtitle: MayBeEmpty(500),
    author: Required(500),
    narrator: MayBeEmpty(500),
    description: MayBeEmpty(10_000),
    /** BCP 47, as `pt-BR`. */
    language: Required(35),
    publisher: MayBeEmpty(500),
    /** The `metadataVersion` that is overwritten. Without it, any version is. */
    metadataVersion: Type.Optional(storableText({ maxLength: 64 })),
  }),
  answer: PanelPublicationDetail,
})

/**
 * The body is the picture itself: JPEG, PNG, WebP, GIF or AVIF, at most 10 MiB and 40 megapixels, with its
 * `Content-Length`, as its own type or as `application/octet-stream`. It is re-encoded, never served as received; it
 * survives another import.
 */
export const putCover = route('PUT', '/panel/v1/publications/:id/cover', {
  access: { roles: ['operator'] },
  params: IdPath,
  answer: PanelPublicationDetail,
})

/** Restores the cover of the file. Changes nothing unless a cover was uploaded. */
export const removeCover = route('DELETE', '/panel/v1/publications/:id/cover', {
  access: { roles: ['operator'] },
  params: IdPath,
  answer: PanelPublicationDetail,
})

/**
 * `published` accepts when the title appears (`from`; null or omitted: now, or unchanged if already available) and
 * disappears (`until`; null or omitted: never). `withdrawn` preserves the members’ data of the title. Applies at once,
 * on every node. An outdated `stateVersion` is refused with `CHANGED_MEANWHILE`.
 */
export const changePublicationState = route('PUT', '/panel/v1/publications/:id/state', {
  access: { roles: ['operator'] },
  params: IdPath,
  body: Type.Object({
    state: oneOf(['published', 'draft', 'withdrawn']),
    from: Type.Optional(orNull(Instant)),
    until: Type.Optional(orNull(Instant)),
    stateVersion: Type.Optional(storableText({ maxLength: 64 })),
  }),
  answer: PanelPublicationDetail,
})

/**
 * Why a title stayed as it was. `changed`: it is no draft any more. `unknown`: there is no such title. `failed`: it
 * could not be written, and may be tried again.
 */
export const DraftRefusal = oneOf(['changed', 'unknown', 'failed'])
export type DraftRefusal = Static<typeof DraftRefusal>

/**
 * Publishes drafts now, or withdraws them, each by itself: a refusal of one does not stop the others. A title already in
 * the state is not refused, so that a call whose answer was lost may be repeated.
 */
export const changeDrafts = route('POST', '/panel/v1/publications/drafts', {
  access: { roles: ['operator'] },
  body: Type.Object({
    state: oneOf(['published', 'withdrawn']),
    ids: Type.Array(storableText({ maxLength: 64 }), { minItems: 1, maxItems: 50 }),
  }),
  answer: Type.Object({ items: Type.Array(Type.Object({ id: Type.String(), refusal: orNull(DraftRefusal) })) }),
})

/** Replaces the featured title; false removes it. Shown only to partners that have the title. */
export const featurePublication = route('PUT', '/panel/v1/publications/:id/featured', {
  access: { roles: ['operator'] },
  params: IdPath,
  body: Type.Object({ isFeatured: Type.Boolean() }),
  answer: PanelPublicationDetail,
})

/**
 * Null: all partners, future ones included. A list: only these partners, in both environments. Refuses an outdated
 * `partnersVersion` with `CHANGED_MEANWHILE`.
 */
export const restrictToPartners = route('PUT', '/panel/v1/publications/:id/partners', {
  access: { roles: ['operator'] },
  params: IdPath,
  body: Type.Object({
    partnerIds: orNull(Type.Array(storableText({ maxLength: 64 }), { maxItems: 1000 })),
    partnersVersion: Type.Optional(storableText({ maxLength: 64 })),
  }),
  answer: PanelPublicationDetail,
})

/**
 * In any state. Like a partner’s link, it is single-use and expires after a minute; reading and listening are in no
 * partner’s report.
 */
export const previewPublication = route('POST', '/panel/v1/publications/:id/preview', {
  access: { roles: ['operator'] },
  params: IdPath,
  answer: Type.Object({ launchUrl: Type.String() }),
})
