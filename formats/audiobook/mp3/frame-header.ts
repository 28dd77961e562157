/** Header of an MPEG audio frame: http://www.mp3-tech.org/programmer/frame_header.html */
export interface FrameHeader {
  version: 1 | 2 | 2.5
  /** Layer I is not supported: no book uses it. */
  layer: 2 | 3
  /** Kilobits a second; 0 for the free format, whose headers do not determine the length. */
  bitrate: number
  sampleRate: number
  isMono: boolean
  samples: number
  /** Bytes, header included; 0 for the free format. */
  size: number
}

/** Properties that all frames of one resource must share. */
export type FrameFormat = Pick<FrameHeader, 'version' | 'layer' | 'sampleRate' | 'isMono'>

export const FRAME_HEADER_BYTES = 4
/** 320 kbit/s at 32 kHz, and 160 kbit/s at 8 kHz. */
export const MAX_FRAME_BYTES = 1441 * 2

const BITRATES_1_LAYER_3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_1_LAYER_2 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES = [44_100, 48_000, 32_000]

/** Parses the frame header at `offset`. Undefined when the four bytes are not one. */
export function readFrameHeader(bytes: Uint8Array, offset: number): FrameHeader | undefined {
  if (offset + FRAME_HEADER_BYTES > bytes.length) return undefined
  const [first, second, third, fourth] = bytes.subarray(offset, offset + 4) as unknown as [
    number,
    number,
    number,
    number,
  ]
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  const version = ([2.5, undefined, 2, 1] as const)[(second >> 3) & 3]
  const layer = ([undefined, 3, 2, undefined] as const)[(second >> 1) & 3]
  const baseRate = SAMPLE_RATES[(third >> 2) & 3]
  const bitrate = bitratesOf(version, layer)[third >> 4]
  const emphasisIsReserved = (fourth & 3) === 2
  if (!version || !layer || !baseRate || bitrate === undefined || emphasisIsReserved) return undefined

  const sampleRate = baseRate / (version === 1 ? 1 : version === 2 ? 2 : 4)
  const samples = version === 1 || layer === 2 ? 1152 : 576
  const padding = (third >> 1) & 1
  const size = bitrate === 0 ? 0 : Math.floor(((samples / 8) * bitrate * 1000) / sampleRate) + padding
  return { version, layer, bitrate, sampleRate, isMono: fourth >> 6 === 3, samples, size }
}

function bitratesOf(version: FrameHeader['version'] | undefined, layer: 2 | 3 | undefined): number[] {
  if (version !== 1) return BITRATES_2
  return layer === 2 ? BITRATES_1_LAYER_2 : BITRATES_1_LAYER_3
}

export function isSameFormat(one: FrameFormat, other: FrameFormat): boolean {
  return (
    one.version === other.version &&
    one.layer === other.layer &&
    one.sampleRate === other.sampleRate &&
    one.isMono === other.isMono
  )
}

/** Returns the length of the side information in bytes: the offset of a Xing header after the frame header. */
export function sideInformationBytes({ version, isMono }: FrameFormat): number {
  if (version === 1) return isMono ? 17 : 32
  return isMono ? 9 : 17
}
