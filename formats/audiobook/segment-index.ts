import { box, bytes16, bytes32, bytes64, table32 } from './mp4/write-box.ts'

/** Short enough to load in under a second on a slow line, long enough for an index of 43 kB in ten hours. */
export const FRAGMENT_SECONDS = 10
/** The index has a 16-bit count. A book of a hundred hours has 36,000. */
export const MAX_FRAGMENTS = 0xffff
const VERSION_1 = 0x01000000
const STARTS_WITH_ACCESS_POINT = 0x90000000

/**
 * Serializes a `sidx` (ISO 14496-12, section 8.16.3): the bytes and audible duration of each fragment. The first one
 * begins `distance` bytes after the box.
 */
export function writeSegmentIndex(
  timeScale: number,
  fragments: { bytes: number; length: number }[],
  distance = 0,
): Buffer {
  const entries = fragments.flatMap(({ bytes, length }) => [bytes, length, STARTS_WITH_ACCESS_POINT])
  const header = [bytes32(VERSION_1, 1, timeScale), bytes64(0, distance), bytes16(0, fragments.length)]
  return box('sidx', ...header, table32(entries))
}
