/** Identifies the owner of the private frame. Players ignore frames of unknown owners. */
const OWNER = 'estante\0'

/** Writes an ID3v2.4 tag with a single private frame: https://id3.org/id3v2.4.0-frames, section 4.27. */
export function writePrivateTag(content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(OWNER, 'latin1'), content])
  const frame = Buffer.concat([Buffer.from('PRIV', 'latin1'), synchsafe(body.length), Buffer.alloc(2), body])
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0]), synchsafe(frame.length), frame])
}

function synchsafe(value: number): Buffer {
  return Buffer.from([(value >> 21) & 0x7f, (value >> 14) & 0x7f, (value >> 7) & 0x7f, value & 0x7f])
}
