import {
  GUIDED_NAVIGATION_TYPE,
  type GuidedNavigationDocument,
  type GuidedNavigationObject,
} from '@estante/contract/guided-navigation.ts'
import type { Link } from '@estante/contract/manifest.ts'

/** A span of a recording, and the element of a chapter that it reads aloud. */
export interface Phrase {
  /** Relative to the manifest, as the links of the reading order are. */
  href: string
  id: string
  audio: string
  /** Seconds of the recording. */
  start: number
  /** Infinite: to the end of the recording. */
  end: number
  isSkippable: boolean
}

/** Roles of https://readium.org/guided-navigation/roles#skippable-roles, and their names in the EPUB vocabulary. */
const SKIPPABLE = new Set(
  `aside bibliography endnote endnotes footnote footnotes landmarks loa loi lot lov note noteref notice
  pagebreak pagelist page-list rearnote rearnotes sidebar toc`.split(/\s+/),
)

/** Returns the link to the guided navigation of a chapter with audio. */
export function guidedOf(link: Link): Link | undefined {
  return link.alternate?.find(({ type }) => type === GUIDED_NAVIGATION_TYPE)
}

/** Returns the phrases of a document in order. `documentHref`: its address relative to the manifest. */
export function phrasesOf({ guided }: GuidedNavigationDocument, documentHref: string): Phrase[] {
  return guided.flatMap((object) => flatten(object, false))

  function flatten({ textref, audioref, role = [], children }: GuidedNavigationObject, isWithin: boolean): Phrase[] {
    const isSkippable = isWithin || role.some((one) => SKIPPABLE.has(one))
    if (children) return children.flatMap((child) => flatten(child, isSkippable))
    const [href, id = ''] = textref?.split('#') ?? []
    const [audio, time = ''] = audioref?.split('#') ?? []
    if (href === undefined || audio === undefined) return []
    const [, from = '0', to] = /^t=([\d.]*)(?:,([\d.]+))?$/.exec(time) ?? []
    return [
      {
        href: resolve(href),
        id: decodeURIComponent(id),
        audio: resolve(audio),
        start: Number(from),
        end: to === undefined ? Number.POSITIVE_INFINITY : Number(to),
        isSkippable,
      },
    ]
  }

  function resolve(href: string) {
    return new URL(href, `https://book.invalid/${documentHref}`).pathname.slice(1)
  }
}

/** Returns the index of the next phrase to play; undefined at the end of the chapter. */
export function nextIndex(phrases: readonly Phrase[], from: number, by: 1 | -1, skips: boolean): number | undefined {
  for (let index = from + by; index >= 0 && index < phrases.length; index += by) {
    if (!skips || !phrases[index]!.isSkippable) return index
  }
  return undefined
}
