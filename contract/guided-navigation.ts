/**
 * Audio synchronized with text, in Readium's format: https://readium.org/guided-navigation/. Links of a reading order
 * reference it as an `alternate` of this type.
 */
export const GUIDED_NAVIGATION_TYPE = 'application/guided-navigation+json'

export interface GuidedNavigationDocument {
  guided: GuidedNavigationObject[]
}

/** Has either children, or text and audio. Addresses are relative to the document. */
export interface GuidedNavigationObject {
  /** An element of a chapter: `c1.xhtml#frase-3`. */
  textref?: string
  /**
   * A clip of a recording, in seconds: `../audio/c1.mp3#t=1.979,8.039`. Without an end it lasts to the end of the
   * recording.
   */
  audioref?: string
  /** Structural roles; some may be skipped or escaped: https://readium.org/guided-navigation/roles */
  role?: string[]
  children?: GuidedNavigationObject[]
}
