import { Refusal } from '../../refusal.ts'
import { formatClockTime } from '../format-clock-time.ts'
import { MAX_DURATION_SECONDS } from '../limits.ts'
import type { SourceFile } from '../source-file.ts'
import { damageRefusal, findBox, type Mp4Box, readBoxBody, readBoxes, readTopBoxes } from './boxes.ts'
import { FragmentedSamples, readSampleDefaults } from './fragments.ts'
import { drmRefusal, rewriteSampleDescriptions } from './sample-description.ts'
import { checkSamplesLieIn, readSamples, type Samples } from './samples.ts'

const LOCKED_BRANDS = ['aax ', 'aaxc', 'M4P ']
/** No codec needs fewer: a longer declared duration is false. */
const MIN_BYTES_A_SECOND = 64
/** Chapter pictures are tracks too. Any other video codec means that the file is a film. */
const PICTURE_CODECS = ['jpeg', 'mjpa', 'mjpb', 'png ', 'mp4v', 'gif ', 'tiff']

/** The audio of an MP4, and the boxes that describe it. */
export interface Movie {
  box: Mp4Box
  sound: MovieSound
  /** Text tracks that the audio track references as its chapters. */
  chapterTracks: Mp4Box[]
}

export interface MovieSound {
  samples: Samples
  timeScale: number
  /** Sample descriptions, as written to the output. */
  descriptions: Buffer
  /**
   * The edit list as one range, in units of `timeScale`: encoder delay before the first audible sample, and audible
   * length.
   */
  skipped: number
  audible: number
}

/** Reads and validates everything needed to remux the audio. Throws `Refusal` when it cannot be played. */
export async function readMovie(source: SourceFile, signal: AbortSignal): Promise<Movie> {
  let movie: Mp4Box | undefined
  const fragments: Mp4Box[] = []
  for await (const box of readTopBoxes(source, signal)) {
    if (box.type === 'ftyp') await refuseLockedBrand(source, box)
    if (box.type === 'moov') movie ??= box
    if (box.type === 'moof') fragments.push(box)
  }
  if (!movie) throw new Refusal('O arquivo MP4 está incompleto: falta o índice do áudio.')
  if (movie.end > source.size) throw new Refusal('O arquivo está incompleto: termina no meio do índice do áudio.')
  const tracks = await readTracks(source, movie)
  const audio = tracks.find(({ kind }) => kind === 'soun')
  if (!audio) throw new Refusal('O arquivo MP4 não tem áudio.')
  if (await hasFilm(source, tracks)) throw new Refusal('O arquivo é um vídeo, e não um audiolivro.')
  const chapterIds = await readChapterReference(source, audio.box)
  return {
    box: movie,
    sound: await readSound(source, movie, audio, fragments, signal),
    chapterTracks: tracks.filter(({ id, kind }) => kind !== 'vide' && chapterIds.includes(id)).map(({ box }) => box),
  }
}

interface MovieTrack {
  box: Mp4Box
  id: number
  /** Handler type: `soun`, `vide`, `text`, … */
  kind: string
}

async function refuseLockedBrand(source: SourceFile, fileType: Mp4Box): Promise<void> {
  const brands = (await readBoxBody(source, fileType, 4096)).toString('latin1')
  if (LOCKED_BRANDS.some((brand) => brands.startsWith(brand))) throw drmRefusal()
}

async function readTracks(source: SourceFile, movie: Mp4Box): Promise<MovieTrack[]> {
  const tracks: MovieTrack[] = []
  for (const box of await readBoxes(source, movie)) {
    if (box.type === 'pssh') throw drmRefusal()
    if (box.type !== 'trak') continue
    const header = await readPart(source, box, 24, 'tkhd')
    const handler = await readPart(source, box, 12, 'mdia', 'hdlr')
    const id = header.readUInt32BE(header[0] === 1 ? 20 : 12)
    tracks.push({ box, id, kind: handler.toString('latin1', 8, 12) })
  }
  return tracks
}

async function hasFilm(source: SourceFile, tracks: MovieTrack[]): Promise<boolean> {
  for (const { box, kind } of tracks) {
    if (kind !== 'vide') continue
    const description = await readPart(source, box, 16, 'mdia', 'minf', 'stbl', 'stsd')
    if (!PICTURE_CODECS.includes(description.toString('latin1', 12, 16))) return true
  }
  return false
}

async function readChapterReference(source: SourceFile, audio: Mp4Box): Promise<number[]> {
  const reference = await findBox(source, audio, 'tref', 'chap')
  if (!reference) return []
  const ids = await readBoxBody(source, reference, 4096)
  return Array.from({ length: Math.floor(ids.length / 4) }, (_, index) => ids.readUInt32BE(index * 4))
}

async function readSound(
  source: SourceFile,
  movie: Mp4Box,
  { box, id }: MovieTrack,
  fragments: Mp4Box[],
  signal: AbortSignal,
): Promise<MovieSound> {
  const table = await findBox(source, box, 'mdia', 'minf', 'stbl')
  if (!table) throw damageRefusal()
  const descriptions = rewriteSampleDescriptions(await readPart(source, table, 16, 'stsd'))
  const timeScale = await readTimeScale(source, box)
  const defaults = await readSampleDefaults(source, movie, id)
  const samples =
    defaults && fragments.length > 0
      ? await gather(new FragmentedSamples(source, id, defaults), fragments, signal)
      : await readSamples(source, table)
  if (samples.sizes.length === 0) throw new Refusal('O arquivo MP4 não tem nenhum trecho de áudio.')
  checkSamplesLieIn(source, samples)
  const total = samples.times.reduce((sum, { samples, length }) => sum + samples * length, 0)
  const edit = await readEdit(source, movie, box, total, timeScale)
  // Less than a millisecond, to which the durations of a manifest are rounded.
  if (edit.audible < timeScale / 1000) throw damageRefusal()
  const seconds = total / timeScale
  if (seconds > MAX_DURATION_SECONDS) throw new Refusal('O áudio passa de 100 horas.')
  const bytes = samples.chunks.reduce((sum, chunk) => sum + chunk.bytes, 0)
  if (bytes / seconds < MIN_BYTES_A_SECOND) {
    throw new Refusal(
      `O arquivo anuncia ${formatClockTime(seconds)} de áudio e tem menos bytes do que qualquer voz precisa: ou é silêncio, ou está danificado.`,
    )
  }
  return { samples, timeScale, descriptions, ...edit }
}

async function gather(fragmented: FragmentedSamples, fragments: Mp4Box[], signal: AbortSignal): Promise<Samples> {
  for (const fragment of fragments) {
    signal.throwIfAborted()
    await fragmented.add(fragment)
  }
  return fragmented.samples
}

/** Reads the time scale of a track: units per second. */
export async function readTimeScale(source: SourceFile, track: Mp4Box): Promise<number> {
  const header = await readPart(source, track, 24, 'mdia', 'mdhd')
  const timeScale = header.readUInt32BE(header[0] === 1 ? 20 : 12)
  if (timeScale === 0) throw damageRefusal()
  return timeScale
}

/**
 * Reads an edit list of one entry, by which encoders exclude their own delay. Other edits do not occur in books and are
 * ignored.
 */
async function readEdit(source: SourceFile, movie: Mp4Box, track: Mp4Box, total: number, timeScale: number) {
  const whole = { skipped: 0, audible: total }
  const list = await findBox(source, track, 'edts', 'elst')
  if (!list) return whole
  const body = await readBoxBody(source, list, 64 * 1024)
  const isLong = body[0] === 1
  const entryBytes = isLong ? 20 : 12
  const count = body.length >= 8 ? body.readUInt32BE(4) : 0
  const edits = Array.from({ length: Math.min(count, Math.floor((body.length - 8) / entryBytes)) }, (_, index) => {
    const at = 8 + index * entryBytes
    return isLong
      ? { length: Number(body.readBigUInt64BE(at)), start: Number(body.readBigInt64BE(at + 8)) }
      : { length: body.readUInt32BE(at), start: body.readInt32BE(at + 4) }
  })
  const [edit, ...others] = edits.filter(({ start }) => start >= 0)
  if (!edit || others.length > 0 || edit.start >= total) return whole
  const header = await readPart(source, movie, 24, 'mvhd')
  const movieTimeScale = header.readUInt32BE(header[0] === 1 ? 20 : 12)
  const length = movieTimeScale > 0 ? Math.round((edit.length * timeScale) / movieTimeScale) : 0
  const rest = total - edit.start
  return { skipped: edit.start, audible: length > 0 ? Math.min(length, rest) : rest }
}

/** Reads the body of the box at a path. Throws `Refusal` if it has fewer than `minBytes`. */
async function readPart(source: SourceFile, parent: Mp4Box, minBytes: number, ...path: string[]): Promise<Buffer> {
  const box = await findBox(source, parent, ...path)
  const body = box && (await readBoxBody(source, box, 1 << 20))
  if (!body || body.length < minBytes) throw damageRefusal()
  return body
}
