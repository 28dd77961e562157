import type { Manifest } from '@estante/contract/manifest.ts'
import type { Appearance } from '@estante/play/reader/appearance.ts'

/** A chapter to turn through, at a size and in a mode. */
export interface Job {
  id: number
  /** Printed with a failure, and enough to repeat it. */
  name: string
  manifest: Manifest
  /** The folder of the manifest. */
  base: string
  /** Index in the reading order. */
  chapter: number
  width: number
  height: number
  appearance: Partial<Appearance>
}

export interface Outcome {
  id: number
  /** Of the chapter, white space aside. */
  letters: number
  pictures: number
  pages: number
  /** Letters and pictures that are on no page. */
  unreached: number
  /** Sentences, none when all is well. */
  problems: string[]
  milliseconds: number
}
