import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { WriteEntry } from 'tar'
import { CommandError } from './run.ts'

/** Names what the other files of a copy are, as the first of them; a copy of a version before has none. */
export const FORMAT_FILE = 'formato'
export const FORMAT = 'estante 2\n'
/** SHA-256 of every file of a copy, as the last of them and as `sha256sum --check` reads it. */
export const SUMS_FILE = 'SHA256SUMS'

/** Sums the files of a copy up while they are written into it. */
export function createSums() {
  const sums = new Map<string, string>()

  return {
    /** Follows an entry whose header is about to be written; `path` is its name in the copy. */
    follow(entry: WriteEntry): void {
      if (entry.type !== 'File') return
      const hash = createHash('sha256')
      let left = entry.stat?.size ?? 0
      if (left === 0) sums.set(entry.path, hash.digest('hex'))
      const write = entry.write.bind(entry) as (...asked: unknown[]) => boolean
      // What comes after the last byte of the file fills up the block.
      entry.write = (chunk: unknown, ...rest: unknown[]) => {
        const part = (chunk as Buffer).subarray(0, left)
        if (part.length > 0) hash.update(part)
        left -= part.length
        if (left === 0 && part.length > 0) sums.set(entry.path, hash.digest('hex'))
        return write(chunk, ...rest)
      }
    },
    toText: () => [...sums].map(([path, sum]) => `${sum}  ${path}\n`).join(''),
  }
}

/**
 * Checks the files that were taken out of a copy against its sums. False for a copy of a version that made none. Throws
 * `CommandError` with the first file that is not as it was.
 */
export async function checkSums(folder: string, taken: ReadonlySet<string>): Promise<boolean> {
  if (!existsSync(join(folder, SUMS_FILE))) {
    if (taken.has(FORMAT_FILE))
      throw new CommandError('A cópia está incompleta: falta a lista das somas, que vem por último.')
    return false
  }
  const sums = new Map(
    (await readFile(join(folder, SUMS_FILE), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  )
  for (const path of new Set([...sums.keys(), ...taken])) {
    if (path === SUMS_FILE) continue
    if (!taken.has(path)) throw new CommandError(`A cópia está danificada: falta ${path}. Restaure outra.`)
    if ((await sumOf(join(folder, path))) !== sums.get(path)) {
      throw new CommandError(`A cópia está danificada: a soma de ${path} não confere. Restaure outra.`)
    }
  }
  return true
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
