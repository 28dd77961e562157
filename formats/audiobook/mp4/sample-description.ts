import { Refusal } from '../../refusal.ts'
import { damageRefusal } from './boxes.ts'
import { box, bytes16, bytes32 } from './write-box.ts'

const LOCKED = new Set(['drms', 'enca', 'aavd', 'aavs', 'drmi'])
/** Codes for MP3 in QuickTime; the second is from Windows. */
const MP3_IN_MOVIE = new Set(['.mp3', 'ms\0\x55', 'mp3 '])
const CODEC_NAMES: Record<string, string> = {
  alac: 'ALAC',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  Opus: 'Opus',
  fLaC: 'FLAC',
  samr: 'AMR',
  sawb: 'AMR-WB',
  lpcm: 'PCM',
  sowt: 'PCM',
  twos: 'PCM',
  'ac-4': 'AC-4',
}
/** Object types of AAC and MP3: https://mp4ra.org/registered-types/object-types */
const PLAYABLE_OBJECT_TYPES = [0x40, 0x66, 0x67, 0x68, 0x69, 0x6b]
const ESDS_HEADER_BYTES = 12
const AAC_LC = 2
const USAC = 42

export function drmRefusal(): Refusal {
  return new Refusal('O arquivo está protegido por DRM (FairPlay ou Audible) e não pode ser importado.')
}

/**
 * Rewrites a track's sample descriptions (`stsd`) in the plain ISO form that every player reads, without QuickTime's
 * extensions. Throws `Refusal` for DRM and for codecs that browsers do not play.
 */
export function rewriteSampleDescriptions(stsd: Buffer): Buffer {
  const entries: Buffer[] = []
  for (let at = 8; at + 16 <= stsd.length; ) {
    const size = stsd.readUInt32BE(at)
    if (size < 36 || at + size > stsd.length) throw damageRefusal()
    entries.push(rewriteEntry(stsd.subarray(at, at + size)))
    at += size
  }
  if (entries.length === 0 || entries.length !== stsd.readUInt32BE(4)) throw damageRefusal()
  return box('stsd', bytes32(0, entries.length), ...entries)
}

/** Returns the `codecs` parameter of the first description: https://www.rfc-editor.org/rfc/rfc6381#section-3.3 */
export function codecOf(stsd: Buffer): string {
  const esds = findDecoderConfiguration(stsd.subarray(16))
  const { objectType, audioObjectType } = readDecoder(esds)
  const codec = `mp4a.${objectType.toString(16).toUpperCase()}`
  return objectType === 0x40 ? `${codec}.${audioObjectType ?? AAC_LC}` : codec
}

function rewriteEntry(entry: Buffer): Buffer {
  const codec = entry.toString('latin1', 4, 8)
  if (LOCKED.has(codec)) throw drmRefusal()
  if (MP3_IN_MOVIE.has(codec)) {
    throw new Refusal(
      'O áudio é MP3 dentro de um MOV, que nem todo navegador toca; precisa estar num arquivo MP3, ou em AAC.',
    )
  }
  if (codec !== 'mp4a') throw unplayable(CODEC_NAMES[codec] ?? codec.replace(/[^\w.-]/g, '?'))
  const esds = findDecoderConfiguration(entry)
  refuseUnplayable(esds)
  const { channels, sampleRate } = readSoundFields(entry)
  const rate = sampleRate >= 0 && sampleRate < 0x10000 ? sampleRate * 0x10000 : 0
  return box('mp4a', Buffer.alloc(6), bytes16(1), Buffer.alloc(8), bytes16(channels, 16, 0, 0), bytes32(rate), esds)
}

/** Finds the `esds` box, which QuickTime nests deeper than ISO does; its name occurs nowhere else. */
function findDecoderConfiguration(entry: Buffer): Buffer {
  const at = entry.indexOf('esds', 36, 'latin1') - 4
  if (at < 0) throw damageRefusal()
  const size = entry.readUInt32BE(at)
  if (size < ESDS_HEADER_BYTES || at + size > entry.length) throw damageRefusal()
  return entry.subarray(at, at + size)
}

function refuseUnplayable(esds: Buffer): void {
  const { objectType, audioObjectType } = readDecoder(esds)
  if (!PLAYABLE_OBJECT_TYPES.includes(objectType)) throw unplayable(`MPEG-4 de tipo 0x${objectType.toString(16)}`)
  if (audioObjectType === USAC) throw unplayable('xHE-AAC')
}

/** Reads the object type and, for MPEG-4 audio, the audio object type. */
function readDecoder(esds: Buffer): { objectType: number; audioObjectType: number | undefined } {
  const decoder = findDescriptor(esds, ESDS_HEADER_BYTES, 0x03, 3)
  const config = decoder && findDescriptor(esds, decoder, 0x04, 0)
  if (!config) throw damageRefusal()
  const objectType = esds[config] ?? 0
  const specific = findDescriptor(esds, config + 13, 0x05, 0)
  if (objectType !== 0x40 || !specific || specific + 1 >= esds.length) return { objectType, audioObjectType: undefined }
  const first = esds[specific]! >> 3
  const audioObjectType = first === 31 ? 32 + (((esds[specific]! & 7) << 3) | (esds[specific + 1]! >> 5)) : first
  return { objectType, audioObjectType }
}

/** Finds the offset of the contents of the descriptor at `at`, after `skip` bytes. Undefined if it has another tag. */
function findDescriptor(bytes: Buffer, at: number, tag: number, skip: number): number | undefined {
  if (bytes[at] !== tag) return undefined
  let content = at + 1
  while (((bytes[content] ?? 0) & 0x80) !== 0 && content < at + 4) content++
  return content + 1 + skip
}

/** Version 2 of QuickTime's sound description stores these fields elsewhere. */
function readSoundFields(entry: Buffer): { channels: number; sampleRate: number } {
  if (entry.readUInt16BE(16) !== 2) return { channels: entry.readUInt16BE(24), sampleRate: entry.readUInt16BE(32) }
  if (entry.length < 52) throw damageRefusal()
  return { sampleRate: Math.floor(entry.readDoubleBE(40)), channels: entry.readUInt32BE(48) & 0xff }
}

function unplayable(codec: string): Refusal {
  return new Refusal(`O áudio está em ${codec}, que nem todo navegador toca; precisa estar em AAC ou MP3.`)
}
