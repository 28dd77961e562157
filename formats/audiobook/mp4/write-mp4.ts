import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaResource } from '../audiobook-manifest.ts'
import { copyRanges } from '../copy-ranges.ts'
import type { SourceFile } from '../source-file.ts'
import type { Sound } from './movie.ts'
import type { Chunk, Samples } from './samples.ts'
import { box, bytes16, bytes32, bytes64, table32 } from './write-box.ts'

const VERSION_1 = 0x01000000
const UNITY_MATRIX = bytes32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const UNDETERMINED_LANGUAGE = 0x55c4
const MDAT_HEADER_BYTES = 16

/** Writes `audio.m4a`: the index first, then the sound in the order it is heard, and nothing else. */
export async function writeMp4(
  folder: string,
  source: SourceFile,
  sound: Sound,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<MediaResource> {
  const { samples, timeScale, heard } = sound
  const soundBytes = samples.chunks.reduce((sum, chunk) => sum + chunk.bytes, 0)
  const fileType = box('ftyp', Buffer.from('M4A \0\0\0\0M4A mp42isom', 'latin1'))
  // The index is as long wherever the sound begins, so it is laid out once to know where that is.
  const soundStart = fileType.length + writeMovie(sound, 0).length + MDAT_HEADER_BYTES
  const movie = writeMovie(sound, soundStart)
  const mediaHeader = Buffer.concat([bytes32(1), Buffer.from('mdat'), bytes64(MDAT_HEADER_BYTES + soundBytes)])

  await using output = await open(join(folder, 'audio.m4a'), 'wx')
  await output.writeFile(Buffer.concat([fileType, movie, mediaHeader]))
  let copied = 0
  await copyRanges(output, source, rangesOf(samples.chunks), signal, (bytes) => {
    copied += bytes
    onProgress(copied / soundBytes)
  })
  const durationSeconds = heard / timeScale
  const bitrate = (soundBytes * 8) / durationSeconds / 1000
  return { href: 'audio.m4a', type: 'audio/mp4', durationSeconds, bitrate, bytes: soundStart + soundBytes }
}

function* rangesOf(chunks: Chunk[]) {
  for (const { offset, bytes } of chunks) yield { start: offset, end: offset + bytes }
}

function writeMovie(sound: Sound, soundStart: number): Buffer {
  const { timeScale, heard, skipped } = sound
  const movieHeader = box(
    'mvhd',
    bytes32(VERSION_1),
    bytes64(0, 0),
    bytes32(timeScale),
    bytes64(heard),
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
    bytes64(heard),
    Buffer.alloc(8),
    bytes16(0, 0, 0x100, 0),
    UNITY_MATRIX,
    bytes32(0, 0),
  )
  const edits = box('edts', box('elst', bytes32(VERSION_1, 1), bytes64(heard, skipped), bytes16(1, 0)))
  return box('moov', movieHeader, box('trak', trackHeader, edits, writeMedia(sound, soundStart)))
}

function writeMedia({ samples, timeScale, descriptions }: Sound, soundStart: number): Buffer {
  const total = samples.times.reduce((sum, { samples, length }) => sum + samples * length, 0)
  const header = box(
    'mdhd',
    bytes32(VERSION_1),
    bytes64(0, 0),
    bytes32(timeScale),
    bytes64(total),
    bytes16(UNDETERMINED_LANGUAGE, 0),
  )
  const handler = box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0soun\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1'))
  const inThisFile = box('url ', bytes32(1))
  const information = box(
    'minf',
    box('smhd', bytes32(0, 0)),
    box('dinf', box('dref', bytes32(0, 1), inThisFile)),
    box('stbl', descriptions, ...writeSampleTables(samples, soundStart)),
  )
  return box('mdia', header, handler, information)
}

function writeSampleTables({ sizes, times, chunks }: Samples, soundStart: number): Buffer[] {
  const chunkRuns = chunks.flatMap(({ samples, description }, place) => {
    const before = chunks[place - 1]
    const isSame = before?.samples === samples && before.description === description
    return isSame ? [] : [place + 1, samples, description]
  })
  let position = soundStart
  const offsets = chunks.map(({ bytes }) => {
    const offset = position
    position += bytes
    return offset
  })
  const timeRuns = times.flatMap(({ samples, length }) => [samples, length])
  return [
    box('stts', bytes32(0, times.length), table32(timeRuns)),
    box('stsc', bytes32(0, chunkRuns.length / 3), table32(chunkRuns)),
    box('stsz', bytes32(0, 0, sizes.length), table32(sizes)),
    box('stco', bytes32(0, chunks.length), table32(offsets)),
  ]
}
