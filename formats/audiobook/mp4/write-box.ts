/** A box of ISO 14496-12 around its parts. */
export function box(type: string, ...parts: Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([bytes32(length), Buffer.from(type, 'latin1'), ...parts])
}

export function bytes16(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 2)
  values.forEach((value, place) => {
    bytes.writeUInt16BE(value, place * 2)
  })
  return bytes
}

export function bytes32(...values: number[]): Buffer {
  return table32(values)
}

/** For tables, which may have more entries than a call has room for arguments. */
export function table32(values: ArrayLike<number>): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4)
  for (let place = 0; place < values.length; place++) bytes.writeUInt32BE(values[place]!, place * 4)
  return bytes
}

export function bytes64(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 8)
  values.forEach((value, place) => {
    bytes.writeBigUInt64BE(BigInt(value), place * 8)
  })
  return bytes
}
