import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)
const HEADER_BYTES = 10
const [HAS_CRC, HAS_EXTRA, HAS_NAME, HAS_COMMENT] = [2, 4, 8, 16]

type ReadText = (offset: number, size: number) => Promise<Buffer>

/** A dictionary file cannot be read. The message tells the operator why, in Portuguese. */
export class DamagedDictionary extends Error {
  override name = 'DamagedDictionary'
}

/** Opens a `.dict` or `.dict.dz` file, for random access to its text. */
export async function openDictFile(path: string) {
  const file = await open(path)
  try {
    const read: ReadText = path.endsWith('.dz')
      ? await dictzipReader(file)
      : (offset, size) => readExactly(file, offset, size)
    return { read, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * Reads dictzip: gzip in chunks that are inflated separately, with their sizes in the header's extra field:
 * https://linux.die.net/man/1/dictzip
 */
async function dictzipReader(file: FileHandle): Promise<ReadText> {
  const header = await readExactly(file, 0, HEADER_BYTES + 2)
  const flags = header[3]!
  if (header.readUInt16BE(0) !== 0x1f8b || (flags & HAS_EXTRA) === 0)
    throw new DamagedDictionary('o .dict.dz não é de dictzip')
  const extraBytes = header.readUInt16LE(HEADER_BYTES)
  const extra = await readExactly(file, HEADER_BYTES + 2, extraBytes)
  const { chunkBytes, packed } = readChunks(extra)
  let start = HEADER_BYTES + 2 + extraBytes
  for (const flag of [HAS_NAME, HAS_COMMENT]) if (flags & flag) start = await afterText(file, start)
  if (flags & HAS_CRC) start += 2
  const starts = [start]
  for (const bytes of packed) starts.push(starts.at(-1)! + bytes)

  return async (offset, size) => {
    const first = Math.floor(offset / chunkBytes)
    const last = Math.floor((offset + size - 1) / chunkBytes)
    if (last >= packed.length) throw new DamagedDictionary('uma definição está além do fim do texto')
    const parts: Buffer[] = []
    for (let chunk = first; chunk <= last; chunk++) {
      const bytes = await readExactly(file, starts[chunk]!, packed[chunk]!)
      // A chunk ends with a flush, not as a complete stream (`Z_SYNC_FLUSH`).
      parts.push(await inflate(bytes, { finishFlush: 2, maxOutputLength: chunkBytes }).catch(refuseDamaged))
    }
    return Buffer.concat(parts).subarray(offset - first * chunkBytes, offset - first * chunkBytes + size)
  }
}

function readChunks(extra: Buffer) {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.toString('latin1', at, at + 2) !== 'RA') continue
    const chunkBytes = extra.readUInt16LE(at + 6)
    const count = extra.readUInt16LE(at + 8)
    return { chunkBytes, packed: Array.from({ length: count }, (_, chunk) => extra.readUInt16LE(at + 10 + chunk * 2)) }
  }
  throw new DamagedDictionary('o .dict.dz não diz onde começa cada parte')
}

async function afterText(file: FileHandle, start: number) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, start)
  const end = buffer.subarray(0, bytesRead).indexOf(0)
  if (end < 0) throw new DamagedDictionary('o .dict.dz está danificado')
  return start + end + 1
}

function refuseDamaged(cause: unknown): never {
  throw new DamagedDictionary('o .dict.dz está danificado', { cause })
}

async function readExactly(file: FileHandle, offset: number, size: number) {
  if (!Number.isSafeInteger(offset)) throw new DamagedDictionary('uma definição está além do fim do texto')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, offset)
  if (bytesRead < size) throw new DamagedDictionary('o arquivo está incompleto')
  return buffer
}
