import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'

const CHUNK_BYTES = 58_315

/** Writes a StarDict dictionary of these words and definitions, as text of `type`. Returns the path of its `.ifo`. */
export async function writeStarDict(
  folder: string,
  words: Record<string, string>,
  {
    name = 'Dicionário de teste',
    type = 'm',
    isPacked = false,
    chunkBytes = CHUNK_BYTES,
    synonyms = {} as Record<string, string>,
  } = {},
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const index: Buffer[] = []
  const definitions: Buffer[] = []
  let offset = 0
  for (const [word, definition] of Object.entries(words)) {
    const bytes = Buffer.from(definition)
    const numbers = Buffer.alloc(8)
    numbers.writeUInt32BE(offset, 0)
    numbers.writeUInt32BE(bytes.length, 4)
    index.push(Buffer.from(`${word}\0`), numbers)
    definitions.push(bytes)
    offset += bytes.length
  }
  const idx = Buffer.concat(index)
  const forms = Object.entries(synonyms).map(([form, word]) => {
    const original = Buffer.alloc(4)
    original.writeUInt32BE(Object.keys(words).indexOf(word))
    return Buffer.concat([Buffer.from(`${form}\0`), original])
  })
  if (forms.length > 0) await writeFile(join(folder, 'teste.syn'), Buffer.concat(forms))
  const info = [
    "StarDict's dict ifo file",
    'version=2.4.2',
    `wordcount=${Object.keys(words).length}`,
    `idxfilesize=${idx.length}`,
    `bookname=${name}`,
    `sametypesequence=${type}`,
  ]
  const dict = Buffer.concat(definitions)
  await writeFile(join(folder, 'teste.ifo'), `${info.join('\n')}\n`)
  await writeFile(join(folder, 'teste.idx'), idx)
  await writeFile(join(folder, isPacked ? 'teste.dict.dz' : 'teste.dict'), isPacked ? dictzip(dict, chunkBytes) : dict)
  return join(folder, 'teste.ifo')
}

/** Gzip in chunks, each to be unpacked alone, as `dictzip` writes it; with a name, as it does. */
function dictzip(bytes: Buffer, chunkBytes: number): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    chunks.push(deflateRawSync(bytes.subarray(at, at + chunkBytes), { finishFlush: constants.Z_FULL_FLUSH }))
  }
  const table = Buffer.alloc(10 + chunks.length * 2)
  table.write('RA')
  table.writeUInt16LE(table.length - 4, 2)
  table.writeUInt16LE(1, 4)
  table.writeUInt16LE(chunkBytes, 6)
  table.writeUInt16LE(chunks.length, 8)
  for (const [index, { length }] of chunks.entries()) table.writeUInt16LE(length, 10 + index * 2)
  const header = Buffer.from([0x1f, 0x8b, 8, 4 | 8, 0, 0, 0, 0, 2, 3])
  const extra = Buffer.alloc(2)
  extra.writeUInt16LE(table.length)
  return Buffer.concat([
    header,
    extra,
    table,
    Buffer.from('teste.dict\0'),
    ...chunks,
    Buffer.from([3, 0]),
    Buffer.alloc(8),
  ])
}
