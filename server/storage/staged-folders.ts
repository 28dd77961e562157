import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import { abandonFolders, claimFolder, commitFolders, type IsInUse } from './folder-ledger.ts'

/** Names a folder by its version. */
type FolderOf<Version> = (version: Version) => string

/**
 * Folders stored for one row. Until `commit` is called in the transaction that writes the row, each is in the ledger of
 * folders to be removed.
 */
export interface StagedFolders {
  /** Stores files under the first free number, from `first` on. Returns the number. */
  putNumbered(folderOf: FolderOf<number>, first: number, work: string): Promise<number>
  /**
   * Stores files named by their content. Returns the version they got. The same files keep their address: one of `inUse`
   * is stored already.
   */
  putVersion(folderOf: FolderOf<string>, wanted: string, work: string, inUse?: readonly string[]): Promise<string>
  /** Stores files under a name that was never used. */
  put(folder: string, work: string): Promise<void>
  /** Takes the folders out of the ledger. False when storing took so long that they are being removed. */
  commit(tx: Transaction): Promise<boolean>
  /** Has all folders removed. */
  abandon(): Promise<void>
}

export function stageFolders({ db, clock, files, log }: Context, isInUse: IsInUse): StagedFolders {
  const holder = randomUUID()
  const staged: string[] = []

  return {
    async putNumbered(folderOf, first, work) {
      for (let number = first; ; number++) {
        const folder = folderOf(number)
        if ((await claim(folder)) !== 'claimed') continue
        staged.push(folder)
        if (await files.putFolder(folder, work)) return number
        // Files lie there that the ledger knew nothing of.
        await abandon(staged.splice(0))
      }
    },

    // A name that is being stored or removed at this moment is skipped.
    async putVersion(folderOf, wanted, work, inUse = []) {
      for (let version = wanted; ; version = anotherVersion(version)) {
        if (inUse.includes(version)) return version
        const folder = folderOf(version)
        const claimed = await claim(folder)
        if (claimed === 'taken') continue
        if (claimed === 'in-use') return version
        staged.push(folder)
        if (claimed === 'claimed') await files.putFolder(folder, work)
        return version
      }
    },

    async put(folder, work) {
      await claim(folder)
      staged.push(folder)
      await files.putFolder(folder, work)
    },

    commit: async (tx) => staged.length === 0 || commitFolders(tx, holder, staged),
    abandon: () => abandon(staged),
  }

  function claim(folder: string) {
    return claimFolder(db, clock.now(), holder, folder, isInUse)
  }

  // Folders that cannot be abandoned now are due in a day.
  async function abandon(folders: string[]): Promise<void> {
    if (folders.length === 0) return
    await abandonFolders(db, clock.now(), holder, folders).catch((error) =>
      log.warn({ err: error, folders }, 'folders not given up'),
    )
  }
}

function anotherVersion(version: string): string {
  return createHash('sha256').update(version).digest('hex').slice(0, version.length)
}
