import { open } from 'node:fs/promises'

const PAGE = Buffer.alloc(4096, 'estante ')
const PAGES = 8192

/**
 * The least that a durable answer waits for: a page written and the disk's word for it. One wait at a time, which whoever
 * came during the one before shares. The file is written from its end on from its beginning again, as SQLite's journal is:
 * one that grew would have the file system write down its length as well.
 */
export async function openJournal(path: string): Promise<{ keep(): Promise<void> }> {
  const file = await open(path, 'w')
  await file.writeFile(Buffer.alloc(PAGES * PAGE.length, PAGE))
  await file.sync()
  let written = 0
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    keep() {
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
