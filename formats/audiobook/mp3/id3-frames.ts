import { isSynchsafe, readSynchsafe } from './tag-length.ts'

export interface Id3Frame {
  id: string
  body: Buffer
}

const HEADER_BYTES = 10
const MAX_FRAMES = 20_000

/**
 * Parses the frames of an ID3v2.3 or 2.4 tag, its ten header bytes included, up to the first invalid one. The tag may
 * be truncated.
 */
export function readId3Frames(tag: Buffer): Id3Frame[] {
  const version = tag[3] ?? 0
  const flags = tag[5] ?? 0
  if (tag.toString('latin1', 0, 3) !== 'ID3' || version < 3 || version > 4) return []
  let body = tag.subarray(HEADER_BYTES)
  if ((flags & 0x80) !== 0 && version === 3) body = undoUnsynchronisation(body)
  if ((flags & 0x40) !== 0 && body.length > 4) {
    // The length of the extended header excludes its own four bytes in 2.3, and includes them in 2.4.
    body = body.subarray(version === 3 ? 4 + body.readUInt32BE(0) : readSynchsafe(body, 0))
  }
  return readFrames(body, version)
}

/** Parses consecutive frames, as in a tag's body or in a chapter. */
export function readFrames(bytes: Buffer, version: number): Id3Frame[] {
  const frames: Id3Frame[] = []
  for (let position = 0; startsFrame(bytes, position) && frames.length < MAX_FRAMES; ) {
    const length = frameLength(bytes, position, version)
    if (length === undefined) break
    const id = bytes.toString('latin1', position, position + 4)
    const formatFlags = bytes[position + 9]!
    let body = bytes.subarray(position + HEADER_BYTES, position + HEADER_BYTES + length)
    if (version === 4) {
      if ((formatFlags & 0x02) !== 0) body = undoUnsynchronisation(body)
      if ((formatFlags & 0x01) !== 0) body = body.subarray(4)
    }
    const isPackedOrLocked = (formatFlags & (version === 4 ? 0x0c : 0xc0)) !== 0
    if (!isPackedOrLocked) frames.push({ id, body })
    position += HEADER_BYTES + length
  }
  return frames
}

/**
 * Reads a frame's length. Version 2.4 encodes lengths as synchsafe integers, but ffmpeg before 6 wrote plain ones for
 * the table of contents, and iTunes for every frame. Prefers the reading that is followed by another frame, padding or
 * the end.
 */
function frameLength(bytes: Buffer, position: number, version: number): number | undefined {
  const plain = bytes.readUInt32BE(position + 4)
  const candidates =
    version === 4 && isSynchsafe(bytes, position + 4) ? [readSynchsafe(bytes, position + 4), plain] : [plain]
  const fits = candidates.filter((length) => position + HEADER_BYTES + length <= bytes.length)
  return fits.find((length) => isFrameEnd(bytes, position + HEADER_BYTES + length)) ?? fits[0]
}

function isFrameEnd(bytes: Buffer, end: number): boolean {
  return end === bytes.length || bytes[end] === 0 || startsFrame(bytes, end)
}

function startsFrame(bytes: Buffer, position: number): boolean {
  if (position + HEADER_BYTES > bytes.length) return false
  for (let at = position; at < position + 4; at++) {
    const code = bytes[at]!
    const isCapitalOrDigit = (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)
    if (!isCapitalOrDigit) return false
  }
  return true
}

/**
 * Removes the zero byte that unsynchronisation inserted after each 0xFF, to keep tags from looking like audio frames.
 */
function undoUnsynchronisation(bytes: Buffer): Buffer {
  const result = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let position = 0; position < bytes.length; position++) {
    result[length++] = bytes[position]!
    if (bytes[position] === 0xff && bytes[position + 1] === 0) position++
  }
  return result.subarray(0, length)
}

/** Serializes frames as one plain tag with correct lengths, readable by any parser. */
export function writeId3Tag(frames: Id3Frame[], version: number): Buffer {
  const parts = frames.flatMap(({ id, body }) => {
    const length = version === 4 ? synchsafe(body.length) : bigEndian(body.length)
    return [Buffer.from(id, 'latin1'), length, Buffer.alloc(2), body]
  })
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version, 0, 0]), synchsafe(length), ...parts])
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export function synchsafe(value: number): Buffer {
  return Buffer.from([(value >> 21) & 0x7f, (value >> 14) & 0x7f, (value >> 7) & 0x7f, value & 0x7f])
}

/** Decodes a text frame's body: one byte for the encoding, then the text. */
export function readId3Text(body: Buffer): string {
  const text = body.subarray(1)
  switch (body[0]) {
    case 0:
      return until0(text.toString('latin1'))
    case 1: {
      const isBigEndian = text[0] === 0xfe && text[1] === 0xff
      return until0(new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(text))
    }
    case 2:
      return until0(new TextDecoder('utf-16be').decode(text))
    default:
      return until0(text.toString('utf8'))
  }
}

function until0(text: string): string {
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}
