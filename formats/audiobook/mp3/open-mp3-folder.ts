import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { NATURAL_ORDER } from '@estante/contract/natural-order.ts'
import { hashTracks } from '../../content-hash.ts'
import type { Source } from '../../publication.ts'
import { Refusal } from '../../refusal.ts'
import { audiobookManifest, nameAudiobook, type Track } from '../audiobook-manifest.ts'
import { cleanFileName } from '../clean-text.ts'
import { MAX_SOURCE_BYTES, MAX_TAG_BYTES, MAX_TRACKS } from '../limits.ts'
import { looksLikeMp3, recogniseSound } from '../recognise.ts'
import { SourceFile } from '../source-file.ts'
import type { Tags } from '../tags.ts'
import { type FrameHeader, isSameFormat } from './frame-header.ts'
import type { FrameIndex } from './frame-index.ts'
import { readMp3Tags } from './read-tags.ts'
import { recodeTrack } from './recode-track.ts'
import { damageSentences, readFormat, scanFrames } from './scan-frames.ts'
import { findSoundRange } from './sound-range.ts'
import { type SoundPart, writeMp3 } from './write-mp3.ts'

interface TrackFile {
  name: string
  path: string
  size: number
  tags: Tags
  /** Header of the first frame. Undefined if there is none; the scan reports that error. */
  format: FrameHeader | undefined
}

const COVER_FILE = /^(cover|folder|capa)\.(jpe?g|png)$/i

/** Opens an audiobook that is a folder of MP3 files. Other files, such as notes and pictures, are ignored. */
export async function openMp3Folder(folder: string): Promise<Source> {
  const { tracks, coverPath, taggedCover } = await listTracks(folder)
  const bookTags = joinTags(tracks.map(({ tags }) => tags))
  const { title, isCalledByFile } = nameAudiobook(bookTags.album, resolve(folder))
  return {
    type: 'audiobook',
    // Tracks of another format are recoded next to the output, which doubles the space at most.
    extractedBytes: 2 * tracks.reduce((sum, { size }) => sum + size, 0),
    hash: () => hashTracks(tracks),
    extractTo: async (target, { signal, onProgress }) => {
      await using recoded = await mkdtempDisposable(join(target, '.faixas-'))
      const { index, parts, sounds, damagedBytes } = await joinTracks(tracks, recoded.path, signal)
      const resource = await writeMp3(target, index, parts, signal, onProgress)
      const cover = (coverPath && (await readCover(coverPath))) || taggedCover
      const names = trackTitles(tracks, bookTags.album)
      const titled = sounds.map((sound, track) => ({ ...sound, title: names[track]! }))
      const damage = damageSentences(damagedBytes)
      return { ...audiobookManifest(title, bookTags, resource, titled, damage), cover, isCalledByFile }
    },
  }
}

interface Tracks {
  tracks: TrackFile[]
  coverPath?: string
  /** The largest picture in the tags. Only one stays in memory, since each file may hold megabytes. */
  taggedCover?: Uint8Array
}

async function listTracks(folder: string): Promise<Tracks> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
  const tracks: TrackFile[] = []
  let taggedCover: Uint8Array | undefined
  let bytes = 0
  for (const name of names) {
    const track = await openTrack(folder, name)
    if (!track) continue
    const { cover, ...tags } = track.tags
    if (cover && cover.length > (taggedCover?.length ?? 0)) taggedCover = cover
    tracks.push({ ...track, tags })
    bytes += track.size
    if (tracks.length > MAX_TRACKS) throw new Refusal('A pasta tem mais de 2.000 faixas.')
    if (bytes > MAX_SOURCE_BYTES) throw new Refusal('As faixas da pasta somam mais de 2 GiB.')
  }
  if (tracks.length === 0) throw new Refusal('A pasta não tem nenhum arquivo MP3.')
  const coverName = names.find((name) => COVER_FILE.test(name))
  return { tracks: inOrder(tracks), coverPath: coverName && join(folder, coverName), taggedCover }
}

/** Opens a file as a track. An invalid `.mp3` throws; other files are tracks only if their bytes are MP3. */
async function openTrack(folder: string, name: string): Promise<TrackFile | undefined> {
  const path = join(folder, name)
  await using source = await SourceFile.open(path)
  if (/\.mp3$/i.test(name)) {
    const kind = await namingTrack(name, () => recogniseSound(source))
    if (kind !== 'mp3') throw new Refusal(`A faixa “${name}” tem nome de MP3, mas é um MP4.`)
  } else if (!(await looksLikeMp3(source))) {
    return undefined
  }
  const sound = await findSoundRange(source)
  return {
    name,
    path,
    size: source.size,
    tags: await readMp3Tags(source, sound),
    format: await readFormat(source, sound),
  }
}

/**
 * Sorts by disc and track number when all files have distinct ones, otherwise by name in natural order: `2` before
 * `10`.
 */
function inOrder(tracks: TrackFile[]): TrackFile[] {
  const numbers = tracks.map((track) => (track.tags.track ? trackNumber(track) : undefined))
  const isNumbered = numbers.every((number) => number !== undefined) && new Set(numbers).size === tracks.length
  const byName = tracks.toSorted((one, other) => NATURAL_ORDER.compare(one.name, other.name))
  return isNumbered ? byName.sort((one, other) => trackNumber(one) - trackNumber(other)) : byName
}

function trackNumber({ tags }: TrackFile): number {
  return (tags.disc ?? 1) * 100_000 + (tags.track ?? 0)
}

async function joinTracks(tracks: TrackFile[], recodedFolder: string, signal: AbortSignal) {
  const common = commonFormat(tracks)
  const parts: SoundPart[] = []
  const sounds: Omit<Track, 'title'>[] = []
  let index: FrameIndex | undefined
  let start = 0
  let damagedBytes = 0
  for (const [nth, { name, path, tags, format }] of tracks.entries()) {
    const scanned = await namingTrack(name, async () => {
      const isAlike = !format || !common || isSameFormat(format, common)
      const alike = isAlike ? path : join(recodedFolder, `${nth}.mp3`)
      if (!isAlike) await recodeTrack(path, alike, format, common, signal)
      await using source = await SourceFile.open(alike)
      return { path: alike, ...(await scanFrames(source, await findSoundRange(source), signal, index)) }
    })
    index = scanned.index
    parts.push({ path: scanned.path, ranges: scanned.ranges })
    sounds.push({ start, durationSeconds: scanned.durationSeconds, chapters: tags.chapters })
    start += scanned.durationSeconds
    damagedBytes += scanned.damagedBytes
  }
  return { index: index!, parts, sounds, damagedBytes }
}

/** Returns the format of most bytes of the folder, to which the other tracks are recoded. */
function commonFormat(tracks: TrackFile[]): FrameHeader | undefined {
  const groups: { format: FrameHeader; bytes: number }[] = []
  for (const { format, size } of tracks) {
    if (!format) continue
    const group = groups.find((group) => isSameFormat(group.format, format))
    if (group) group.bytes += size
    else groups.push({ format, bytes: size })
  }
  return groups.sort((one, other) => other.bytes - one.bytes)[0]?.format
}

async function namingTrack<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(`A faixa “${name}” não serve: ${lowerFirst(error.message)}`)
    throw error
  }
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/**
 * Returns the titles of the tracks. A title shared by several files is the book's: such files are titled by their
 * names.
 */
function trackTitles(tracks: TrackFile[], album: string | undefined): string[] {
  const titles = tracks.map(({ tags }) => tags.title)
  return tracks.map(({ name }, index) => {
    const title = titles[index]
    const isItsOwn = title && title !== album && titles.indexOf(title) === titles.lastIndexOf(title)
    return (isItsOwn ? title : cleanFileName(name)) || `Capítulo ${index + 1}`
  })
}

/** Merges tags: each field comes from the first track that has it. */
function joinTags(all: Tags[]): Tags {
  const first = <Key extends keyof Tags>(key: Key) => all.find((tags) => tags[key] !== undefined)?.[key]
  const firstList = (key: 'author' | 'narrator' | 'language' | 'subject') =>
    all.find((tags) => tags[key].length > 0)?.[key] ?? []
  return {
    album: first('album'),
    author: firstList('author'),
    narrator: firstList('narrator'),
    publisher: first('publisher'),
    language: firstList('language'),
    published: first('published'),
    description: first('description'),
    subject: firstList('subject'),
    series: first('series'),
    chapters: [],
  }
}

async function readCover(path: string): Promise<Uint8Array | undefined> {
  await using file = await SourceFile.open(path)
  return file.size > 0 && file.size <= MAX_TAG_BYTES ? file.read(0, file.size) : undefined
}
