import { type Readable, Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { Refusal } from '../refusal.ts'

const MAX_ENTRIES = 20_000
/** Names, extra fields and comments of all entries, held in memory. */
const MAX_DIRECTORY_BYTES = 8 * 1024 * 1024
const MAX_ENTRY_BYTES = 512 * 1024 * 1024
const MAX_TOTAL_BYTES = 2 * 1024 * 1024 * 1024
/** Text compresses 20:1 at the very best; deflate reaches 1,032:1. */
const MAX_RATIO = 200
const RATIO_MATTERS_FROM_BYTES = 1024 * 1024
/** For the whole file: books hold pictures and fonts, which do not compress. */
const MAX_TOTAL_RATIO = 100
const TOTAL_RATIO_MATTERS_FROM_BYTES = 50 * 1024 * 1024
/** Length of a local file header without name and extra fields. */
const LOCAL_HEADER_BYTES = 30

const DAMAGED = 'O arquivo está danificado ou incompleto.'

/** A file in the archive, with `/` between the folders of its path. */
export interface ZipEntry {
  path: string
  bytes: number
}

/** Opens a zip. Throws `Refusal` for hostile ones: bombs, links, paths outside the folder, colliding names. */
export async function openZip(file: string) {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch(refuseDamaged)
  try {
    return archiveOf(zip, await readDirectory(zip))
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new Refusal('O arquivo tem mais de 20.000 itens, o que não é um livro.')
  const entries = new Map<string, Entry>()
  const ranges: { start: number; end: number }[] = []
  let totalBytes = 0
  let directoryBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      if (directoryBytes > MAX_DIRECTORY_BYTES) throw new Refusal('Os nomes dos itens do arquivo são longos demais.')
      entry.fileName = truePath(entry)
      refuseHostile(entry)
      totalBytes += entry.uncompressedSize
      if (totalBytes > MAX_TOTAL_BYTES) throw new Refusal('O conteúdo descompactado do arquivo passa de 2 GiB.')
      const start = entry.relativeOffsetOfLocalHeader
      ranges.push({ start, end: start + LOCAL_HEADER_BYTES + entry.compressedSize })
      const key = canonicalPath(entry.fileName)
      if (entries.has(key)) throw new Refusal(`O arquivo tem dois itens com o mesmo nome: “${entry.fileName}”.`)
      if (!entry.fileName.endsWith('/')) entries.set(key, entry)
    }
  } catch (error) {
    refuseDamaged(error)
  }
  refuseOverlaps(ranges)
  if (totalBytes > TOTAL_RATIO_MATTERS_FROM_BYTES && totalBytes > zip.fileSize * MAX_TOTAL_RATIO) {
    throw new Refusal('O conteúdo do arquivo cresce demais ao ser descompactado, como numa bomba de descompressão.')
  }
  return entries
}

/** Refuses overlapping entries: thousands over the same compressed bytes are a bomb that no single entry reveals. */
function refuseOverlaps(ranges: { start: number; end: number }[]) {
  const inOrder = ranges.sort((one, other) => one.start - other.start)
  if (inOrder.some(({ start }, index) => index > 0 && start < inOrder[index - 1]!.end)) {
    throw new Refusal('O arquivo tem itens que ocupam o mesmo lugar, como numa bomba de descompressão.')
  }
}

const UNICODE_PATH_FIELD = 0x7075

/**
 * Decodes an entry's path. Many archivers write UTF-8 without the flag, which yauzl then decodes as DOS's code page, as
 * the format requires.
 */
function truePath({ fileName, fileNameRaw, extraFields }: Entry): string {
  if (extraFields.some(({ id }) => id === UNICODE_PATH_FIELD)) return fileName
  const utf8 = fileNameRaw.toString('utf8')
  return utf8.includes('\ufffd') ? fileName : utf8.replaceAll('\\', '/')
}

function refuseHostile(entry: Entry) {
  const { fileName, compressedSize, uncompressedSize } = entry
  if (((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000) {
    throw new Refusal(`O arquivo tem um atalho (link simbólico) no lugar de “${fileName}”.`)
  }
  if (entry.isEncrypted()) throw new Refusal('O arquivo está protegido por senha.')
  if (uncompressedSize > MAX_ENTRY_BYTES) throw new Refusal(`O item “${fileName}” passa de 512 MiB.`)
  if (uncompressedSize > RATIO_MATTERS_FROM_BYTES && uncompressedSize > compressedSize * MAX_RATIO) {
    throw new Refusal(`O item “${fileName}” cresce demais ao ser descompactado, como numa bomba de descompressão.`)
  }
}

/** A zip whose whole directory was validated. Files are inflated on demand. */
export type ZipArchive = ReturnType<typeof archiveOf>

function archiveOf(zip: ZipFile, entries: Map<string, Entry>) {
  const known = new Map<string, ZipEntry>(
    [...entries].map(([key, entry]) => [key, { path: entry.fileName, bytes: entry.uncompressedSize }]),
  )

  /** Streams the file. The stream fails with a `Refusal` on a wrong size or checksum. */
  async function stream({ path }: ZipEntry): Promise<Readable> {
    const entry = entries.get(canonicalPath(path))!
    const inflated = await zip.openReadStreamPromise(entry).catch(refuseDamaged)
    const checked = checksumGuard(entry.crc32)
    inflated.on('error', () => checked.destroy(new Refusal(DAMAGED)))
    checked.on('close', () => inflated.destroy())
    return inflated.pipe(checked)
  }

  return {
    entries: [...known.values()],
    /** Finds an entry by path, ignoring case and Unicode form: OCF forbids paths that differ in nothing else. */
    find: (path: string) => known.get(canonicalPath(path)),
    stream,
    /** Reads the whole file. Throws `Refusal` if it exceeds `maxBytes` or fails its checksum. */
    async read(entry: ZipEntry, maxBytes: number): Promise<Buffer> {
      if (entry.bytes > maxBytes) {
        throw new Refusal(`O item “${entry.path}” passa de ${Math.round(maxBytes / 1024 / 1024)} MiB.`)
      }
      return Buffer.concat(await (await stream(entry)).toArray())
    },
    close: () => zip.close(),
  }
}

function canonicalPath(path: string) {
  return path.normalize('NFC').toLowerCase().replace(/\/$/, '')
}

/** Verifies the checksum: yauzl checks only sizes. */
function checksumGuard(expected: number) {
  let sum = 0
  return new Transform({
    transform(chunk, _encoding, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush(done) {
      done(sum === expected ? null : new Refusal(DAMAGED))
    },
  })
}

function refuseDamaged(error: unknown): never {
  if (error instanceof Refusal) throw error
  const { message, code } = error as NodeJS.ErrnoException
  if (code && !code.startsWith('Z_')) throw error
  if (/relative path|absolute path|characters in fileName/.test(message)) {
    throw new Refusal('O arquivo tem um item cujo caminho sai da pasta do livro.', { cause: error })
  }
  throw new Refusal(DAMAGED, { cause: error })
}
