import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Definitions } from '@estante/contract/play/dictionary.ts'
import { toSearchText } from '../search-text.ts'
import { DamagedDictionary, openDictFile } from './dict-file.ts'
import { toPlainText } from './plain-text.ts'

const unpack = promisify(gunzip)
/** Fits two million words. */
const MAX_INDEX_BYTES = 96 * 2 ** 20
const MAX_WORDS = 2_000_000
/** Words that differ only in accents and case: a language has a few. */
const MAX_ALIKE = 100
const MAX_DEFINITION_BYTES = 256 * 1024
const WORDS_PER_TURN = 5000
/** Entries that differ only in accents and case. */
const MAX_ENTRIES = 8

/** The definition has the dictionary's line breaks, and not the headword at its start. */
export type DictionaryEntry = Definitions['entries'][number]

export type StarDict = Awaited<ReturnType<typeof openStarDict>>

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
export async function openStarDict(ifoPath: string) {
  const info = readInfo(await readFile(ifoPath, 'utf8'))
  const base = ifoPath.replace(/\.ifo$/, '')
  const offsetBytes = info.idxoffsetbits === '64' ? 8 : 4
  const index = await listWords(await readPacked(base, ['.idx', '.idx.gz']), offsetBytes + 4)
  const synonyms = await listWords(await readPacked(base, ['.syn', '.syn.gz', '.syn.dz'], { isOptional: true }), 4)
  const dict = await openDictFile(await firstOf(base, ['.dict', '.dict.dz']))

  async function read(start: number): Promise<DictionaryEntry> {
    const { bytes: words } = index
    const end = words.indexOf(0, start) + 1
    const offset = offsetBytes === 8 ? Number(words.readBigUInt64BE(end)) : words.readUInt32BE(end)
    const size = words.readUInt32BE(end + offsetBytes)
    const bytes = await dict.read(offset, Math.min(size, MAX_DEFINITION_BYTES))
    const headword = wordAt(index, start)
    const definition = withoutHeadword(toPlainText(bytes, info.sametypesequence), headword)
    return { headword, definition, source: info.bookname }
  }

  return {
    name: info.bookname,
    words: index.sorted.length,
    /** Finds the entries of a word, ignoring accents and case: exact spellings first, synonyms last. */
    async find(word: string): Promise<DictionaryEntry[]> {
      const key = toSearchText(word)
      if (key === '') return []
      const found = findIn(index, key)
      const lower = word.toLowerCase()
      const distance = (start: number) => {
        const headword = wordAt(index, start)
        return headword === word ? 0 : headword.toLowerCase() === lower ? 1 : 2
      }
      found.sort((one, other) => distance(one) - distance(other))
      // Then the entries that list it as another form or spelling.
      for (const synonym of findIn(synonyms, key)) {
        const original = index.inOrder[synonyms.bytes.readUInt32BE(synonyms.bytes.indexOf(0, synonym) + 1)]
        if (original !== undefined && !found.includes(original)) found.push(original)
      }
      return Promise.all(found.slice(0, MAX_ENTRIES).map(read))
    },
    close: dict.close,
  }
}

/**
 * Removes the headword with which many dictionaries begin an article: alone in its line, or before punctuation or an
 * abbreviation such as “s.f.”, but not where it begins a sentence.
 */
function withoutHeadword(definition: string, headword: string): string {
  if (!definition.toLowerCase().startsWith(headword.toLowerCase())) return definition
  const rest = definition.slice(headword.length)
  if (!/^(?:\n|\s*[,:;–—([/]|\s\S+\.(?:\s|$))/.test(rest)) return definition
  return rest.replace(/^[\s,:;–—]+/, '')
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

/** The words of a file, each followed by a record of fixed length. */
interface WordList {
  bytes: Buffer
  /** The offset of each word, in file order. */
  inOrder: Uint32Array
  /** The same, sorted by search key. */
  sorted: Uint32Array
}

/** Lists the words in many turns: requests do not wait for a large dictionary. */
async function listWords(bytes: Buffer, tailBytes: number): Promise<WordList> {
  const inOrder: number[] = []
  /** By the first letters of the key. */
  const groups = new Map<string, { start: number; key: string }[]>()
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0, start)
    if (end < 0 || end + 1 + tailBytes > bytes.length) throw new DamagedDictionary('o índice está incompleto')
    if (inOrder.length === MAX_WORDS) throw new DamagedDictionary('o índice tem mais de dois milhões de palavras')
    const key = toSearchText(bytes.toString('utf8', start, end))
    const letters = key.slice(0, 2)
    const group = groups.get(letters)
    if (group) group.push({ start, key })
    else groups.set(letters, [{ start, key }])
    inOrder.push(start)
    if (inOrder.length % WORDS_PER_TURN === 0) await nextTurn()
    start = end + 1 + tailBytes
  }
  const sorted: number[] = []
  for (const letters of [...groups.keys()].sort()) {
    const group = groups.get(letters)!
    group.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : one.start - other.start))
    for (const { start } of group) sorted.push(start)
    await nextTurn()
  }
  return { bytes, inOrder: Uint32Array.from(inOrder), sorted: Uint32Array.from(sorted) }
}

function wordAt({ bytes }: WordList, start: number): string {
  return bytes.toString('utf8', start, bytes.indexOf(0, start))
}

/** Finds the offsets of the words with a key, by binary search. */
function findIn(list: WordList, key: string): number[] {
  const keyAt = (index: number) => toSearchText(wordAt(list, list.sorted[index]!))
  let [low, high] = [0, list.sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (keyAt(middle) < key) low = middle + 1
    else high = middle
  }
  const found: number[] = []
  const end = Math.min(list.sorted.length, low + MAX_ALIKE)
  for (; low < end && keyAt(low) === key; low++) found.push(list.sorted[low]!)
  return found
}

async function readPacked(base: string, endings: string[], { isOptional = false } = {}): Promise<Buffer> {
  const path = isOptional ? await findFile(base, endings) : await firstOf(base, endings)
  if (path === undefined) return Buffer.alloc(0)
  if ((await stat(path)).size > MAX_INDEX_BYTES) throw new DamagedDictionary('o índice é grande demais')
  const bytes = await readFile(path)
  return /\.[gd]z$/.test(path) ? unpack(bytes, { maxOutputLength: MAX_INDEX_BYTES }) : bytes
}

async function firstOf(base: string, endings: string[]): Promise<string> {
  const path = await findFile(base, endings)
  if (path === undefined) throw new DamagedDictionary(`falta o ${endings[0]} ao lado do .ifo`)
  return path
}

async function findFile(base: string, endings: string[]): Promise<string | undefined> {
  for (const ending of endings) {
    const path = base + ending
    const isFile = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    )
    if (isFile) return path
  }
  return undefined
}
