import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaResource } from '../audiobook-manifest.ts'
import { copyRanges } from '../copy-ranges.ts'
import { MAX_FRAGMENTS, writeSegmentIndex } from '../segment-index.ts'
import type { SourceFile } from '../source-file.ts'
import { damageRefusal } from './boxes.ts'
import type { MovieSound } from './movie.ts'
import { type Fragment, planFragments } from './plan-fragments.ts'
import { writePlaylist } from './playlist.ts'
import { codecOf } from './sample-description.ts'
import { box, bytes16, bytes32, bytes64, table32 } from './write-box.ts'

const PLAYLIST = 'audio.m3u8'
const VERSION_1 = 0x01000000
const UNITY_MATRIX = bytes32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const UNDETERMINED_LANGUAGE = 0x55c4
const MDAT_HEADER_BYTES = 8
/** A sync sample, as all of AAC's are. */
const STANDS_ALONE = 0x02000000

/**
 * Writes `audio.m4a` for streaming: a small `moov`, one index of all fragments (`sidx`), then the fragments in playback
 * order. A player needs only the first two and the fragment to play. `audio.m3u8` describes the same bytes for HLS.
 */
export async function writeMp4(
  folder: string,
  source: SourceFile,
  sound: MovieSound,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<MediaResource> {
  const { timeScale, audible, descriptions } = sound
  const { fragments, skipped } = planFragments(sound)
  const initialization = Buffer.concat([
    box('ftyp', Buffer.from('iso6\0\0\0\0iso6mp41M4A ', 'latin1')),
    writeMovie({ timeScale, audible, skipped, descriptions }),
  ])
  const sizes = fragments.map((fragment) => writeFragmentHeader(fragment, 0).length + fragment.bytes)
  if (fragments.length > MAX_FRAGMENTS) throw damageRefusal()
  const lengths = audibleLengths(fragments, skipped)
  const indexed = sizes.map((bytes, index) => ({ bytes, length: lengths[index]! }))
  const index = writeSegmentIndex(timeScale, indexed)

  await using output = await open(join(folder, 'audio.m4a'), 'wx')
  const bytes = sizes.reduce((sum, size) => sum + size, initialization.length + index.length)
  let copied = 0
  await copyRanges(output, source, parts(), signal, (length) => {
    copied += length
    onProgress(copied / bytes)
  })
  const seconds = lengths.map((length) => length / timeScale)
  const playlist = writePlaylist('audio.m4a', initialization.length, index.length, sizes, seconds)
  await writeFile(join(folder, PLAYLIST), playlist, { flag: 'wx' })

  const durationSeconds = audible / timeScale
  const soundBytes = fragments.reduce((sum, fragment) => sum + fragment.bytes, 0)
  return {
    href: 'audio.m4a',
    type: 'audio/mp4',
    durationSeconds,
    bitrate: (soundBytes * 8) / durationSeconds / 1000,
    bytes,
    fragments: { codecs: codecOf(descriptions), indexBytes: initialization.length + index.length, playlist: PLAYLIST },
  }

  function* parts() {
    yield initialization
    yield index
    for (const [index, fragment] of fragments.entries()) {
      yield writeFragmentHeader(fragment, index + 1)
      yield* fragment.ranges
    }
  }
}

function audibleLengths(fragments: Fragment[], skipped: number): number[] {
  return fragments.map(({ length }, index) => (index === 0 ? Math.max(0, length - skipped) : length))
}

function writeMovie({ timeScale, audible, skipped, descriptions }: Omit<MovieSound, 'samples'>): Buffer {
  const movieHeader = box(
    'mvhd',
    bytes32(VERSION_1),
    bytes64(0, 0),
    bytes32(timeScale),
    bytes64(0),
    bytes32(0x10000),
    bytes16(0x100, 0),
    Buffer.alloc(8),
    UNITY_MATRIX,
    Buffer.alloc(24),
    bytes32(2),
  )
  const isEnabledAndInMovie = 7
  const trackHeader = box(
    'tkhd',
    bytes32(VERSION_1 | isEnabledAndInMovie),
    bytes64(0, 0),
    bytes32(1, 0),
    bytes64(0),
    Buffer.alloc(8),
    bytes16(0, 0, 0x100, 0),
    UNITY_MATRIX,
    bytes32(0, 0),
  )
  const edits = box('edts', box('elst', bytes32(VERSION_1, 1), bytes64(audible, skipped), bytes16(1, 0)))
  const track = box('trak', trackHeader, edits, writeMedia(timeScale, descriptions))
  const extends_ = box(
    'mvex',
    box('mehd', bytes32(VERSION_1), bytes64(audible)),
    box('trex', bytes32(0, 1, 1, 0, 0, STANDS_ALONE)),
  )
  return box('moov', movieHeader, track, extends_)
}

function writeMedia(timeScale: number, descriptions: Buffer): Buffer {
  const header = box(
    'mdhd',
    bytes32(VERSION_1),
    bytes64(0, 0),
    bytes32(timeScale),
    bytes64(0),
    bytes16(UNDETERMINED_LANGUAGE, 0),
  )
  const handler = box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0soun\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1'))
  const inThisFile = box('url ', bytes32(1))
  const noSamplesHere = ['stts', 'stsc', 'stco'].map((type) => box(type, bytes32(0, 0)))
  const information = box(
    'minf',
    box('smhd', bytes32(0, 0)),
    box('dinf', box('dref', bytes32(0, 1), inThisFile)),
    box('stbl', descriptions, ...noSamplesHere, box('stsz', bytes32(0, 0, 0))),
  )
  return box('mdia', header, handler, information)
}

/** Serializes a fragment without its samples. */
function writeFragmentHeader({ start, description, times, sizes, bytes }: Fragment, number: number): Buffer {
  const isUniform = times.length === 1
  const trackHeader = isUniform
    ? box('tfhd', bytes32(BASE_IS_MOOF | HAS_DESCRIPTION | HAS_LENGTH, 1, description, times[0]!.length))
    : box('tfhd', bytes32(BASE_IS_MOOF | HAS_DESCRIPTION, 1, description))
  const decodeTime = box('tfdt', bytes32(VERSION_1), bytes64(start))
  const run = isUniform ? sizes : interleave(times, sizes)
  const runFlags = HAS_OFFSET | HAS_SIZES | (isUniform ? 0 : HAS_LENGTHS)
  const movieFragment = (soundOffset: number) =>
    box(
      'moof',
      box('mfhd', bytes32(0, number)),
      box('traf', trackHeader, decodeTime, box('trun', bytes32(runFlags, sizes.length, soundOffset), table32(run))),
    )
  // Its length does not depend on the offset.
  const { length } = movieFragment(0)
  const mediaHeader = Buffer.concat([bytes32(MDAT_HEADER_BYTES + bytes), Buffer.from('mdat')])
  return Buffer.concat([movieFragment(length + MDAT_HEADER_BYTES), mediaHeader])
}

// https://www.iso.org/standard/83102.html, sections 8.8.7 and 8.8.8
const HAS_DESCRIPTION = 0x02
const HAS_LENGTH = 0x08
const BASE_IS_MOOF = 0x020000
const HAS_OFFSET = 0x01
const HAS_LENGTHS = 0x100
const HAS_SIZES = 0x200

/** Interleaves the duration and size of each sample. */
function interleave(times: { samples: number; length: number }[], sizes: Uint32Array): Uint32Array {
  const table = new Uint32Array(sizes.length * 2)
  let sample = 0
  for (const { samples, length } of times) {
    for (let nth = 0; nth < samples; nth++, sample++) table.set([length, sizes[sample]!], sample * 2)
  }
  return table
}
