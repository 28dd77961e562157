import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../calendar.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Files } from './files.ts'
import { abandonFolders, claimFolder, commitFolders, type IsInUse } from './folder-ledger.ts'

/** Names a folder by its version. */
type FolderOf<Version> = (version: Version) => string

interface Storage {
  db: Database
  clock: Clock
  files: Files
  log: Logger
}

export type StagedFolders = ReturnType<typeof stageFolders>

/**
 * Stages the folders stored for a row: until `commit` runs in the transaction that writes the row, the ledger will remove
 * them.
 */
export function stageFolders({ db, clock, files, log }: Storage, isInUse: IsInUse) {
  const holder = randomUUID()
  const staged: string[] = []

  return {
    /** Stores files under the first free number from `first` on. Returns the number. */
    async putNumbered(folderOf: FolderOf<number>, first: number, work: string): Promise<number> {
      for (let number = first; ; number++) {
        const folder = folderOf(number)
        if ((await claim(folder)) !== 'claimed') continue
        staged.push(folder)
        if (await files.putFolder(folder, work)) return number
        // An unknown folder is in the way.
        await abandon(staged.splice(0))
      }
    },

    /**
     * Stores files under a hash of their content, or another version while that name is being stored or removed. Returns
     * the version. Folders of `inUse` are already stored, unless their files were lost.
     */
    async putVersion(
      folderOf: FolderOf<string>,
      wanted: string,
      work: string,
      inUse: readonly string[] = [],
    ): Promise<string> {
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

    /** Stores files under a new name. */
    async put(folder: string, work: string): Promise<void> {
      await claim(folder)
      staged.push(folder)
      await files.putFolder(folder, work)
    },

    /** Removes the folders from the ledger. Returns false when storing took so long that they are being deleted. */
    commit: async (tx: Transaction) => staged.length === 0 || commitFolders(tx, holder, staged),
    /** Schedules the removal of all folders. */
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
