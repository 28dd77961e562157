import type { Link } from '@estante/contract/manifest.ts'
import { fetchRange } from './range-request.ts'
import { fragmentAt, readSoundIndex } from './sound-index.ts'

/** Enough to detect speech, in little memory: engines resample decoded sound. */
const SAMPLES_A_SECOND = 8000
const WINDOW_SECONDS = 0.05
/** Shorter pauses are within words. */
const SHORTEST_PAUSE_SECONDS = 0.25
/** How far into the pause to stop: a margin for the imprecise time of engines, so that no sentence is cut. */
const INTO_PAUSE_SECONDS = 0.1
/** Fraction of the loudest windows that counts as silence: rooms are never silent. */
const QUIET = 0.1
const LOUD_PART = 0.9

/**
 * Finds the second between two others at which the voice pauses longest. Undefined without a pause, or when the sound
 * cannot be decoded.
 */
export async function findSpeechPause(link: Link, address: string, from: number, to: number) {
  const { indexBytes } = link.properties ?? {}
  if (indexBytes === undefined) return undefined
  try {
    const index = await (await fetchRange(address, 0, indexBytes - 1)).arrayBuffer()
    const { initialization, fragments } = readSoundIndex(new Uint8Array(index))
    const first = fragments[fragmentAt(fragments, from)]!
    const last = fragments[fragmentAt(fragments, to)]!
    const speech = await (await fetchRange(address, first.firstByte, last.lastByte)).arrayBuffer()
    const sound = await new Blob([initialization, speech]).arrayBuffer()
    // It plays nothing, so iOS's limits on an AudioContext in the background do not apply.
    const decoded = await new OfflineAudioContext(1, 1, SAMPLES_A_SECOND).decodeAudioData(sound)
    const samples = decoded.getChannelData(0)
    const pause = longestPause(samples, decoded.sampleRate, from - first.start, to - first.start)
    return pause === undefined ? undefined : first.start + pause
  } catch {
    // Offline, or where the engine decodes no fragments, the timer ends on time.
    return undefined
  }
}

/** Finds a second in the longest pause between two others. All count from the start of the samples. */
export function longestPause(samples: Float32Array, sampleRate: number, from: number, to: number): number | undefined {
  const length = Math.round(WINDOW_SECONDS * sampleRate)
  const [start, end] = [from, Math.min(to, samples.length / sampleRate)].map((at) => Math.floor(at / WINDOW_SECONDS))
  const levels: number[] = []
  for (let window = start!; window < end!; window++) {
    let sum = 0
    for (let at = window * length; at < (window + 1) * length; at++) sum += samples[at]! ** 2
    levels.push(Math.sqrt(sum / length))
  }
  const loud = [...levels].sort((one, other) => one - other)[Math.floor(levels.length * LOUD_PART)] ?? 0
  let longest = { start: 0, count: 0 }
  let count = 0
  for (const [window, level] of levels.entries()) {
    count = level < loud * QUIET ? count + 1 : 0
    if (count > longest.count) longest = { start: window - count + 1, count }
  }
  if (longest.count * WINDOW_SECONDS < SHORTEST_PAUSE_SECONDS) return undefined
  return (start! + longest.start) * WINDOW_SECONDS + INTO_PAUSE_SECONDS
}
