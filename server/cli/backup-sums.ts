import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { WriteEntry } from 'tar'
import { CommandError } from './run.ts'

/** The last entry of a copy: the SHA-256 of every other file, in the format of `sha256sum --check`. */
export const SUMS_FILE = 'SHA256SUMS'

/** Computes the sums of the files of a copy while they are written into it. */
export function createSums() {
  const sums = new Map<string, string>()

  return {
    /** Begins an entry whose header is about to be written. `path` is its name in the copy. */
    follow(entry: WriteEntry): void {
      if (entry.type !== 'File') return
      const hash = createHash('sha256')
      let left = entry.stat?.size ?? 0
      if (left === 0) sums.set(entry.path, hash.digest('hex'))
      const write = entry.write.bind(entry) as (...args: unknown[]) => boolean
      // The bytes after the end of the file are padding.
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

/** Checks unpacked files against the sums of their copy. Throws `CommandError` with the first file that differs. */
export async function checkSums(folder: string, unpacked: ReadonlySet<string>): Promise<void> {
  if (!existsSync(join(folder, SUMS_FILE)))
    throw new CommandError('A cópia está incompleta: falta a lista das somas, que vem por último. Restaure outra.')
  const sums = new Map(
    (await readFile(join(folder, SUMS_FILE), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  )
  for (const path of new Set([...sums.keys(), ...unpacked])) {
    if (path === SUMS_FILE) continue
    if (!unpacked.has(path)) throw new CommandError(`A cópia está danificada: falta ${path}. Restaure outra.`)
    if ((await sumOf(join(folder, path))) !== sums.get(path)) {
      throw new CommandError(`A cópia está danificada: a soma de ${path} não confere. Restaure outra.`)
    }
  }
}

/** Computes the SHA-256 of a file. */
export async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
