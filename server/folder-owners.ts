import { isLogoInUse } from './appearance/brand.ts'
import { isTitleFolderInUse } from './media/folders.ts'
import type { FolderOwners } from './storage/folder-ledger.ts'

/** For each kind of stored folder, how to tell whether it is in use. */
export const folderOwners: FolderOwners = {
  brands: isLogoInUse,
  covers: isTitleFolderInUse,
  publications: isTitleFolderInUse,
  // Uploads are removed from the ledger with their row, and are added to it again when it is deleted.
  imports: async () => false,
}
