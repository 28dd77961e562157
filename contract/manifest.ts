/**
 * The Readium Web Publication Manifest, as far as Estante uses it: https://readium.org/webpub-manifest/.
 * `formats/` writes it, the server stores and serves it, the embedded application reads it.
 */
export interface Manifest {
  '@context': 'https://readium.org/webpub-manifest/context.jsonld'
  metadata: Metadata
  links: Link[]
  /** Reading order. An audiobook has a single link, its media resource. */
  readingOrder: Link[]
  /** Everything else the reading order needs: images, styles, fonts. */
  resources: Link[]
  /**
   * Table of contents, nested. An audiobook's entries point into its resource: `audio.m4a#t=73.5` (W3C Media Fragments,
   * seconds).
   */
  toc: Link[]
  /** E-books: pages of the printed edition, with letter offsets (`properties.letter`). */
  pageList?: Link[]
  /** E-books: the publisher's landmarks, with their role in `properties.role` (`bodymatter`, `bibliography`, …). */
  landmarks?: Link[]
}

export interface Metadata {
  '@type': 'http://schema.org/Book' | 'http://schema.org/Audiobook'
  conformsTo:
    | 'https://readium.org/webpub-manifest/profiles/epub'
    | 'https://readium.org/webpub-manifest/profiles/audiobook'
  title: string
  subtitle?: string
  /** The file's own identifier (ISBN, UUID, …). */
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
  /** Scroll by default, unless the member chose otherwise: EPUB's `rendition:flow`. */
  overflow?: 'scrolled'
  /** Seconds, to the millisecond: of an audiobook, or of an e-book's narration. */
  duration?: number
  /** E-books: number of positions, one for each 1,024 bytes of a stored chapter, at least one a chapter. */
  numberOfPositions?: number
  /** Classes that the chapter's style sheet defines for the spoken element, and for the page during narration. */
  mediaOverlay?: { activeClass?: string; playbackActiveClass?: string }
  accessibility?: Accessibility
}

/** As in Readium's manifest, plus the date and the language. */
export interface Accessibility {
  summary?: string
  /** BCP 47, if the summary declares a language. */
  summaryLanguage?: string
  /** `http://www.idpf.org/epub/a11y/…#wcag-aa`, `https://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa`, or another claim. */
  conformsTo?: string[]
  certification?: { certifiedBy?: string; credential?: string; report?: string; date?: string }
  feature?: string[]
  accessMode?: string[]
  /** Sets of modes, each sufficient to read everything. */
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
   * Alternatives: the HLS playlist of a fragmented recording, or the guided navigation of a narrated chapter
   * (`guided-navigation.ts`), with its duration.
   */
  alternate?: Link[]
  properties?: Properties
}

interface Properties {
  positions?: number
  bytes?: number
  /** E-books: length of a chapter, or of an entry of the contents, in letters, as in a locator's progression. */
  letters?: number
  /** Letter offset of a link in its chapter. */
  letter?: number
  /** Role of a landmark. https://www.w3.org/TR/epub-ssv-11/ */
  role?: string
  /** RFC 6381, for a recording whose media type lacks it. */
  codecs?: string
  /**
   * A recording: bytes at its start that contain the index of its fragments (`sidx`) and, in an MP4, everything else
   * before the first fragment. In an MP3 the index is in a private ID3 frame.
   */
  indexBytes?: number
  contains?: string[]
  page?: 'left' | 'right' | 'center'
  /** Set where a chapter's layout differs from `metadata`. */
  layout?: 'reflowable' | 'fixed'
  /** Set where a chapter's overflow differs from `metadata`. */
  overflow?: 'paginated' | 'scrolled'
}
