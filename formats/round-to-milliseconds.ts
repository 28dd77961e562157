/** Rounds seconds to the millisecond, as manifests have them. */
export function roundToMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
