import type { ChapterPair, ChapterPairs, ChapterRange } from '@estante/contract/panel/chapter-pairs.ts'

type Part = ChapterPairs['ebook']['parts'][number]

/** Unsaved pairs, and what the service answered when editing began. */
export interface PairsDraft {
  pairs: ChapterPair[]
  began: ChapterPairs
  /** The forms whose parts the pairs refer to. */
  forms: Pick<ChapterPairs, 'ebook' | 'audiobook'>
  /** The pairs that were lost because later files lack their parts. */
  lostCount: number
}

export function beginDraft(found: ChapterPairs): PairsDraft {
  return { pairs: found.confirmed ?? found.proposed, began: found, forms: found, lostCount: 0 }
}

/** Moves a draft to the files that the forms have now. Pairs whose parts are gone are lost. */
export function moveDraft(draft: PairsDraft, found: ChapterPairs): PairsDraft {
  if (hasSameFiles(draft.forms, found)) return draft
  const newChapter = partMap(draft.forms.ebook.parts, found.ebook.parts)
  const newTrack = partMap(draft.forms.audiobook.parts, found.audiobook.parts)
  const pairs = draft.pairs.flatMap((pair) => {
    const [ebook, audiobook] = [moveRange(pair.ebook, newChapter), moveRange(pair.audiobook, newTrack)]
    return ebook && audiobook ? [{ ebook, audiobook }] : []
  })
  return { ...draft, pairs, forms: found, lostCount: draft.lostCount + draft.pairs.length - pairs.length }
}

export function hasSameFiles(one: PairsDraft['forms'], other: PairsDraft['forms']): boolean {
  return (['ebook', 'audiobook'] as const).every(
    (form) => one[form].id === other[form].id && one[form].revision === other[form].revision,
  )
}

type PartMap = (index: number) => number | undefined

/** Maps equally many parts by index; otherwise only those alike at the beginning and at the end. */
function partMap(from: readonly Part[], to: readonly Part[]): PartMap {
  const added = to.length - from.length
  if (added === 0) return (index) => index
  const shorter = Math.min(from.length, to.length)
  let first = 0
  while (first < shorter && isAlike(from[first]!, to[first]!)) first++
  let last = from.length
  while (last > from.length - shorter + first && isAlike(from[last - 1]!, to[last - 1 + added]!)) last--
  return (index) => (index < first ? index : index >= last ? index + added : undefined)
}

function isAlike(one: Part, other: Part): boolean {
  return one.title === other.title && Math.abs(one.size - other.size) <= SAME_SIZE * one.size
}

/** A corrected word, or another encoding, changes the size a little. */
const SAME_SIZE = 0.02

function moveRange({ first, last }: ChapterRange, newIndex: PartMap): ChapterRange | undefined {
  const [newFirst, newLast] = [newIndex(first), newIndex(last)]
  return newFirst === undefined || newLast === undefined ? undefined : { first: newFirst, last: newLast }
}
