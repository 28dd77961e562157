import type { ChapterPair, ChapterPairs } from '@estante/contract/panel/chapter-pairs.ts'
import { findUnpaired } from './pair-chapters.ts'

export type Row =
  | { chapter: number; pair: ChapterPair | undefined; track?: undefined }
  /** A track in no pair, with the pair before it. */
  | { chapter?: undefined; pair: ChapterPair | undefined; track: number }

/** Returns the chapters in order, and between them the tracks that are in no pair. */
export function rowsOf(pairs: readonly ChapterPair[], { ebook, audiobook }: ChapterPairs): Row[] {
  const loneTracks = findUnpaired(pairs, audiobook.parts.length)
  const rows: Row[] = []
  let chapter = 0
  let lone = 0
  const addTracks = (before = Number.POSITIVE_INFINITY, pair?: ChapterPair) => {
    while (loneTracks[lone]! < before) rows.push({ pair, track: loneTracks[lone++]! })
  }
  addTracks(pairs[0]?.audiobook.first ?? 0)
  for (const [at, pair] of pairs.entries()) {
    while (chapter < pair.ebook.first) rows.push({ chapter: chapter++, pair: undefined })
    while (chapter <= pair.ebook.last) rows.push({ chapter: chapter++, pair })
    addTracks(pairs[at + 1]?.audiobook.first, pair)
  }
  while (chapter < ebook.parts.length) rows.push({ chapter: chapter++, pair: undefined })
  addTracks()
  return rows
}

/** Returns the first chapter after `last` that is in no pair, or before a track in none; after the last one, the first. */
export function nextGap(rows: readonly Row[], last = -1): number | undefined {
  const chapters = rows.flatMap(({ chapter, pair }) =>
    chapter === undefined ? [pair?.ebook.last ?? 0] : pair === undefined ? [chapter] : [],
  )
  return chapters.find((chapter) => chapter > last) ?? chapters[0]
}
