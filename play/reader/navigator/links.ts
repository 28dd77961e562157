import { type BookMap, idOf } from '../book-map.ts'

export type LinkDestination =
  | { kind: 'inside'; chapter: number; id: string | undefined }
  | { kind: 'outside'; url: string }
  | { kind: 'nowhere' }

/** Resolves a link of a chapter. `base` is the manifest's folder, absolute; `from` the chapter's address. */
export function followLink(map: BookMap, base: string, from: string, target: string): LinkDestination {
  const url = parse(target, from)
  if (!url) return { kind: 'nowhere' }
  if (url.href.startsWith(base)) {
    const chapter = map.chapterOf(url.href.slice(base.length))
    if (chapter === undefined) return { kind: 'nowhere' }
    return { kind: 'inside', chapter, id: idOf(url.hash) }
  }
  return /^(https?|mailto|tel):$/.test(url.protocol) && url.origin !== new URL(base).origin
    ? { kind: 'outside', url: url.href }
    : { kind: 'nowhere' }
}

function parse(target: string, from: string) {
  try {
    return new URL(target, from)
  } catch {
    return undefined
  }
}
