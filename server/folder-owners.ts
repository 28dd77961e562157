import { isLogoInUse } from './appearance/brand.ts'
import { isTitleFolderInUse } from './publications/title-folders.ts'
import type { FolderOwners } from './storage/folder-ledger.ts'

/** Who knows whether a stored folder is in use. */
export const folderOwners: FolderOwners = {
  brands: isLogoInUse,
  covers: isTitleFolderInUse,
  publications: isTitleFolderInUse,
  // Uploads leave the ledger with their own row, and are put back into it with it.
  imports: async () => false,
}
