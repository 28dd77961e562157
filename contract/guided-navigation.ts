/**
 * What is heard with what is read, as Readium says it: https://readium.org/guided-navigation/. The links of a reading order
 * name theirs as `alternate`, of this type.
 */
export const GUIDED_NAVIGATION_TYPE = 'application/guided-navigation+json'

export interface GuidedNavigationDocument {
  guided: GuidedNavigationObject[]
}

/** Either has children, or is heard or shown. Addresses are relative to the document. */
export interface GuidedNavigationObject {
  /** An element of a chapter: `c1.xhtml#frase-3`. */
  textref?: string
  /** A part of a recording, in seconds: `../audio/c1.mp3#t=1.979,8.039`; to its end where there is no second number. */
  audioref?: string
  /** What it is; some can be skipped or left: https://readium.org/guided-navigation/roles */
  role?: string[]
  children?: GuidedNavigationObject[]
}
