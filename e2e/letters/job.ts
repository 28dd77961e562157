import type { Manifest } from '@estante/contract/manifest.ts'
import type { Appearance } from '@estante/play/reader/appearance/appearance.ts'

/** A chapter to page through, with size and mode. */
export interface Job {
  id: number
  /** Printed with a failure, sufficient to reproduce it. */
  name: string
  manifest: Manifest
  /** Folder of the manifest. */
  base: string
  /** Index in the reading order. */
  chapter: number
  width: number
  height: number
  appearance: Partial<Appearance>
  /** Most page starts to return to. */
  returns: number
}

/** A chapter to page through, before the run numbers it. */
export type ChapterJob = Omit<Job, 'id' | 'returns'>

export interface Outcome {
  id: number
  /** Letters of the chapter, without white space. */
  letters: number
  pictures: number
  pages: number
  /** Letters and pictures on no page. */
  unreached: number
  /** Sentences; empty on success. */
  problems: string[]
  milliseconds: number
}
