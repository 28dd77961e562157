import type { Static } from 'typebox'
import { PublicationType } from '../partner/catalog.ts'
import { Cover } from '../play/publications.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { LastChange } from './last-change.ts'

/* The titles of the catalog, for operators. */

const Instant = Type.String({ format: 'date-time' })
const OrNull = <const T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

/**
 * `published`: shown now. `scheduled`: its time has not come. `ended`: its time is over. `draft`: never shown until it is
 * published. `withdrawn`: out of the catalog.
 */
export const PublicationState = Type.Union([
  Type.Literal('published'),
  Type.Literal('scheduled'),
  Type.Literal('ended'),
  Type.Literal('draft'),
  Type.Literal('withdrawn'),
])
export type PublicationState = Static<typeof PublicationState>
export const PUBLICATION_STATES = PublicationState.anyOf.map(({ const: state }) => state)

/**
 * Why a new title waits for somebody to look at it. `title-of-file`: the file says no title. `no-author`: it says no author.
 * `second-copy`: a title of this form, name and author is in the catalog already.
 */
export const ReviewReason = Type.Union([
  Type.Literal('title-of-file'),
  Type.Literal('no-author'),
  Type.Literal('second-copy'),
])
export type ReviewReason = Static<typeof ReviewReason>

export const PanelPublication = Type.Object({
  id: Type.String(),
  type: PublicationType,
  title: Type.String(),
  author: Type.String(),
  narrator: OrNull(Type.String()),
  cover: Cover,
  durationSeconds: Type.Optional(Type.Integer()),
  chapters: Type.Optional(Type.Integer()),
  state: PublicationState,
  /** Why it is a draft that waits for somebody to look at it; empty when it does not. Publishing it ends that. */
  review: Type.Array(ReviewReason),
  /** Null when it was always shown, and for a draft. */
  publishFrom: OrNull(Instant),
  /** Null when there is no end. */
  publishUntil: OrNull(Instant),
  /** To how many partners alone it is available; null when it is to all. */
  partnerCount: OrNull(Type.Integer()),
  /** Whether something of it was written or chosen by hand. */
  isEdited: Type.Boolean(),
  addedAt: Instant,
  updatedAt: Instant,
})
export type PanelPublication = Static<typeof PanelPublication>

/** A word of a title. `value` is what is shown: the hand's when there is one, else the file's. */
export const EditableField = Type.Object({
  value: OrNull(Type.String()),
  fromFile: OrNull(Type.String()),
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
  /** Names the words as they are: sent with a change, it is refused when they are others by then. */
  wordsVersion: Type.String(),
  /** The last change of the words by hand; null when there was none. */
  wordsChanged: OrNull(LastChange),
  /** The same as `wordsVersion`, of whether and when it is shown. */
  stateVersion: Type.String(),
  /** The same, of the partners that have it. */
  partnersVersion: Type.String(),
  /** `drawn`: made of title and author, for the file brings none; it follows them. */
  coverSource: Type.Union([Type.Literal('file'), Type.Literal('drawn'), Type.Literal('hand')]),
  /** As the file gives it: an ISBN, a UUID. */
  identifier: OrNull(Type.String()),
  /** Date of publication as the file gives it: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  published: OrNull(Type.String()),
  /** Counts the contents this title has had: 1 until another file of it came. */
  revision: Type.Integer(),
  /** Only these; null when it is for all. */
  partners: OrNull(Type.Array(Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String() }))),
  withdrawnAt: OrNull(Instant),
  /** Whether it is first on the home screen, for members who did not begin it. */
  isFeatured: Type.Boolean(),
  /** The same work in the other form. */
  otherForm: OrNull(Type.Object({ id: Type.String(), type: PublicationType })),
  /** Of the last job that brought it, while its report is kept; the command line keeps none. */
  lastImport: OrNull(
    Type.Object({
      jobId: Type.String(),
      jobName: OrNull(Type.String()),
      path: Type.String(),
      at: Instant,
      outcome: Type.Union([Type.Literal('imported'), Type.Literal('updated'), Type.Literal('unchanged')]),
      removed: Type.Array(Type.String()),
    }),
  ),
})
export type PanelPublicationDetail = Static<typeof PanelPublicationDetail>

export const listPublications = route({
  method: 'GET',
  path: '/panel/v1/publications',
  access: { roles: ['operator'] },
  operationId: 'listPublications',
  summary: 'Titles of the catalog',
  description:
    'Newest first, fifty at a time. `q` looks in title, author and narrator, whatever the accents and the case. `state` also takes `restricted`: available to some partners only, in whatever state; and `review`: drafts that wait for somebody to look at them. For operators.',
  query: Type.Object({
    q: Type.Optional(storableText({ maxLength: 128 })),
    type: Type.Optional(PublicationType),
    state: Type.Optional(Type.Union([...PublicationState.anyOf, Type.Literal('restricted'), Type.Literal('review')])),
    cursor: Type.Optional(Type.String({ maxLength: 512 })),
  }),
  success: {
    status: 200,
    description: 'A page of them.',
    schema: Type.Object({ items: Type.Array(PanelPublication), nextCursor: OrNull(Type.String()) }),
  },
  errors: ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'VALIDATION'],
})

export const CatalogSummary = Type.Object({
  published: Type.Integer(),
  scheduled: Type.Integer(),
  ended: Type.Integer(),
  draft: Type.Integer(),
  withdrawn: Type.Integer(),
  /** Of all of these, those available to some partners only. */
  restricted: Type.Integer(),
  /** Of the drafts, those that wait for somebody to look at them. */
  review: Type.Integer(),
  /** Files in quarantine. */
  quarantined: Type.Integer(),
})
export type CatalogSummary = Static<typeof CatalogSummary>

export const getCatalogSummary = route({
  method: 'GET',
  path: '/panel/v1/publications/summary',
  access: { roles: ['operator'] },
  operationId: 'getCatalogSummary',
  summary: 'How many titles there are in each state',
  description: 'For operators.',
  success: { status: 200, description: 'Counts.', schema: CatalogSummary },
  errors: ['NOT_SIGNED_IN', 'NOT_ALLOWED'],
})

const PublicationPath = Type.Object({ id: storableText({ maxLength: 64 }) })
const CHANGE_ERRORS = ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'VALIDATION', 'PUBLICATION_NOT_FOUND'] as const

export const getPanelPublication = route({
  method: 'GET',
  path: '/panel/v1/publications/:id',
  access: { roles: ['operator'] },
  operationId: 'getPanelPublication',
  summary: 'A title',
  description: 'Whatever its state. For operators.',
  params: PublicationPath,
  success: { status: 200, description: 'The title.', schema: PanelPublicationDetail },
  errors: ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'PUBLICATION_NOT_FOUND'],
})

const Required = (maxLength: number) => Type.Optional(OrNull(storableText({ minLength: 1, maxLength })))
const MayBeEmpty = (maxLength: number) => Type.Optional(OrNull(storableText({ maxLength })))

export const editPublication = route({
  method: 'PUT',
  path: '/panel/v1/publications/:id',
  access: { roles: ['operator'] },
  operationId: 'editPublication',
  summary: 'Write the words of a title by hand',
  description:
    'They survive another import of the file. A field that is left out stays as it is; null goes back to what the file says; an empty text says that there is none. With a `wordsVersion` that is no longer the title’s, `CHANGED_MEANWHILE`. For operators.',
  params: PublicationPath,
  body: Type.Object({
    title: Required(500),
    subtitle: MayBeEmpty(500),
    author: Required(500),
    narrator: MayBeEmpty(500),
    description: MayBeEmpty(10_000),
    /** BCP 47, as `pt-BR`. */
    language: Required(35),
    publisher: MayBeEmpty(500),
    /** The `wordsVersion` that was written over; left out, whatever is there is. */
    wordsVersion: Type.Optional(storableText({ maxLength: 64 })),
  }),
  success: { status: 200, description: 'Written.', schema: PanelPublicationDetail },
  errors: [...CHANGE_ERRORS, 'CHANGED_MEANWHILE'],
})

export const putCover = route({
  method: 'PUT',
  path: '/panel/v1/publications/:id/cover',
  access: { roles: ['operator'] },
  operationId: 'putCover',
  summary: 'Give a title a cover by hand',
  description:
    'The body is the picture itself: JPEG, PNG, WebP, GIF or AVIF, at most 10 MiB and 40 megapixels, with its `Content-Length`, as its own type or as `application/octet-stream`. It is drawn anew and never served as it came; it survives another import. For operators.',
  params: PublicationPath,
  success: { status: 200, description: 'The title with its new cover.', schema: PanelPublicationDetail },
  errors: [
    ...CHANGE_ERRORS,
    'LENGTH_REQUIRED',
    'UNSUPPORTED_UPLOAD',
    'PICTURE_TOO_LARGE',
    'UNUSABLE_PICTURE',
    'DISK_FULL',
  ],
})

export const removeCover = route({
  method: 'DELETE',
  path: '/panel/v1/publications/:id/cover',
  access: { roles: ['operator'] },
  operationId: 'removeCover',
  summary: 'Give a title the cover of its file again',
  description: 'For operators. Nothing changes when the cover is not by hand.',
  params: PublicationPath,
  success: { status: 200, description: 'The title with its cover.', schema: PanelPublicationDetail },
  errors: ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'PUBLICATION_NOT_FOUND'],
})

export const changePublicationState = route({
  method: 'PUT',
  path: '/panel/v1/publications/:id/state',
  access: { roles: ['operator'] },
  operationId: 'changePublicationState',
  summary: 'Publish a title, keep it as a draft, or take it down',
  description:
    '`published` takes when it appears (`from`, null or left out: now, or since when it was) and when it goes (`until`, null or left out: never). `withdrawn` keeps what members did with it, for when it comes back. It holds at once, on every node. With a `stateVersion` that is no longer the title’s, `CHANGED_MEANWHILE`. For operators.',
  params: PublicationPath,
  body: Type.Object({
    state: Type.Union([Type.Literal('published'), Type.Literal('draft'), Type.Literal('withdrawn')]),
    from: Type.Optional(OrNull(Instant)),
    until: Type.Optional(OrNull(Instant)),
    stateVersion: Type.Optional(storableText({ maxLength: 64 })),
  }),
  success: { status: 200, description: 'The title as it is now.', schema: PanelPublicationDetail },
  errors: [...CHANGE_ERRORS, 'CHANGED_MEANWHILE'],
})

export const featurePublication = route({
  method: 'PUT',
  path: '/panel/v1/publications/:id/featured',
  access: { roles: ['operator'] },
  operationId: 'featurePublication',
  summary: 'Put a title first on the home screen',
  description:
    'Instead of the one that is there. False: nothing is. It is shown to partners that have it. For operators.',
  params: PublicationPath,
  body: Type.Object({ isFeatured: Type.Boolean() }),
  success: { status: 200, description: 'The title as it is now.', schema: PanelPublicationDetail },
  errors: CHANGE_ERRORS,
})

export const changeAvailability = route({
  method: 'PUT',
  path: '/panel/v1/publications/:id/availability',
  access: { roles: ['operator'] },
  operationId: 'changeAvailability',
  summary: 'Say which partners have a title',
  description:
    'Null: all, those to come too. A list: only these, in both environments. With a `partnersVersion` that is no longer the title’s, `CHANGED_MEANWHILE`. For operators.',
  params: PublicationPath,
  body: Type.Object({
    partnerIds: OrNull(Type.Array(storableText({ maxLength: 64 }), { maxItems: 1000 })),
    partnersVersion: Type.Optional(storableText({ maxLength: 64 })),
  }),
  success: { status: 200, description: 'The title as it is now.', schema: PanelPublicationDetail },
  errors: [...CHANGE_ERRORS, 'CHANGED_MEANWHILE'],
})

export const previewPublication = route({
  method: 'POST',
  path: '/panel/v1/publications/:id/preview',
  access: { roles: ['operator'] },
  operationId: 'previewPublication',
  summary: 'Open a title as a member does',
  description:
    'Whatever its state. The link is good for a minute and once, as a partner’s is; nothing of what is read or heard reaches any partner’s report. For operators.',
  params: PublicationPath,
  success: {
    status: 200,
    description: 'Open it now.',
    schema: Type.Object({ launchUrl: Type.String(), expiresAt: Instant }),
  },
  errors: ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'PUBLICATION_NOT_FOUND'],
})
