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
/** So many folders are taken at once, and so many of them removed side by side. */
const STEP_FOLDERS = 100
const AT_ONCE = 4
/** How long folders are removed one after another before the step ends. */
const STEP_MS = 1000
/** Of what was taken; whoever took it has died when it takes longer. */
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
  if (folders.length > 0) await db.write((tx) => putOff(tx, holder, folders, now))
}

async function putOff(tx: Transaction, holder: string, folders: string[], removeAfter: number): Promise<void> {
  if (folders.length === 0) return
  await tx
    .updateTable('folder_removal')
    .set({ remove_after: removeAfter })
    .where('folder', 'in', folders)
    .where('holder', '=', holder)
    .execute()
}

/**
 * Removes some of the folders that have been due for longest: their files, then their rows. Where storage fails it is
 * tried again some minutes later, and what takes long is left for the next time. Returns how many were removed;
 * undefined when none is due.
 */
export async function removeDueFolders(context: Context, now: number): Promise<number | undefined> {
  const { db } = context
  const due = await db.read
    .selectFrom('folder_removal')
    .select('folder')
    .where('remove_after', '<=', now)
    .orderBy('remove_after')
    .limit(STEP_FOLDERS)
    .execute()
  if (due.length === 0) return undefined
  const holder = randomUUID()
  const taken = await takeForRemoval(
    db,
    now,
    holder,
    due.map(({ folder }) => folder),
  )
  const removed: string[] = []
  const failed: string[] = []
  const remove = async (folder: string) => ((await removeFiles(context, folder)) ? removed : failed).push(folder)
  const startedAt = performance.now()
  while (taken.length > 0 && performance.now() - startedAt < STEP_MS) {
    await Promise.all(taken.splice(0, AT_ONCE).map(remove))
  }
  await db.write(async (tx) => {
    if (removed.length > 0) {
      await tx.deleteFrom('folder_removal').where('folder', 'in', removed).where('holder', '=', holder).execute()
    }
    await putOff(tx, holder, taken, now)
    await putOff(tx, holder, failed, now + RETRY_AFTER_MS)
  })
  return removed.length
}

/** False when storage failed. */
async function removeFiles({ files, log }: Context, folder: string): Promise<boolean> {
  try {
    await files.removeFolder(folder)
    return true
  } catch (error) {
    log.warn({ err: error, folder }, 'folder not removed, to be tried again')
    return false
  }
}

/**
 * From here on no title takes these folders over, and no other node removes them. What a title shows is never removed,
 * whatever the ledger says: a version that knows nothing of the ledger may have imported it. Returns those to remove.
 */
async function takeForRemoval(db: Database, now: number, holder: string, folders: string[]): Promise<string[]> {
  return db.write(async (tx) => {
    const rows = await tx
      .updateTable('folder_removal')
      .set({ holder, remove_after: now + REMOVING_LIMIT_MS })
      .where('folder', 'in', folders)
      .where('remove_after', '<=', now)
      .returning('folder')
      .execute()
    const taken: string[] = []
    for (const { folder } of rows) {
      if (await isShown(tx, folder)) await tx.deleteFrom('folder_removal').where('folder', '=', folder).execute()
      else taken.push(folder)
    }
    return taken
  })
}

async function isShown(tx: Transaction, folder: string): Promise<boolean> {
  const [kind, id = ''] = folder.split('/')
  if (kind === 'imports') return false
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
