import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../calendar.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Files } from './files.ts'
import { abandonFolders, claimFolder, commitFolders, type IsInUse } from './folder-ledger.ts'

/** Names a folder by its version. */
type FolderOf<Version> = (version: Version) => string

/**
 * Folders stored for a row. Until `commit` runs in the transaction that writes the row, the ledger will remove them.
 */
export interface StagedFolders {
  /** Stores files under the first free number from `first` on. Returns the number. */
  putNumbered(folderOf: FolderOf<number>, first: number, work: string): Promise<number>
  /**
   * Stores files under a hash of their content. Returns the version. Folders of `inUse` are already stored, unless their
   * files were lost.
   */
  putVersion(folderOf: FolderOf<string>, wanted: string, work: string, inUse?: readonly string[]): Promise<string>
  /** Stores files under a new name. */
  put(folder: string, work: string): Promise<void>
  /** Removes the folders from the ledger. Returns false when storing took so long that they are being deleted. */
  commit(tx: Transaction): Promise<boolean>
  /** Schedules the removal of all folders. */
  abandon(): Promise<void>
}

interface Storage {
  db: Database
  clock: Clock
  files: Files
  log: Logger
}

export function stageFolders({ db, clock, files, log }: Storage, isInUse: IsInUse): StagedFolders {
  const holder = randomUUID()
  const staged: string[] = []

  return {
    async putNumbered(folderOf, first, work) {
      for (let number = first; ; number++) {
        const folder = folderOf(number)
        if ((await claim(folder)) !== 'claimed') continue
        staged.push(folder)
        if (await files.putFolder(folder, work)) return number
        // An unknown folder is in the way.
        await abandon(staged.splice(0))
      }
    },

    // Skips names that are being stored or removed now.
    async putVersion(folderOf, wanted, work, inUse = []) {
      for (let version = wanted; ; version = anotherVersion(version)) {
        const folder = folderOf(version)
        if (inUse.includes(version)) {
          await files.putFolder(folder, work)
          return version
        }
        const claimed = await claim(folder)
        if (claimed === 'held') continue
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

  // Folders that cannot be abandoned now expire within a day.
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
