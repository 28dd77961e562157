import { FRAGMENT_SECONDS } from '../segment-index.ts'
import type { ByteRange } from '../source-file.ts'
import type { MovieSound } from './movie.ts'
import type { TimeRun } from './samples.ts'

/** More than any audio of that duration has. Samples without duration reach it. */
const MAX_FRAGMENT_BYTES = 4 * 1024 ** 2
/** Preroll for the decoder: encoders put up to three frames of silence first, and SBR needs one more. */
const FRAMES_BEFORE_SOUND = 4

/** Consecutive samples in one `moof` and `mdat`. */
export interface Fragment {
  /** Start time, in units of the track's time scale. */
  start: number
  length: number
  /** Index of the sample description, from 1. */
  description: number
  times: TimeRun[]
  sizes: Uint32Array
  /** Ranges of the samples in the source. */
  ranges: ByteRange[]
  bytes: number
}

export interface FragmentPlan {
  fragments: Fragment[]
  /** Preroll at the start, decoded but not audible, in units of the track's time scale. */
  skipped: number
}

/**
 * Divides the audio into fragments. Drops samples outside the edit list, except the preroll, and shortens the last one
 * to its audible length.
 */
export function planFragments({ samples, timeScale, skipped, audible }: MovieSound): FragmentPlan {
  const { sizes, times, chunks } = samples
  const wanted = FRAGMENT_SECONDS * timeScale
  const first = Math.max(0, sampleAt(times, skipped) - FRAMES_BEFORE_SOUND)
  const fragments: Fragment[] = []
  let fragment: Fragment | undefined
  let firstInFragment = 0
  let time = 0
  let firstTime = 0
  let sample = 0
  let chunk = 0
  let leftInChunk = chunks[0]?.samples ?? 0
  let position = chunks[0]?.offset ?? 0

  const close = () => {
    if (fragment) fragments.push({ ...fragment, sizes: sizes.subarray(firstInFragment, sample) })
    fragment = undefined
  }
  const end = skipped + audible
  for (const { samples: count, length } of times) {
    for (let nth = 0; nth < count && time < end; nth++) {
      while (leftInChunk === 0) {
        chunk++
        leftInChunk = chunks[chunk]!.samples
        position = chunks[chunk]!.offset
      }
      const size = sizes[sample]!
      if (sample === first) firstTime = time
      if (sample >= first) {
        const { description } = chunks[chunk]!
        if (fragment && (isFull(fragment, wanted) || fragment.description !== description)) close()
        if (!fragment) {
          firstInFragment = sample
          fragment = { start: time - firstTime, length: 0, description, times: [], sizes, ranges: [], bytes: 0 }
        }
        const audibleLength = Math.min(length, end - time)
        extend(fragment, audibleLength, position, size)
      }
      time += length
      position += size
      leftInChunk--
      sample++
    }
  }
  close()
  return { fragments, skipped: skipped - firstTime }
}

function isFull({ length, bytes }: Fragment, wanted: number): boolean {
  return length >= wanted || bytes >= MAX_FRAGMENT_BYTES
}

function extend(fragment: Fragment, length: number, position: number, size: number): void {
  fragment.length += length
  fragment.bytes += size
  const run = fragment.times.at(-1)
  if (run?.length === length) run.samples++
  else fragment.times.push({ samples: 1, length })
  const range = fragment.ranges.at(-1)
  if (range?.end === position) range.end += size
  else fragment.ranges.push({ start: position, end: position + size })
}

function sampleAt(times: TimeRun[], instant: number): number {
  let sample = 0
  let time = 0
  for (const { samples, length } of times) {
    if (time + samples * length > instant) return sample + Math.floor((instant - time) / length)
    sample += samples
    time += samples * length
  }
  return sample
}
