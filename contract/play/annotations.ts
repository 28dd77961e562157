import type { Static } from 'typebox'
import { IdPath, Instant, oneOf, orNull, PageUuid, pageOf } from '../fields.ts'
import { Locator } from '../locator.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { titleFields } from '../title-fields.ts'
import { Cover, PublicationCard } from './publications.ts'

/** Motivation in the Web Annotation Data Model. A clip of audio is a highlight, or a comment when it has a note. */
export const Motivation = oneOf(['bookmarking', 'highlighting', 'commenting'])
export type Motivation = Static<typeof Motivation>

export const AnnotationColor = oneOf(['yellow', 'green', 'blue', 'pink'])
export type AnnotationColor = Static<typeof AnnotationColor>

const ColorOrNull = orNull(AnnotationColor)
/** The longest note; the limit of a quote is lower. */
const Note = orNull(storableText({ maxLength: 10_000 }))
const MAX_QUOTE_CHARACTERS = 4000

/** Where it begins, with the quote. `text.highlight` is a hint for finding it again, never authoritative. */
const AnnotationLocator = Type.Object({
  ...Locator.properties,
  href: storableText({ minLength: 1, maxLength: 1024 }),
  type: Type.Optional(storableText({ maxLength: 128 })),
  title: Type.Optional(storableText({ maxLength: 512 })),
  text: Type.Optional(
    Type.Object({
      before: Type.Optional(storableText({ maxLength: 512 })),
      /** The quote; for a bookmark, the text that follows it. */
      highlight: Type.Optional(storableText({ maxLength: MAX_QUOTE_CHARACTERS })),
      after: Type.Optional(storableText({ maxLength: 512 })),
    }),
  ),
})

const place = {
  locator: AnnotationLocator,
  /**
   * The start of the range. E-books: letters of the chapter at `locator.href`, which a locator's progression counts.
   * Audiobooks: milliseconds from the start of the recording.
   */
  start: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  /** The end of the range, exclusive. A point, such as a bookmark, ends where it starts. */
  end: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  /**
   * The `revision` of the title that `start` and `end` were counted in. A future one is stored as the one before the
   * present (of the first revision: 0).
   */
  publicationRevision: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
}

/** A bookmark, a highlight, a note or a clip. */
export const Annotation = Type.Object({
  id: Type.String(),
  publicationId: Type.String(),
  motivation: Motivation,
  color: ColorOrNull,
  note: orNull(Type.String()),
  ...place,
  /**
   * The range was not found in the title's present revision: `start` and `end` are meaningless in it. With a
   * `publicationRevision` of 0, there was no time to search for it yet: a later list does.
   */
  isLost: Type.Boolean(),
  createdAt: Instant,
  /** Incremented by each change of the member. */
  revision: Type.Integer(),
})
export type Annotation = Static<typeof Annotation>

export const AnnotationChange = Type.Object({
  /** The `revision` that the change is based on; 0 for a new one. */
  basedOn: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  publicationId: storableText({ maxLength: 64 }),
  motivation: Motivation,
  color: ColorOrNull,
  note: Note,
  ...place,
})
export type AnnotationChange = Static<typeof AnnotationChange>

const AnnotationPath = Type.Object({ id: PageUuid })
/** The outcome of a change, and the present state. */
export const AnnotationOutcome = Type.Object({
  /** False when another device changed or deleted the annotation since `basedOn`: nothing was stored. */
  isAccepted: Type.Boolean(),
  /** Null when it is deleted. */
  annotation: orNull(Annotation),
  /** The `basedOn` of the next change; also of a deleted one, to restore it within thirty days. */
  revision: Type.Integer(),
})
export type AnnotationOutcome = Static<typeof AnnotationOutcome>

/** The page mints the id, a UUID. Idempotent: the same call again changes nothing. */
export const saveAnnotation = route('PUT', '/play/v1/annotations/:id', {
  access: 'member',
  params: AnnotationPath,
  body: AnnotationChange,
  answer: AnnotationOutcome,
})

/** Idempotent. Can be restored for thirty days, by a page that still has it. */
export const deleteAnnotation = route('DELETE', '/play/v1/annotations/:id', {
  access: 'member',
  params: AnnotationPath,
  query: Type.Object({ basedOn: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }) }),
  answer: AnnotationOutcome,
})

const AnnotationsOfPublication = Type.Object({
  /** All of them, in the order of the book. */
  items: Type.Array(Annotation),
})

/** The whole list, even if the title is no longer in the catalog. */
export const listAnnotationsOfPublication = route('GET', '/play/v1/publications/:id/annotations', {
  access: 'member',
  params: IdPath,
  answer: AnnotationsOfPublication,
  conditional: true,
})

const NotebookEntry = Type.Object({
  ...Annotation.properties,
  publication: Type.Object({
    ...titleFields,
    language: PublicationCard.properties.language,
    cover: Cover,
    /** Whether the member can open the title now. */
    isAvailable: Type.Boolean(),
  }),
})

export const Notebook = pageOf(NotebookEntry)
export type Notebook = Static<typeof Notebook>

/** Newest first. `q` searches notes and quotes, ignoring accents and case. */
export const getNotebook = route('GET', '/play/v1/annotations', {
  access: 'member',
  query: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 128 })),
    publicationId: Type.Optional(storableText({ maxLength: 64 })),
    /** `highlighting`: every highlight, with a note or without. `commenting`: whatever has a note, a bookmark too. */
    motivation: Type.Optional(Motivation),
    color: Type.Optional(AnnotationColor),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
    cursor: Type.Optional(Type.String({ maxLength: 256 })),
  }),
  answer: Notebook,
})

const ANYTHING = { patternProperties: { '^': {} } }
export const IMPORT_MAX_ITEMS = 5000

/** Limit of sets in a request. More than one, since a large notebook would need a request for each title. */
export const IMPORT_MAX_SETS = 50
const IMPORT_MAX_BYTES = 8 * 1024 * 1024

const ExportQuery = Type.Object({ format: oneOf(['epub', 'markdown']) })

/**
 * `epub`: an AnnotationSet of EPUB Annotations 1.0 (`application/ld+json`), with the same bytes for the same
 * annotations. `markdown`: for people, by chapter, in Portuguese.
 */
export const exportAnnotations = route('GET', '/play/v1/publications/:id/annotations/export', {
  access: 'member',
  params: IdPath,
  query: ExportQuery,
})

/** Exports the annotations of all titles, in order of title. `epub`: an array with the AnnotationSet of each title. */
export const exportNotebook = route('GET', '/play/v1/annotations/export', {
  access: 'member',
  query: ExportQuery,
})

export const ImportOutcome = Type.Object({
  /** Added or restored. */
  imported: Type.Integer(),
  /** Already there, and equal. */
  unchanged: Type.Integer(),
  /** Not imported: another version is there. */
  conflicting: Type.Integer(),
  /** Number of imported annotations that were found elsewhere in this revision of the title, by their quote. */
  moved: Type.Integer(),
  /**
   * Imported annotations that were not found in this revision of the title. They are stored and listed with `isLost`.
   * So are those that there was no time to search for yet, but they are not in this array.
   */
  lost: Type.Array(Type.Object({ id: Type.String(), quote: Type.String() })),
  /** Items that could not be imported: the number in the file, from 1, and why, in Portuguese. */
  refused: Type.Array(Type.Object({ item: Type.Integer(), reason: Type.String() })),
})
export type ImportOutcome = Static<typeof ImportOutcome>

const AnnotationSet = Type.Object({
  type: Type.Literal('AnnotationSet'),
  about: Type.Optional(Type.Object({}, ANYTHING)),
  items: Type.Array(Type.Object({}, ANYTHING)),
})

/**
 * An AnnotationSet of EPUB Annotations 1.0, from this service or another reading system. Annotations whose quote is not
 * at the given place are searched by it. A `source` may also be a heading of the contents. Idempotent.
 */
export const importAnnotations = route('POST', '/play/v1/publications/:id/annotations/import', {
  access: 'member',
  params: IdPath,
  body: AnnotationSet,
  bodyLimitBytes: IMPORT_MAX_BYTES,
  answer: ImportOutcome,
})

/** Imports the AnnotationSets of several titles, like `importAnnotations`, each into the title of its `about`. */
export const importNotebook = route('POST', '/play/v1/annotations/import', {
  access: 'member',
  body: Type.Object({ sets: Type.Array(AnnotationSet, { maxItems: IMPORT_MAX_SETS }) }),
  bodyLimitBytes: IMPORT_MAX_BYTES,
  answer: Type.Object({
    /** One for each set; null when the member has no such title. */
    outcomes: Type.Array(orNull(ImportOutcome)),
  }),
})
