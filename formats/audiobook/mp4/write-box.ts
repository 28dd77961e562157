/** Serializes a box of ISO 14496-12. */
export function box(type: string, ...parts: Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([bytes32(length), Buffer.from(type, 'latin1'), ...parts])
}

export function bytes16(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 2)
  values.forEach((value, index) => {
    bytes.writeUInt16BE(value, index * 2)
  })
  return bytes
}

export function bytes32(...values: number[]): Buffer {
  return table32(values)
}

/** Like `bytes32`, for tables with more entries than a call may have arguments. */
export function table32(values: ArrayLike<number>): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4)
  for (let index = 0; index < values.length; index++) bytes.writeUInt32BE(values[index]!, index * 4)
  return bytes
}

export function bytes64(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 8)
  values.forEach((value, index) => {
    bytes.writeBigUInt64BE(BigInt(value), index * 8)
  })
  return bytes
}
