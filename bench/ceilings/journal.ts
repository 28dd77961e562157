import { open } from 'node:fs/promises'

const PAGE = Buffer.alloc(4096, 'estante ')
const PAGES = 8192

/**
 * Opens a file for the minimal durable answer: one page written and fsynced. Requests that arrive during an fsync share
 * the next one (group commit). The file is preallocated and written circularly, like SQLite's journal, so that the file
 * system need not record its growth.
 */
export async function openJournal(path: string): Promise<{ store(): Promise<void> }> {
  const file = await open(path, 'w')
  await file.writeFile(Buffer.alloc(PAGES * PAGE.length, PAGE))
  await file.sync()
  let written = 0
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    store() {
      next ??= last = last.then(writePage)
      return next
    },
  }

  async function writePage(): Promise<void> {
    next = undefined
    await file.write(PAGE, 0, PAGE.length, (written++ % PAGES) * PAGE.length)
    await file.datasync()
  }
}
