/**
 * The Readium Web Publication Manifest, as far as Estante uses it: https://readium.org/webpub-manifest/.
 * `formats/` writes it, the server stores and serves it, the embedded application reads it.
 */
export interface Manifest {
  '@context': 'https://readium.org/webpub-manifest/context.jsonld'
  metadata: Metadata
  links: Link[]
  /** What is read or heard, in order. An audiobook has one link: one media resource a book. */
  readingOrder: Link[]
  /** Everything else the reading order needs: images, styles, fonts. */
  resources: Link[]
  /** Contents, nested. An audiobook's entries point into its one resource: `audio.m4a#t=73.5` (W3C Media Fragments, seconds). */
  toc: Link[]
  /** E-books: the pages of the printed edition, each with its place (`properties.letter`). */
  pageList?: Link[]
  /** E-books: the parts that the publisher names, each with its role in `properties.role` (`bodymatter`, `bibliography`, …). */
  landmarks?: Link[]
}

export interface Metadata {
  '@type': 'http://schema.org/Book' | 'http://schema.org/Audiobook'
  conformsTo:
    | 'https://readium.org/webpub-manifest/profiles/epub'
    | 'https://readium.org/webpub-manifest/profiles/audiobook'
  title: string
  subtitle?: string
  /** The publication's own identifier (ISBN, UUID, …) as its file gives it. */
  identifier?: string
  author: string[]
  narrator?: string[]
  translator?: string[]
  publisher?: string
  /** BCP 47. */
  language: string[]
  /** Date of publication, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  published?: string
  /** Plain text. */
  description?: string
  subject?: string[]
  /** https://readium.org/webpub-manifest/#collections--series */
  belongsTo?: { series: { name: string; position?: number }[] }
  readingProgression: 'ltr' | 'rtl'
  layout?: 'reflowable' | 'fixed'
  /** What does not fit on the screen is scrolled to, where the member has not chosen: `rendition:flow` of EPUB. */
  overflow?: 'scrolled'
  /** Seconds, to the millisecond: of an audiobook, or of what is heard with an e-book. */
  duration?: number
  /** E-books: count of positions, one for each 1,024 bytes of each chapter as stored, at least one a chapter. */
  numberOfPositions?: number
  /** The classes that a chapter's own style gives to what is spoken, and to the page while anything is. */
  mediaOverlay?: { activeClass?: string; playbackActiveClass?: string }
  accessibility?: Accessibility
}

/** As Readium's manifest has it, but for the date and the language, which it has no place for. */
export interface Accessibility {
  summary?: string
  /** BCP 47, where the summary says its own. */
  summaryLanguage?: string
  /** `http://www.idpf.org/epub/a11y/…#wcag-aa`, `https://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa`, or what claims to be one of them. */
  conformsTo?: string[]
  certification?: { certifiedBy?: string; credential?: string; report?: string; date?: string }
  feature?: string[]
  accessMode?: string[]
  /** Each a set of modes that is enough to read the whole of it. */
  accessModeSufficient?: string[][]
  hazard?: string[]
  exemption?: string[]
}

export interface Link {
  /** Relative to the manifest, percent-encoded, never leaving its folder. */
  href: string
  /** Media type. */
  type?: string
  title?: string
  rel?: string | string[]
  /** Seconds. */
  duration?: number
  /** Kilobits a second. */
  bitrate?: number
  width?: number
  height?: number
  children?: Link[]
  /**
   * The same resource in other forms: of a recording in fragments, the playlist that names them; of a chapter that can be
   * heard, its guided navigation (`guided-navigation.ts`), with its length.
   */
  alternate?: Link[]
  properties?: Properties
}

interface Properties {
  positions?: number
  bytes?: number
  /** E-books: how many letters a chapter has, or an entry of the contents until the next; as a locator's progression counts them. */
  letters?: number
  /** Of a link into a chapter: how many letters of the chapter are before it. */
  letter?: number
  /** Of a landmark. https://www.w3.org/TR/epub-ssv-11/ */
  role?: string
  /** RFC 6381, of a recording whose media type does not say it. */
  codecs?: string
  /**
   * A recording: so many bytes at its start hold the index of its fragments (`sidx`), and of an MP4 all that comes before
   * the first one. In an MP3 the index lies in a private frame of an ID3 tag.
   */
  indexBytes?: number
  contains?: string[]
  page?: 'left' | 'right' | 'center'
  /** Where a chapter is not laid out as `metadata` says. */
  layout?: 'reflowable' | 'fixed'
  /** Where a chapter is not turned or scrolled as `metadata` says. */
  overflow?: 'paginated' | 'scrolled'
}
