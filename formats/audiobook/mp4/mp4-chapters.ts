import { Refusal } from '../../refusal.ts'
import type { Chapter } from '../chapters.ts'
import { MAX_CHAPTERS } from '../limits.ts'
import type { SourceFile } from '../source-file.ts'
import { findBox, type Mp4Box, readBoxBody } from './boxes.ts'
import { type Movie, readTimeScale } from './movie.ts'
import { readSamples } from './samples.ts'

const MAX_TITLE_BYTES = 4096

export interface Mp4Chapters {
  chapters: Chapter[]
  areBroken: boolean
}

/**
 * Reads chapters from the text tracks that players show (QuickTime), or from Nero's list if that has more. Broken ones
 * are dropped without refusing audio that plays.
 */
export async function readMp4Chapters(source: SourceFile, { box, chapterTracks }: Movie): Promise<Mp4Chapters> {
  let chapters: Chapter[] = []
  let areBroken = false
  for (const read of [
    () => readChapterList(source, box),
    ...chapterTracks.map((track) => () => readChapterTrack(source, track)),
  ]) {
    try {
      const found = await read()
      if (found.length >= chapters.length) chapters = found
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      areBroken = true
    }
  }
  return { chapters, areBroken: areBroken && chapters.length === 0 }
}

/** Each sample is a chapter: two bytes for the length of its title, then the title. */
async function readChapterTrack(source: SourceFile, track: Mp4Box): Promise<Chapter[]> {
  const table = await findBox(source, track, 'mdia', 'minf', 'stbl')
  if (!table) return []
  const timeScale = await readTimeScale(source, track)
  const { sizes, times, chunks } = await readSamples(source, table)
  const starts = startsOf(times)
  const chapters: Chapter[] = []
  let sample = 0
  for (const chunk of chunks) {
    let offset = chunk.offset
    for (let nth = 0; nth < chunk.samples; nth++) {
      if (chapters.length === MAX_CHAPTERS) return chapters
      const size = sizes[sample++]!
      const start = starts.next().value ?? 0
      const text = await source.read(offset, Math.min(size, MAX_TITLE_BYTES))
      chapters.push({ start: start / timeScale, title: readTextSample(text) })
      offset += size
    }
  }
  return chapters
}

function* startsOf(times: { samples: number; length: number }[]): Generator<number, undefined> {
  let start = 0
  for (const { samples, length } of times) {
    for (let sample = 0; sample < samples; sample++) {
      yield start
      start += length
    }
  }
}

function readTextSample(sample: Buffer): string {
  if (sample.length < 2) return ''
  const text = sample.subarray(2, 2 + sample.readUInt16BE(0))
  if (text[0] === 0xfe && text[1] === 0xff) return new TextDecoder('utf-16be').decode(text)
  if (text[0] === 0xff && text[1] === 0xfe) return new TextDecoder('utf-16le').decode(text)
  return text.toString('utf8')
}

/** Reads Nero's `chpl`, in units of 100 nanoseconds. Version 1 has four more bytes before the count. */
async function readChapterList(source: SourceFile, movie: Mp4Box): Promise<Chapter[]> {
  const list = await findBox(source, movie, 'udta', 'chpl')
  if (!list) return []
  const body = await readBoxBody(source, list, 1 << 20)
  const chapters: Chapter[] = []
  const countAt = body[0] === 1 ? 8 : 4
  const count = body[countAt] ?? 0
  for (let at = countAt + 1; chapters.length < count && at + 9 <= body.length; ) {
    const titleEnd = at + 9 + body[at + 8]!
    chapters.push({ start: Number(body.readBigUInt64BE(at)) / 1e7, title: body.toString('utf8', at + 9, titleEnd) })
    at = titleEnd
  }
  return chapters
}
