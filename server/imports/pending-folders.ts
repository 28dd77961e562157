import { createHash, randomUUID } from 'node:crypto'
import { logoFolder } from '../appearance/brand.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/open.ts'
import { coverFolder } from '../publications/covers.ts'
import { publicationFolder } from '../publications/media.ts'
import { claimFolder, giveUpFolders, keepFolders } from './folder-removal.ts'

/**
 * The folders that one piece of work stores, for a title or a partner. Until the row that shows them is written, and `keep` with it,
 * each is in the ledger of what will be removed.
 */
export interface PendingFolders {
  /** Stores the files of the next revision. Returns which. */
  putRevision(id: string, next: number, work: string): Promise<number>
  /** Stores a cover; returns the version it has. The same picture keeps its address: one of `shown` is there already. */
  putCover(id: string, version: string, work: string, shown: string[]): Promise<string>
  /** Stores a logo; returns the version it has, as for a cover. */
  putLogo(partnerId: string, version: string, work: string): Promise<string>
  /** Stores anything else under a key that nobody used before. */
  put(folder: string, work: string): Promise<void>
  /** For the transaction that writes the row. False when this work took so long that it was given up. */
  keep(tx: Transaction): Promise<boolean>
  /** Has all that was stored removed. */
  giveUp(): Promise<void>
}

export function pendingFolders({ db, clock, files, log }: Context): PendingFolders {
  const holder = randomUUID()
  const kept: string[] = []

  return {
    async putRevision(id, next, work) {
      for (let revision = next; ; revision++) {
        const folder = publicationFolder(id, revision)
        if ((await claimFolder(db, clock.now(), holder, folder)) !== 'claimed') continue
        kept.push(folder)
        if (await files.putFolder(folder, work)) return revision
        // Something lies there that the ledger knew nothing of.
        await giveUp(kept.splice(0))
      }
    },

    putCover: (id, wanted, work, shown) => putVersion((version) => coverFolder(id, version), wanted, work, shown),
    putLogo: (id, wanted, work) => putVersion((version) => logoFolder(id, version), wanted, work, []),

    async put(folder, work) {
      await claimFolder(db, clock.now(), holder, folder)
      kept.push(folder)
      await files.putFolder(folder, work)
    },

    keep: async (tx) => kept.length === 0 || keepFolders(tx, holder, kept),
    giveUp: () => giveUp(kept),
  }

  // A name that is being stored or removed at this moment is passed over.
  async function putVersion(
    folderOf: (version: string) => string,
    wanted: string,
    work: string,
    shown: string[],
  ): Promise<string> {
    for (let version = wanted; ; version = anotherVersion(version)) {
      if (shown.includes(version)) return version
      const folder = folderOf(version)
      const claim = await claimFolder(db, clock.now(), holder, folder)
      if (claim === 'taken') continue
      if (claim === 'shown') return version
      kept.push(folder)
      if (claim === 'claimed') await files.putFolder(folder, work)
      return version
    }
  }

  // What is not given up now is due in a day.
  async function giveUp(folders: string[]): Promise<void> {
    await giveUpFolders(db, clock.now(), holder, folders).catch((error) =>
      log.warn({ err: error, folders }, 'folders not given up'),
    )
  }
}

function anotherVersion(version: string): string {
  return createHash('sha256').update(version).digest('hex').slice(0, version.length)
}
