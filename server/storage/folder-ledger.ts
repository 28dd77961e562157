import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../calendar.ts'
import type { Connection, Database, Transaction } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/setting.ts'
import type { Files } from './files.ts'

/*
 * The ledger of stored folders to be removed. A folder is in it from before its first file is stored until the row that
 * uses it is committed, and again once it is superseded. So after any crash each folder has a row that uses it, or a
 * row here.
 */

/** Returns whether a committed row uses a folder. Called inside the transaction that claims or removes the folder. */
export type IsInUse = (tx: Transaction, folder: string) => Promise<boolean>

/** Maps the first part of a folder's name to its check for use. */
export type FolderOwners = Record<string, IsInUse>

/** Longer than storing any book takes. */
const STORING_LIMIT_MS = DAY_MS
/** Folders leased for one step, and how many of them are removed concurrently. */
const STEP_FOLDERS = 100
const AT_ONCE = 4
/** How long a step removes folders before it ends. */
const STEP_MS = 1000
/** The lease on a folder that is being removed: a process that holds it longer has died. */
const REMOVAL_LEASE_MS = HOUR_MS
/** How long to wait before removing a folder again after storage failed. */
const RETRY_AFTER_MS = 5 * MINUTE_MS
/** The setting for the instant until which no folder is removed. */
const PAUSED_UNTIL = 'folder_removal_paused_until'
/** The lease of a pause: a process that does not renew it for so long has died. */
const PAUSE_MS = MINUTE_MS
const RENEW_EVERY_MS = 15_000

/**
 * Claims the name of a folder before anything is stored there. `superseded`: the folder is stored, whole, and waits to
 * be removed. `held`: another process stores to it or removes it. `in-use`: a committed row uses it.
 */
export async function claimFolder(
  db: Database,
  now: number,
  holder: string,
  folder: string,
  isInUse: IsInUse,
): Promise<'claimed' | 'superseded' | 'held' | 'in-use'> {
  return db.write(async (tx) => {
    const claimed = await tx
      .insertInto('folder_removal')
      .values({ folder, holder, remove_after: now + STORING_LIMIT_MS })
      .onConflict((conflict) => conflict.column('folder').doNothing())
      .returning('folder')
      .executeTakeFirst()
    if (claimed) {
      // Another process committed the same folder meanwhile: abandoning a claim on it would remove it.
      if (!(await isInUse(tx, folder))) return 'claimed'
      await tx.deleteFrom('folder_removal').where('folder', '=', folder).execute()
      return 'in-use'
    }
    const row = await tx.selectFrom('folder_removal').select('holder').where('folder', '=', folder).executeTakeFirst()
    return row?.holder === null ? 'superseded' : 'held'
  })
}

/**
 * Takes folders out of the ledger, in the transaction that writes the row that uses them: folders stored by this
 * holder, or superseded and now reused. False when one of them is being removed.
 */
export async function commitFolders(tx: Transaction, holder: string, folders: string[]): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('folder_removal')
    .where('folder', 'in', folders)
    .where((row) => row.or([row('holder', '=', holder), row('holder', 'is', null)]))
    .executeTakeFirstOrThrow()
  return numDeletedRows === BigInt(folders.length)
}

/** Schedules the removal of a folder that was in use, and clears a concurrent claim on it. */
export async function supersedeFolder(tx: Transaction, folder: string, removeAfter: number): Promise<void> {
  const row = { holder: null, remove_after: removeAfter }
  await tx
    .insertInto('folder_removal')
    .values({ folder, ...row })
    .onConflict((conflict) => conflict.column('folder').doUpdateSet(row))
    .execute()
}

/** Makes the folders that this holder stored due for removal now. */
export async function abandonFolders(db: Database, now: number, holder: string, folders: string[]): Promise<void> {
  await db.write((tx) => postpone(tx, holder, folders, now))
}

async function postpone(tx: Transaction, holder: string, folders: string[], removeAfter: number): Promise<void> {
  if (folders.length === 0) return
  await tx
    .updateTable('folder_removal')
    .set({ remove_after: removeAfter })
    .where('folder', 'in', folders)
    .where('holder', '=', holder)
    .execute()
}

/**
 * Pauses the removal of folders, in every process, until the result is disposed of, and up to a minute longer. A removal
 * in progress goes on for some seconds.
 */
export async function pauseRemoval({
  db,
  clock,
  log,
}: {
  db: Database
  clock: Clock
  log: Logger
}): Promise<Disposable> {
  const pause = () => db.write((tx) => writeSetting(tx, PAUSED_UNTIL, String(clock.now() + PAUSE_MS)))
  await pause()
  const renewal = setInterval(
    () => pause().catch((error) => log.warn({ err: error }, 'pause of removals not renewed')),
    RENEW_EVERY_MS,
  )
  return { [Symbol.dispose]: () => clearInterval(renewal) }
}

async function isPaused(db: Connection, now: number): Promise<boolean> {
  const until = Number((await readSetting(db, PAUSED_UNTIL)) ?? 0)
  // Further ahead than any pause: the clock was set back since.
  return now < until && until <= now + 2 * PAUSE_MS
}

/**
 * Removes some of the folders that have been due for longest: their files, then their rows. A failure of storage is
 * retried some minutes later; the remaining folders wait for the next step. Returns how many were removed;
 * undefined when none is due, or removals are paused.
 */
export async function removeDueFolders(
  { db, files, log }: { db: Database; files: Files; log: Logger },
  now: number,
  owners: FolderOwners,
): Promise<number | undefined> {
  const due = await db.read
    .selectFrom('folder_removal')
    .select('folder')
    .where('remove_after', '<=', now)
    .orderBy('remove_after')
    .limit(STEP_FOLDERS)
    .execute()
  if (due.length === 0 || (await isPaused(db.read, now))) return undefined
  const holder = randomUUID()
  const folders = due.map(({ folder }) => folder)
  const leased = await leaseForRemoval(db, now, holder, folders, owners)
  const removed: string[] = []
  const failed: string[] = []
  const remove = async (folder: string) => ((await removeFiles(files, log, folder)) ? removed : failed).push(folder)
  const startedAt = performance.now()
  while (leased.length > 0 && performance.now() - startedAt < STEP_MS) {
    await Promise.all(leased.splice(0, AT_ONCE).map(remove))
  }
  await db.write(async (tx) => {
    if (removed.length > 0) {
      await tx.deleteFrom('folder_removal').where('folder', 'in', removed).where('holder', '=', holder).execute()
    }
    await postpone(tx, holder, leased, now)
    await postpone(tx, holder, failed, now + RETRY_AFTER_MS)
  })
  return removed.length
}

/** Removes the files of a folder. False when storage failed. */
async function removeFiles(files: Files, log: Logger, folder: string): Promise<boolean> {
  try {
    await files.removeFolder(folder)
    return true
  } catch (error) {
    log.warn({ err: error, folder }, 'folder not removed, to be tried again')
    return false
  }
}

/**
 * Leases folders, so that no row starts to use them and no other node removes them. As a safeguard, leaves out folders
 * in use, of which the ledger should list none. Returns the folders to remove.
 */
async function leaseForRemoval(
  db: Database,
  now: number,
  holder: string,
  folders: string[],
  owners: FolderOwners,
): Promise<string[]> {
  return db.write(async (tx) => {
    const rows = await tx
      .updateTable('folder_removal')
      .set({ holder, remove_after: now + REMOVAL_LEASE_MS })
      .where('folder', 'in', folders)
      .where('remove_after', '<=', now)
      .returning('folder')
      .execute()
    const removable: string[] = []
    for (const { folder } of rows) {
      if (await ownerOf(owners, folder)(tx, folder))
        await tx.deleteFrom('folder_removal').where('folder', '=', folder).execute()
      else removable.push(folder)
    }
    return removable
  })
}

function ownerOf(owners: FolderOwners, folder: string): IsInUse {
  const [kind = ''] = folder.split('/')
  const isInUse = owners[kind]
  if (!isInUse) throw new Error(`nobody knows whether the folder ${folder} is in use`)
  return isInUse
}
