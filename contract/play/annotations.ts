import type { Static } from 'typebox'
import { Locator } from '../locator.ts'
import { PublicationType } from '../partner/catalog.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { Cover } from './publications.ts'

/** Why it was made, as the Web Annotation Data Model names it. A clip of sound is a highlight, or a comment when it has a note. */
export const Motivation = Type.Union([
  Type.Literal('bookmarking'),
  Type.Literal('highlighting'),
  Type.Literal('commenting'),
])
export type Motivation = Static<typeof Motivation>

export const AnnotationColor = Type.Union([
  Type.Literal('yellow'),
  Type.Literal('green'),
  Type.Literal('blue'),
  Type.Literal('pink'),
])
export type AnnotationColor = Static<typeof AnnotationColor>

const Id = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const ColorOrNull = Type.Union([AnnotationColor, Type.Null()])
/** Longer than this is no note; the words that are marked may have fewer. */
const Note = Type.Union([storableText({ maxLength: 10_000 }), Type.Null()])
const QUOTE_MAX = 4000

/** Where it begins, with the words that are marked. `text.highlight` is a hint to find them again, never the truth. */
const AnnotationLocator = Type.Object({
  ...Locator.properties,
  href: storableText({ minLength: 1, maxLength: 1024 }),
  type: Type.Optional(storableText({ maxLength: 128 })),
  title: Type.Optional(storableText({ maxLength: 512 })),
  text: Type.Optional(
    Type.Object({
      before: Type.Optional(storableText({ maxLength: 512 })),
      /** Of a bookmark: the words that follow it. */
      highlight: Type.Optional(storableText({ maxLength: QUOTE_MAX })),
      after: Type.Optional(storableText({ maxLength: 512 })),
    }),
  ),
})

const place = {
  locator: AnnotationLocator,
  /**
   * Where the range begins. E-books: letters of the chapter at `locator.href` before it, counted as a locator's
   * progression counts them. Audiobooks: milliseconds from the start of the recording.
   */
  start: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  /** Where it ends, not included. A point, such as a bookmark, ends where it starts. */
  end: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  /** The `revision` of the title that `start` and `end` were counted in. */
  publicationRevision: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
}

/** A bookmark, a highlight, a note or a clip. */
export const Annotation = Type.Object({
  id: Type.String(),
  publicationId: Type.String(),
  motivation: Motivation,
  color: ColorOrNull,
  note: Type.Union([Type.String(), Type.Null()]),
  ...place,
  /** The words were not found in the revision that the title has now: `start` and `end` mean nothing in it. */
  isLost: Type.Boolean(),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
  /** Grows with each change of the member's. */
  revision: Type.Integer(),
})
export type Annotation = Static<typeof Annotation>

export const AnnotationChange = Type.Object({
  /** The `revision` that the member saw as they changed it; 0 for a new one. */
  basedOn: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  publicationId: storableText({ maxLength: 64 }),
  motivation: Motivation,
  color: ColorOrNull,
  note: Note,
  ...place,
})
export type AnnotationChange = Static<typeof AnnotationChange>

const AnnotationPath = Type.Object({ id: Id })
const TitlePath = Type.Object({ id: storableText({ maxLength: 64 }) })

/** What became of a change, and how it is now. */
export const AnnotationOutcome = Type.Object({
  /** False when another device changed or deleted it since `basedOn`: nothing was done, and the page still has its own. */
  isTaken: Type.Boolean(),
  /** Null when it is deleted. */
  annotation: Type.Union([Annotation, Type.Null()]),
  /** What `basedOn` must be for the next change; also of a deleted one, to bring it back for thirty days. */
  revision: Type.Integer(),
})
export type AnnotationOutcome = Static<typeof AnnotationOutcome>

export const keepAnnotation = route({
  method: 'PUT',
  path: '/play/v1/annotations/:id',
  access: 'member',
  operationId: 'keepAnnotation',
  summary: 'Make or change a bookmark, a highlight, a note or a clip',
  description: 'The page mints the id, a UUID. Idempotent: the same call again changes nothing.',
  params: AnnotationPath,
  body: AnnotationChange,
  success: { status: 200, description: 'What became of it.', schema: AnnotationOutcome },
  errors: [
    'VALIDATION',
    'INVALID_ACCESS_TOKEN',
    'PUBLICATION_NOT_FOUND',
    'TOO_MANY_ANNOTATIONS_IN_TITLE',
    'TOO_MANY_ANNOTATIONS',
  ],
})

export const deleteAnnotation = route({
  method: 'DELETE',
  path: '/play/v1/annotations/:id',
  access: 'member',
  operationId: 'deleteAnnotation',
  summary: 'Delete an annotation',
  description: 'Idempotent. Can be brought back for thirty days, by the page that still has it.',
  params: AnnotationPath,
  query: Type.Object({ basedOn: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }) }),
  success: { status: 200, description: 'What became of it.', schema: AnnotationOutcome },
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN'],
})

const AnnotationsOfTitle = Type.Object({
  /** All of them, in the order of the book. */
  items: Type.Array(Annotation),
})

export const listAnnotationsOfTitle = route({
  method: 'GET',
  path: '/play/v1/publications/:id/annotations',
  access: 'member',
  operationId: 'listAnnotationsOfTitle',
  summary: 'What the member marked in a title',
  description: 'The whole list, also of a title that is no longer in the catalog.',
  params: TitlePath,
  success: { status: 200, description: 'The list.', schema: AnnotationsOfTitle },
  errors: ['INVALID_ACCESS_TOKEN'],
  conditional: true,
})

const NotebookEntry = Type.Object({
  ...Annotation.properties,
  publication: Type.Object({
    id: Type.String(),
    type: PublicationType,
    title: Type.String(),
    author: Type.String(),
    cover: Cover,
    /** Whether it can be opened now. */
    isAvailable: Type.Boolean(),
  }),
})

export const Notebook = Type.Object({
  items: Type.Array(NotebookEntry),
  nextCursor: Type.Union([Type.String(), Type.Null()]),
})
export type Notebook = Static<typeof Notebook>

export const getNotebook = route({
  method: 'GET',
  path: '/play/v1/annotations',
  access: 'member',
  operationId: 'getNotebook',
  summary: "The member's notebook: what they marked in all titles",
  description: 'Newest first. `q` looks in notes and in the words that are marked, whatever the accents and the case.',
  query: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 128 })),
    publicationId: Type.Optional(storableText({ maxLength: 64 })),
    motivation: Type.Optional(Motivation),
    color: Type.Optional(AnnotationColor),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
    cursor: Type.Optional(Type.String({ maxLength: 256 })),
  }),
  success: { status: 200, description: 'A page.', schema: Notebook },
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN'],
})

const ANYTHING = { patternProperties: { '^': {} } }
export const IMPORT_MAX_ITEMS = 5000

export const exportAnnotations = route({
  method: 'GET',
  path: '/play/v1/publications/:id/annotations/export',
  access: 'member',
  operationId: 'exportAnnotations',
  summary: 'What the member marked in a title, as a file',
  description:
    '`epub`: an AnnotationSet of EPUB Annotations 1.0 (`application/ld+json`), the same bytes for the same annotations. `markdown`: for people, by chapter, in Portuguese.',
  params: TitlePath,
  query: Type.Object({
    format: Type.Optional(Type.Union([Type.Literal('epub'), Type.Literal('markdown')], { default: 'epub' })),
  }),
  success: { status: 200, description: 'The file.' },
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN', 'PUBLICATION_NOT_FOUND'],
})

export const ImportOutcome = Type.Object({
  /** Those that are new, and those that replaced what was there. */
  imported: Type.Integer(),
  /** Those that were there, the same. */
  unchanged: Type.Integer(),
  /** Those of which another version is there, which stayed. */
  kept: Type.Integer(),
  /** Of those imported, how many are elsewhere in this revision of the title, found by their words. */
  moved: Type.Integer(),
  /** Of those imported, what is nowhere in this revision of the title. They are in the list with `isLost`. */
  lost: Type.Array(Type.Object({ id: Type.String(), quote: Type.String() })),
  /** What could not be taken at all: which item of the file, from 1, and why, in Portuguese. */
  refused: Type.Array(Type.Object({ item: Type.Integer(), reason: Type.String() })),
})
export type ImportOutcome = Static<typeof ImportOutcome>

export const importAnnotations = route({
  method: 'POST',
  path: '/play/v1/publications/:id/annotations/import',
  access: 'member',
  operationId: 'importAnnotations',
  summary: 'Take the annotations of a file',
  description:
    'An AnnotationSet of EPUB Annotations 1.0, of this service or of another reader. Whatever is not where the file says is looked for by its words. Idempotent.',
  params: TitlePath,
  query: Type.Object({
    /** What to do where an annotation with the same id is there and differs. */
    existing: Type.Optional(Type.Union([Type.Literal('keep'), Type.Literal('replace')], { default: 'keep' })),
  }),
  body: Type.Object({
    type: Type.Literal('AnnotationSet'),
    about: Type.Optional(Type.Object({}, ANYTHING)),
    items: Type.Array(Type.Object({}, ANYTHING)),
  }),
  bodyLimitBytes: 8 * 1024 * 1024,
  success: { status: 200, description: 'What became of them.', schema: ImportOutcome },
  errors: [
    'VALIDATION',
    'INVALID_ACCESS_TOKEN',
    'PUBLICATION_NOT_FOUND',
    'ANNOTATIONS_OF_ANOTHER_TITLE',
    'ANNOTATIONS_TOO_LARGE',
    'TOO_MANY_ANNOTATIONS_IN_TITLE',
    'TOO_MANY_ANNOTATIONS',
  ],
})
