import { Refusal } from '../refusal.ts'
import { isSameFormat, MAX_FRAME_BYTES, readFrameHeader } from './mp3/frame-header.ts'
import { tagLength } from './mp3/tag-length.ts'
import type { SourceFile } from './source-file.ts'

export type SoundFile = 'mp3' | 'mp4'

const SAMPLE_BYTES = 4 * MAX_FRAME_BYTES

/** Detects the format by content, not by name. Throws `Refusal` with the actual format for anything but MP3 and MP4. */
export async function recogniseSound(source: SourceFile): Promise<SoundFile> {
  if (source.size === 0) throw new Refusal('O arquivo está vazio.')
  const start = await source.read(0, SAMPLE_BYTES)
  const boxType = start.toString('latin1', 4, 8)
  if (/^(ftyp|moov|mdat|free|skip|wide|styp)$/.test(boxType)) return 'mp4'
  const tag = tagLength(start)
  const behindTag = tag > 0 && tag < source.size ? await source.read(tag, SAMPLE_BYTES) : start
  const otherKind = nameOtherKind(behindTag)
  if (otherKind) throw new Refusal(`O arquivo é ${otherKind}; audiolivros precisam estar em MP3, M4B ou M4A.`)
  if (tag > 0 || hasFrames(behindTag, behindTag.length < SAMPLE_BYTES)) return 'mp3'
  throw new Refusal(
    isText(start)
      ? 'O arquivo é um texto, e não um áudio MP3, M4B ou M4A.'
      : 'O arquivo não é um áudio MP3, M4B ou M4A, nem um EPUB.',
  )
}

/** Whether a file of a folder is a track, judged by its first bytes. */
export async function looksLikeMp3(source: SourceFile): Promise<boolean> {
  try {
    return (await recogniseSound(source)) === 'mp3'
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Whether the bytes contain a few consecutive frames, possibly after junk that an editor left. */
function hasFrames(bytes: Buffer, isWholeFile: boolean): boolean {
  for (let offset = bytes.indexOf(0xff); offset >= 0; offset = bytes.indexOf(0xff, offset + 1)) {
    const first = readFrameHeader(bytes, offset)
    if (!first) continue
    // The free format has no frame length: the only evidence is another header like it.
    if (offset === 0 && first.bitrate === 0 && first.layer === 3) return true
    let next = offset + first.size
    let followers = 0
    for (let header = readFrameHeader(bytes, next); header && isSameFormat(header, first) && header.size > 0; ) {
      followers++
      next += header.size
      header = readFrameHeader(bytes, next)
    }
    if (followers >= 2 || (isWholeFile && offset === 0 && next === bytes.length)) return true
  }
  return false
}

function nameOtherKind(bytes: Buffer): string | undefined {
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte)
  const text = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (text(0, 4) === 'fLaC') return 'um áudio FLAC'
  if (starts(0x1a, 0x45, 0xdf, 0xa3)) return bytes.includes('webm') ? 'um WebM' : 'um Matroska (MKV ou MKA)'
  if (text(0, 4) === 'OggS') return bytes.includes('OpusHead') ? 'um áudio Opus (Ogg)' : 'um áudio Ogg'
  if (text(0, 4) === 'RIFF') return text(8, 12) === 'WAVE' ? 'um áudio WAV' : 'um arquivo RIFF (AVI ou WebP)'
  if (text(0, 4) === 'FORM') return 'um áudio AIFF'
  if (starts(0x30, 0x26, 0xb2, 0x75)) return 'um áudio WMA'
  if (text(0, 4) === 'MAC ') return "um áudio Monkey's Audio"
  if (text(0, 4) === 'wvpk') return 'um áudio WavPack'
  if (text(0, 5) === '#!AMR') return 'um áudio AMR'
  if (text(0, 4) === 'ADIF' || isAdts(bytes)) return 'um AAC sem contêiner (ADTS)'
  if (bytes.length >= 8 && bytes.readUInt32BE(4) === 0x57907536)
    return 'um audiolivro da Audible (AA), protegido por DRM'
  if (starts(0x50, 0x4b, 0x03, 0x04)) return bytes.includes('application/epub+zip') ? 'um EPUB' : 'um ZIP'
  if (text(0, 4) === 'Rar!') return 'um RAR'
  if (starts(0x37, 0x7a, 0xbc, 0xaf)) return 'um 7-Zip'
  if (starts(0x1f, 0x8b)) return 'um arquivo gzip'
  if (text(0, 5) === '%PDF-') return 'um PDF'
  if (starts(0xff, 0xd8, 0xff)) return 'uma imagem JPEG'
  if (starts(0x89, 0x50, 0x4e, 0x47)) return 'uma imagem PNG'
  if (starts(0x7f, 0x45, 0x4c, 0x46) || text(0, 2) === 'MZ') return 'um programa'
  if (/^\s*<(!doctype|html|\?xml|svg)/i.test(text(0, 200))) return 'uma página ou um XML'
  return undefined
}

/** ADTS (AAC) frames resemble MP3 frames of a nonexistent layer. */
function isAdts(bytes: Buffer): boolean {
  const isHeader = (at: number) => bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf6) === 0xf0
  if (!isHeader(0) || bytes.length < 7) return false
  const length = ((bytes[3]! & 3) << 11) | (bytes[4]! << 3) | (bytes[5]! >> 5)
  return isHeader(length)
}

function isText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 512)
  return !start.some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127)
}
