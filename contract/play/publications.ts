import type { Static, TUnsafe } from 'typebox'
import { IdPath, oneOf, orNull } from '../fields.ts'
import type { Accessibility, Manifest } from '../manifest.ts'
import { PublicationType } from '../partner/catalog.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { titleFields, titleLength } from '../title-fields.ts'
import { CountedFacet, Facet } from './facets.ts'
import { CurrentPlace, Progress } from './places.ts'

export const Cover = Type.Object({
  /** The picture 640 pixels wide. */
  url: Type.String(),
  /** Every width, for `srcset`. */
  srcset: Type.String(),
  /** Width divided by height. */
  ratio: Type.Number(),
  /** A colour of the cover, `#rrggbb`, to show before it arrives. */
  color: Type.String(),
})

export const OtherForm = Type.Object({
  id: Type.String(),
  type: PublicationType,
  ...titleLength,
  progress: orNull(Progress),
})
export type OtherForm = Static<typeof OtherForm>

export const PublicationCard = Type.Object({
  ...titleFields,
  /** The language of title and author (BCP 47); absent for Portuguese, and where it is unknown. */
  language: Type.Optional(Type.String()),
  cover: Cover,
  ...titleLength,
  /** Whether the member saved it, in this form or the other. */
  saved: Type.Boolean(),
  progress: orNull(Progress),
  /** The same work in the other form, when the catalog has it. */
  otherForm: orNull(OtherForm),
  /** In a list of a series: the title's number in it, if it has one. */
  seriesNumber: Type.Optional(Type.Number()),
})
export type PublicationCard = Static<typeof PublicationCard>

/** Signed, short-lived, and void when the member session ends. The manifest's addresses are relative to it. */
export const Media = Type.Object({ manifestUrl: Type.String(), expiresInSeconds: Type.Integer() })
export type Media = Static<typeof Media>

export const PublicationDetail = Type.Object({
  ...PublicationCard.properties,
  /** Where the member is; null on a first page that was never left. */
  place: orNull(CurrentPlace),
  /** Incremented with each new file of the title: places refer to the content of one revision. */
  revision: Type.Integer(),
  /** The member's speed for this title; null for their usual one. */
  speed: orNull(Type.Number()),
  subtitle: orNull(Type.String()),
  description: orNull(Type.String()),
  narrator: orNull(Type.String()),
  publisher: orNull(Type.String()),
  language: Type.String(),
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  published: orNull(Type.String()),
  /** E-books: their length in letters; null when it was not measured. */
  letters: orNull(Type.Integer()),
  /** The length of the narration in the e-book, in this form or the other; null for none. */
  narrationSeconds: orNull(Type.Number()),
  /**
   * Authors, narrators, subjects and series, each in the order of the title; then the narrators and subjects of its other
   * form.
   */
  facets: Type.Array(Facet),
  /** Of the e-book, in this form or the other. */
  layout: Type.Union([Type.Literal('reflowable'), Type.Literal('fixed'), Type.Null()]),
  /** The publisher's declaration for the e-book in the vocabulary of Readium's manifest; null for none. */
  accessibility: orNull({} as TUnsafe<Accessibility>),
  /** The measures of the recording, or of an e-book's narration; null when it was not measured. */
  sound: orNull(
    Type.Object({
      /** Loudness in LUFS (EBU R128); null for silence. */
      loudness: orNull(Type.Number()),
      hasSilences: Type.Boolean(),
    }),
  ),
  media: Media,
  /** The manifest, if it was requested. */
  manifest: Type.Optional({} as TUnsafe<Manifest>),
})
export type PublicationDetail = Static<typeof PublicationDetail>

export const PublicationPage = Type.Object({
  items: Type.Array(PublicationCard),
  nextCursor: orNull(Type.String()),
  /** The corrected search, when nothing matches `q`. */
  correctedTo: Type.Optional(Type.String()),
  /** With the first page: the requested facet, the first of author, narrator, subject and series. */
  facet: Type.Optional(CountedFacet),
})
export type PublicationPage = Static<typeof PublicationPage>

export const Home = Type.Object({
  /** The operator's selection, unless the member started it. */
  featured: orNull(PublicationCard),
  /** Started and not finished, the most recent first. */
  continue: Type.Array(PublicationCard),
  /** The member's queue, without works that are in progress. */
  queue: Type.Array(PublicationCard),
  /** The newest works neither in progress nor in the queue; finished ones come last. */
  newest: Type.Array(PublicationCard),
})
export type Home = Static<typeof Home>

/** The shelves of the home screen: at most 20 titles each, and a work once, in one of its forms. */
export const getHome = route('GET', '/play/v1/home', {
  access: 'member',
  answer: Home,
})

const FacetKey = Type.Optional(storableText({ maxLength: 2048 }))

/**
 * Newest first unless `sort` or `q` is sent. `q` searches title, author, narrator and series for all of its words, in
 * any order, ignoring accents and case, and sorts the closest matches first; without a match it searches the closest
 * known words.
 */
export const searchPublications = route('GET', '/play/v1/publications', {
  access: 'member',
  query: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 128 })),
    type: Type.Optional(PublicationType),
    /** Keys of facets. */
    author: FacetKey,
    narrator: FacetKey,
    subject: FacetKey,
    series: FacetKey,
    /** `series`: by number, with `series` alone. */
    sort: Type.Optional(oneOf(['relevance', 'newest', 'title', 'length', 'series'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
    cursor: Type.Optional(Type.String({ maxLength: 256 })),
  }),
  answer: PublicationPage,
})

/** Call it again to renew the addresses before they expire, or when one is refused. */
export const getPublication = route('GET', '/play/v1/publications/:id', {
  access: 'member',
  params: IdPath,
  query: Type.Object({ with: Type.Optional(Type.Literal('manifest')) }),
  answer: PublicationDetail,
})

/** As measured at import, where there is ffmpeg. */
export const getSilences = route('GET', '/play/v1/publications/:id/silences', {
  access: 'member',
  params: IdPath,
  answer: Type.Object({ silences: Type.Array(Type.Integer()) }),
})

/** Root of signed media: `/play/v1/media/{grant}/manifest.json` and every resource beside it. */
export const MEDIA_PATH = '/play/v1/media'
