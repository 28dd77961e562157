/** Target loudness in LUFS. Only louder recordings are adjusted: an element cannot amplify its sound. */
const TARGET = -20

/** Returns the volume, 0 to 1, that brings a recording to the target loudness; 1 for an unknown loudness. */
export function levelOf(loudness: number | null | undefined): number {
  return loudness == null ? 1 : Math.min(1, 10 ** ((TARGET - loudness) / 20))
}
