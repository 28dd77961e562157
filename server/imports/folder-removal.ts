import { randomUUID } from 'node:crypto'
import { logoFolder } from '../appearance/brand.ts'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../db/open.ts'
import { coverFolder } from '../publications/covers.ts'
import { publicationFolder } from '../publications/media.ts'
import { readFileCover } from './shown-cover.ts'

/*
 * The ledger of stored folders that will be removed. A folder is in it from before its first file is stored until the
 * title that shows it is in the catalog, and again once it is superseded: whatever dies and whenever, each folder has
 * either a title or a row here.
 */

/** No book takes as long to be stored. */
const STORING_LIMIT_MS = 24 * 3_600_000
/** Of one folder; whoever started it has died when it takes longer. */
const REMOVING_LIMIT_MS = 3_600_000
/** How long storage that failed is left alone. */
const RETRY_AFTER_MS = 5 * 60_000

/**
 * Takes the name of a folder before anything is stored there. `superseded`: the folder is there, whole, and waits for
 * its removal. `taken`: another holder stores or removes there. `shown`: it is in use, and not to be removed.
 */
export async function claimFolder(
  db: Database,
  now: number,
  holder: string,
  folder: string,
): Promise<'claimed' | 'superseded' | 'taken' | 'shown'> {
  return db.write(async (tx) => {
    const claimed = await tx
      .insertInto('folder_removal')
      .values({ folder, holder, remove_after: now + STORING_LIMIT_MS })
      .onConflict((conflict) => conflict.column('folder').doNothing())
      .returning('folder')
      .executeTakeFirst()
    if (claimed) {
      // Somebody stored the same meanwhile: were it claimed, giving it up would have it removed.
      if (!(await isShown(tx, folder))) return 'claimed'
      await tx.deleteFrom('folder_removal').where('folder', '=', folder).execute()
      return 'shown'
    }
    const row = await tx.selectFrom('folder_removal').select('holder').where('folder', '=', folder).executeTakeFirst()
    return row?.holder === null ? 'superseded' : 'taken'
  })
}

/**
 * Takes folders out of the ledger, for the title that is written in the same transaction: those this holder stored, and
 * superseded ones that come back. False when one of them has been taken for removal.
 */
export async function keepFolders(tx: Transaction, holder: string, folders: string[]): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('folder_removal')
    .where('folder', 'in', folders)
    .where((row) => row.or([row('holder', '=', holder), row('holder', 'is', null)]))
    .executeTakeFirstOrThrow()
  return numDeletedRows === BigInt(folders.length)
}

/** Has a folder that was shown removed once nobody can hold its address, whoever claimed it while it was shown. */
export async function supersedeFolder(tx: Transaction, folder: string, removeAfter: number): Promise<void> {
  const row = { holder: null, remove_after: removeAfter }
  await tx
    .insertInto('folder_removal')
    .values({ folder, ...row })
    .onConflict((conflict) => conflict.column('folder').doUpdateSet(row))
    .execute()
}

/** Gives up what this holder stored: it is due now. */
export async function giveUpFolders(db: Database, now: number, holder: string, folders: string[]): Promise<void> {
  if (folders.length === 0) return
  await db.write((tx) =>
    tx
      .updateTable('folder_removal')
      .set({ remove_after: now })
      .where('folder', 'in', folders)
      .where('holder', '=', holder)
      .execute(),
  )
}

/**
 * Removes the folder that has been due for longest: its files, then its row. Where storage fails it is tried again some
 * minutes later. Returns how many were removed, 0 or 1; undefined when none is due.
 */
export async function removeDueFolder({ db, files, log }: Context, now: number): Promise<number | undefined> {
  const due = await db.read
    .selectFrom('folder_removal')
    .select('folder')
    .where('remove_after', '<=', now)
    .orderBy('remove_after')
    .executeTakeFirst()
  if (!due) return undefined
  const { folder } = due
  const holder = randomUUID()
  if (!(await takeForRemoval(db, now, holder, folder))) return 0
  try {
    await files.removeFolder(folder)
  } catch (error) {
    log.warn({ err: error, folder }, 'folder not removed, to be tried again')
    await giveUpFolders(db, now + RETRY_AFTER_MS, holder, [folder])
    return 0
  }
  await db.write((tx) =>
    tx.deleteFrom('folder_removal').where('folder', '=', folder).where('holder', '=', holder).execute(),
  )
  return 1
}

/**
 * From here on no title takes the folder over, and no other node removes it. What a title shows is never removed,
 * whatever the ledger says: a version that knows nothing of the ledger may have imported it.
 */
async function takeForRemoval(db: Database, now: number, holder: string, folder: string): Promise<boolean> {
  return db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('folder_removal')
      .set({ holder, remove_after: now + REMOVING_LIMIT_MS })
      .where('folder', '=', folder)
      .where('remove_after', '<=', now)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    if (!(await isShown(tx, folder))) return true
    await tx.deleteFrom('folder_removal').where('folder', '=', folder).execute()
    return false
  })
}

async function isShown(tx: Transaction, folder: string): Promise<boolean> {
  const [kind, id = ''] = folder.split('/')
  return kind === 'brands' ? isShownLogo(tx, id, folder) : isShownOfTitle(tx, id, folder)
}

async function isShownLogo(tx: Transaction, partnerId: string, folder: string): Promise<boolean> {
  const partner = await tx.selectFrom('partner').select('logo_version').where('id', '=', partnerId).executeTakeFirst()
  return typeof partner?.logo_version === 'string' && logoFolder(partnerId, partner.logo_version) === folder
}

async function isShownOfTitle(tx: Transaction, id: string, folder: string): Promise<boolean> {
  const title = await tx
    .selectFrom('publication')
    .select(['revision', 'cover_version', 'file_cover'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!title) return false
  const covers = [title.cover_version, readFileCover(title).version].map((version) => coverFolder(id, version))
  return [publicationFolder(id, title.revision), ...covers].includes(folder)
}
