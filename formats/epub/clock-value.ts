import { roundToMilliseconds } from '../round-to-milliseconds.ts'

const METRICS: Record<string, number> = { h: 3600, min: 60, s: 1, ms: 0.001, '': 1 }

/** Parses a SMIL clock value into seconds, to the millisecond: https://www.w3.org/TR/epub-33/#app-clock-examples */
export function readClockValue(text: string): number | undefined {
  const clock = /^(?:(\d{1,5}):)?([0-5]?\d):([0-5]?\d(?:\.\d{1,9})?)$/.exec(text)
  if (clock) return roundToMilliseconds(Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]))
  const count = /^(\d{1,10}(?:\.\d{1,9})?)(h|min|s|ms|)$/.exec(text)
  return count ? roundToMilliseconds(Number(count[1]) * METRICS[count[2]!]!) : undefined
}
