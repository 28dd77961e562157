import { type FileHandle, open } from 'node:fs/promises'

/** A file with random access. Owns its handle: use `await using`. */
export class SourceFile {
  readonly path: string
  readonly size: number
  readonly #handle: FileHandle

  static async open(path: string): Promise<SourceFile> {
    const handle = await open(path, 'r')
    try {
      return new SourceFile(path, handle, (await handle.stat()).size)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  constructor(path: string, handle: FileHandle, size: number) {
    this.path = path
    this.#handle = handle
    this.size = size
  }

  /** Reads up to `length` bytes; fewer only at the end of the file. */
  async read(start: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - start)))
    const filled = await this.readInto(bytes, start)
    return bytes.subarray(0, filled)
  }

  /** Fills `target` from `start` on. Returns the number of bytes read. */
  async readInto(target: Buffer, start: number): Promise<number> {
    let filled = 0
    while (filled < target.length) {
      const { bytesRead } = await this.#handle.read(target, filled, target.length - filled, start + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return filled
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close()
  }
}

/** A range of bytes, `end` excluded. */
export interface ByteRange {
  start: number
  end: number
}
