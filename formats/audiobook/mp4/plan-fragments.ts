import { FRAGMENT_SECONDS } from '../segment-index.ts'
import type { ByteRange } from '../source-file.ts'
import type { Sound } from './movie.ts'
import type { TimeRun } from './samples.ts'

/** No sound has as much in that time; samples of no length do. */
const MAX_FRAGMENT_BYTES = 4 * 1024 ** 2
/** A player warms its decoder up on them: encoders put up to three frames of silence first, and SBR wants one more. */
const FRAMES_BEFORE_SOUND = 4

/** Consecutive samples that are sent as one `moof` and `mdat`. */
export interface Fragment {
  /** Units of the track's time scale before its first sample. */
  start: number
  length: number
  /** Which of the track's sample descriptions tells how its samples are coded, counted from 1. */
  description: number
  times: TimeRun[]
  sizes: Uint32Array
  /** Where the samples lie in the source. */
  ranges: ByteRange[]
  bytes: number
}

export interface FragmentPlan {
  fragments: Fragment[]
  /** Units of the first fragments that are decoded and not heard. */
  skipped: number
}

/**
 * Divides the sound into fragments. What the edit list cuts off is left out, but for the frames right before the first one
 * heard; the last sample is as long as it is heard.
 */
export function planFragments({ samples, timeScale, skipped, heard }: Sound): FragmentPlan {
  const { sizes, times, chunks } = samples
  const wanted = FRAGMENT_SECONDS * timeScale
  const first = Math.max(0, sampleAt(times, skipped) - FRAMES_BEFORE_SOUND)
  const fragments: Fragment[] = []
  let fragment: Fragment | undefined
  let firstInFragment = 0
  let time = 0
  let firstTime = 0
  let sample = 0
  let place = 0
  let leftInChunk = chunks[0]?.samples ?? 0
  let position = chunks[0]?.offset ?? 0

  const close = () => {
    if (fragment) fragments.push({ ...fragment, sizes: sizes.subarray(firstInFragment, sample) })
    fragment = undefined
  }
  const end = skipped + heard
  for (const { samples: count, length } of times) {
    for (let nth = 0; nth < count && time < end; nth++) {
      while (leftInChunk === 0) {
        place++
        leftInChunk = chunks[place]!.samples
        position = chunks[place]!.offset
      }
      const size = sizes[sample]!
      if (sample === first) firstTime = time
      if (sample >= first) {
        const { description } = chunks[place]!
        if (fragment && (isFull(fragment, wanted) || fragment.description !== description)) close()
        if (!fragment) {
          firstInFragment = sample
          fragment = { start: time - firstTime, length: 0, description, times: [], sizes, ranges: [], bytes: 0 }
        }
        const heardLength = Math.min(length, end - time)
        extend(fragment, heardLength, position, size)
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

/** The sample that is heard at an instant of the track. */
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
