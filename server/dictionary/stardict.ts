import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { toSearchText } from '../search-text.ts'
import { DamagedDictionary, openDictFile } from './dict-file.ts'
import { toPlainText } from './plain-text.ts'

const unpack = promisify(gunzip)
/** Fits two million words. */
const MAX_INDEX_BYTES = 96 * 2 ** 20
const MAX_DEFINITION_BYTES = 256 * 1024
/** Entries that differ only in accents and case. */
const MAX_ENTRIES = 8

export interface Entry {
  headword: string
  /** Plain text, with the dictionary's line breaks. */
  definition: string
  /** Name of the dictionary. */
  source: string
}

export interface StarDict {
  name: string
  words: number
  /** Finds the entries of a word, ignoring accents and case; exact spellings first. */
  find(word: string): Promise<Entry[]>
  close(): Promise<void>
}

/** Lists the `.ifo` files at a path: a file, or all in a folder. */
export async function findDictionaries(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path]
  const names = await readdir(path, { recursive: true })
  return names
    .filter((name) => name.endsWith('.ifo'))
    .sort()
    .map((name) => join(path, name))
}

/**
 * Opens a StarDict dictionary by its `.ifo` file:
 * https://github.com/huzheng001/stardict-3/blob/master/dict/doc/StarDictFileFormat. Keeps the index in memory and reads
 * definitions from the file. Throws `DamagedDictionary`.
 */
export async function openStarDict(ifoPath: string): Promise<StarDict> {
  const info = readInfo(await readFile(ifoPath, 'utf8'))
  const base = ifoPath.replace(/\.ifo$/, '')
  const index = await readPacked(base, ['.idx', '.idx.gz'])
  const offsetBytes = info.idxoffsetbits === '64' ? 8 : 4
  const starts = sortWords(index, offsetBytes)
  const dict = await openDictFile(await firstOf(base, ['.dict', '.dict.dz']))

  const wordAt = (start: number) => index.toString('utf8', start, index.indexOf(0, start))

  /** Binary search: the first word not before a key. */
  function firstFrom(key: string) {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (toSearchText(wordAt(starts[middle]!)) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  async function read(start: number): Promise<Entry> {
    const end = index.indexOf(0, start) + 1
    const offset = offsetBytes === 8 ? Number(index.readBigUInt64BE(end)) : index.readUInt32BE(end)
    const size = index.readUInt32BE(end + offsetBytes)
    const bytes = await dict.read(offset, Math.min(size, MAX_DEFINITION_BYTES))
    return { headword: wordAt(start), definition: toPlainText(bytes, info.sametypesequence), source: info.bookname }
  }

  return {
    name: info.bookname,
    words: starts.length,
    async find(word) {
      const key = toSearchText(word)
      const found: number[] = []
      if (key !== '') {
        for (let at = firstFrom(key); at < starts.length && toSearchText(wordAt(starts[at]!)) === key; at++) {
          found.push(starts[at]!)
        }
      }
      const lower = word.toLowerCase()
      const distance = (start: number) => (wordAt(start) === word ? 0 : wordAt(start).toLowerCase() === lower ? 1 : 2)
      found.sort((one, other) => distance(one) - distance(other))
      return Promise.all(found.slice(0, MAX_ENTRIES).map(read))
    },
    close: dict.close,
  }
}

function readInfo(text: string) {
  const [first, ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (first !== "StarDict's dict ifo file") throw new DamagedDictionary('não é o .ifo de um dicionário StarDict')
  const fields: Record<string, string> = Object.fromEntries(
    lines
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1).trim()]),
  )
  const { bookname = '', sametypesequence = '', idxoffsetbits } = fields
  return { bookname, sametypesequence, idxoffsetbits }
}

/** Returns the offsets of the index's words, sorted by search key; the file has another order. */
function sortWords(index: Buffer, offsetBytes: number): Uint32Array {
  const words: { start: number; key: string }[] = []
  for (let start = 0; start < index.length; ) {
    const end = index.indexOf(0, start)
    if (end < 0 || end + 1 + offsetBytes + 4 > index.length) throw new DamagedDictionary('o índice está incompleto')
    words.push({ start, key: toSearchText(index.toString('utf8', start, end)) })
    start = end + 1 + offsetBytes + 4
  }
  words.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : one.start - other.start))
  return Uint32Array.from(words, ({ start }) => start)
}

async function readPacked(base: string, endings: string[]): Promise<Buffer> {
  const path = await firstOf(base, endings)
  if ((await stat(path)).size > MAX_INDEX_BYTES) throw new DamagedDictionary('o índice é grande demais')
  const bytes = await readFile(path)
  return path.endsWith('.gz') ? unpack(bytes, { maxOutputLength: MAX_INDEX_BYTES }) : bytes
}

async function firstOf(base: string, endings: string[]): Promise<string> {
  for (const ending of endings) {
    const path = base + ending
    if (
      await stat(path).then(
        (found) => found.isFile(),
        () => false,
      )
    )
      return path
  }
  throw new DamagedDictionary(`falta o ${endings[0]} ao lado do .ifo`)
}
