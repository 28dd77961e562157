import { type FrameFormat, type FrameHeader, readFrameHeader, sideInformationBytes } from './frame-header.ts'
import type { FrameIndex } from './frame-index.ts'

const HAS_FRAMES = 1
const HAS_BYTES = 2
const HAS_TOC = 4
const TOC_ENTRIES = 100
const XING_BYTES = 16 + TOC_ENTRIES

/**
 * Reads the frame count declared by an encoder's header frame (Xing, Info or VBRI). Undefined when the frame is audio.
 */
export function readPromisedFrames(frame: Buffer, header: FrameHeader): { frames?: number } | undefined {
  const xing = 4 + sideInformationBytes(header)
  const name = frame.toString('latin1', xing, xing + 4)
  if ((name === 'Xing' || name === 'Info') && frame.length >= xing + 12) {
    return (frame.readUInt32BE(xing + 4) & HAS_FRAMES) !== 0 ? { frames: frame.readUInt32BE(xing + 8) } : {}
  }
  if (frame.toString('latin1', 36, 40) === 'VBRI' && frame.length >= 54) return { frames: frame.readUInt32BE(50) }
  return undefined
}

/**
 * Writes a silent frame that declares the number of frames and bytes and a seek table of hundredths, so durations are
 * exact and a seek needs one request: http://gabriel.mp3-tech.org/mp3infotag.html. It has no LAME part: the encoder's
 * delay stays in the audio, so all players agree that the duration is frames × samples.
 */
export function writeXingHeader(index: FrameIndex): Buffer {
  const { format, frames, bytes, isConstantBitrate } = index
  const frame = silentFrame(format)
  const xing = 4 + sideInformationBytes(format)
  const total = frame.length + bytes
  frame.write(isConstantBitrate ? 'Info' : 'Xing', xing, 'latin1')
  frame.writeUInt32BE(HAS_FRAMES | HAS_BYTES | HAS_TOC, xing + 4)
  frame.writeUInt32BE(frames, xing + 8)
  frame.writeUInt32BE(total, xing + 12)
  for (let entry = 0; entry < TOC_ENTRIES; entry++) {
    const position = frame.length + index.bytesBefore((entry / TOC_ENTRIES) * frames)
    frame.writeUInt8(Math.min(255, Math.round((position / total) * 256)), xing + 16 + entry)
  }
  return frame
}

/** Returns the smallest frame of the format with room for a Xing header, zeroed after its own header. */
function silentFrame(format: FrameFormat): Buffer {
  const needed = 4 + sideInformationBytes(format) + XING_BYTES
  for (let bitrateIndex = 1; bitrateIndex < 15; bitrateIndex++) {
    const start = Buffer.from([
      0xff,
      versionAndLayer(format),
      (bitrateIndex << 4) | sampleRateBits(format),
      format.isMono ? 0xc4 : 0x04,
    ])
    const header = readFrameHeader(start, 0)
    if (header && header.size >= needed) return Buffer.concat([start], header.size)
  }
  throw new Error('No frame of this format is large enough for a Xing header')
}

/** Returns the byte of a frame header with its version, Layer III and no checksum. */
function versionAndLayer({ version }: FrameFormat): number {
  return version === 1 ? 0xfb : version === 2 ? 0xf3 : 0xe3
}

function sampleRateBits({ version, sampleRate }: FrameFormat): number {
  const baseRate = sampleRate * (version === 1 ? 1 : version === 2 ? 2 : 4)
  return [44_100, 48_000, 32_000].indexOf(baseRate) << 2
}
