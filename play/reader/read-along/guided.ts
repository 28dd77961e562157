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
  /** The structures that it is in, the innermost last. */
  structures: readonly Structure[]
}

/** A table, list or figure, which the member can leave: https://www.w3.org/TR/epub-33/#sec-escapability */
export interface Structure {
  kind: (typeof ESCAPABLE)[number]
}

const ESCAPABLE = ['table', 'list', 'figure'] as const

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
  return guided.flatMap((object) => flatten(object, false, []))

  function flatten(
    { textref, audioref, role = [], children }: GuidedNavigationObject,
    isWithin: boolean,
    around: readonly Structure[],
  ): Phrase[] {
    const isSkippable = isWithin || role.some((one) => SKIPPABLE.has(one))
    const kind = ESCAPABLE.find((one) => role.includes(one))
    const structures = kind ? [...around, { kind }] : around
    if (children) return children.flatMap((child) => flatten(child, isSkippable, structures))
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
        structures,
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

/**
 * Returns the innermost structure that goes on after a phrase, and the index of the first phrase to play beyond it:
 * undefined at the end of the chapter.
 */
export function escapeFrom(phrases: readonly Phrase[], from: number, skips: boolean) {
  let index = nextIndex(phrases, from, 1, skips)
  const isIn = (structure: Structure) => index !== undefined && phrases[index]!.structures.includes(structure)
  const structure = phrases[from]!.structures.findLast(isIn)
  if (!structure) return undefined
  while (index !== undefined && isIn(structure)) index = nextIndex(phrases, index, 1, skips)
  return { kind: structure.kind, index }
}
