import type { StoredFile } from './files.ts'

/** Reads a stored file into memory. Copies each chunk, whose buffer is reused for the next. */
export async function readWhole({ sizeBytes, read }: StoredFile): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(read(0, sizeBytes - 1), (chunk) => Buffer.from(chunk)))
}
