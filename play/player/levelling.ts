/** LUFS that louder recordings are turned down to. Quieter ones stay: an element's volume cannot go above its own. */
const TARGET = -20

/** The volume, from 0 to 1, at which a recording is as loud as others; as it is when its loudness is not known. */
export function levelOf(loudness: number | null | undefined): number {
  return loudness == null ? 1 : Math.min(1, 10 ** ((TARGET - loudness) / 20))
}
