/** Returns the byte length of the tag at the start: ID3v2 with its footer, ID3v1 or APEv2. 0 if there is none. */
export function tagLength(bytes: Buffer): number {
  const id = bytes.toString('latin1', 0, 3)
  if (id === 'ID3' && bytes.length >= 10 && isSynchsafe(bytes, 6) && bytes[3] !== 0xff && bytes[4] !== 0xff) {
    const hasFooter = (bytes[5]! & 0x10) !== 0
    return 10 + readSynchsafe(bytes, 6) + (hasFooter ? 10 : 0)
  }
  if (id === 'TAG') return 128
  if (bytes.toString('latin1', 0, 8) === 'APETAGEX' && bytes.length >= 32) {
    const isHeader = (bytes.readUInt32LE(20) & 0x20000000) !== 0
    return isHeader ? 32 + bytes.readUInt32LE(12) : 32
  }
  return 0
}

export function isSynchsafe(bytes: Buffer, offset: number): boolean {
  return bytes.length >= offset + 4 && (bytes.readUInt32BE(offset) & 0x80808080) === 0
}

export function readSynchsafe(bytes: Buffer, offset: number): number {
  const [a, b, c, d] = bytes.subarray(offset, offset + 4) as unknown as [number, number, number, number]
  return (a << 21) | (b << 14) | (c << 7) | d
}
