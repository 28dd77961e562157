import { sql } from 'kysely'
import { logoFolder } from '../appearance/brand.ts'
import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { partnerCaller } from '../credentials/client-limits.ts'
import { requestCompaction } from '../db/compaction.ts'
import type { Database, Transaction } from '../db/database.ts'
import { violatesReference } from '../db/errors.ts'
import type { Partner } from '../db/tables.ts'
import { readTableShapes, type TableShape } from '../db/transfer/introspect.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { folderOwners } from '../folder-owners.ts'
import { removeDueFolders, supersedeFolder } from '../storage/folder-ledger.ts'
import { removeRewrittenReports } from '../usage/report-cache.ts'
import { raiseRevision } from '../usage/revision.ts'

const ROWS_A_WRITE = 500
/** Rows that arrive during a pass are found by the next one. */
const PASSES = 5

/** Reports the rows of a table that were removed so far. */
export type OnPurgeProgress = (table: string, rows: number) => void

/** Tables whose rows are kept: they tell every machine which cached reports to remove. */
const STAYING = ['usage_revision']

/**
 * Removes a partner with all its data in small writes, after its last reports were written (`writeLastReports`). Finds
 * tables with a `partner_id` in the database itself, so that new ones are included. May be repeated after an
 * interruption. Returns the number of removed rows by table.
 */
export async function purgePartner(
  context: Context,
  { id, public_id, slug, logo_version }: Partner,
  actor: Actor,
  onProgress: OnPurgeProgress,
): Promise<Record<string, number>> {
  const { db, clock } = context
  await db.write(async (tx) => {
    await tx.updateTable('partner').set({ purge_started_at: clock.now() }).where('id', '=', id).execute()
    await voidCachedReports(tx, id)
    await supersedeLogos(tx, clock.now(), public_id, logo_version)
  })
  const removed: Record<string, number> = {}
  const count: Count = (table, rows) => {
    removed[table] = (removed[table] ?? 0) + rows
    if (rows > 0) onProgress(table, removed[table])
  }
  const tables = (await readTableShapes(db)).reverse().filter(isPurged)
  for (let pass = 1; ; pass++) {
    await removeRowsOfPeople(db, id, count)
    for (const table of tables) await removeRows(db, table, id, count)
    if (await removePartner(db, clock.now(), id, slug, actor)) break
    if (pass === PASSES)
      throw new Error('O parceiro ainda recebe dados: confira se todos os nós já o recusam, e repita o comando.')
  }
  // Late rows, in tables that do not reference the partner.
  for (const table of tables) await removeRows(db, table, id, count)
  await removeRewrittenReports(context)
  while (await removeDueFolders(context, clock.now(), folderOwners));
  return removed
}

type Count = (table: string, rows: number) => void

function isPurged({ name, columns }: TableShape): boolean {
  return !STAYING.includes(name) && columns.some((column) => column.name === 'partner_id')
}

/** Increments the revision of every report, which voids the cached copies on every machine. */
async function voidCachedReports(tx: Transaction, partnerId: number): Promise<void> {
  const months = await tx
    .selectFrom('usage_month')
    .select(['environment', 'month'])
    .distinct()
    .where('partner_id', '=', partnerId)
    .execute()
  for (const { environment, month } of months) await raiseRevision(tx, { partnerId, environment }, month)
}

async function supersedeLogos(tx: Transaction, now: number, publicId: string, version: string | null): Promise<void> {
  if (version !== null) await supersedeFolder(tx, logoFolder(publicId, version), now - 1)
  await tx
    .updateTable('folder_removal')
    .set({ remove_after: now - 1 })
    .where('folder', 'like', `${logoFolder(publicId, '')}%`)
    .where('holder', 'is', null)
    .execute()
}

/** Removes rows that reference a credential or an admin instead of the partner. */
async function removeRowsOfPeople(db: Database, partnerId: number, count: Count): Promise<void> {
  const [credentials, admins] = await Promise.all([
    db.read.selectFrom('credential').select(['id', 'client_id']).where('partner_id', '=', partnerId).execute(),
    db.read.selectFrom('admin').select('id').where('partner_id', '=', partnerId).execute(),
  ])
  for (const { id, client_id } of credentials) {
    await db.write(async (tx) => {
      const days = await tx.deleteFrom('credential_day').where('credential_id', '=', id).executeTakeFirstOrThrow()
      if (db.kind === 'postgresql') await sql`delete from client_calls where client_id = ${client_id}`.execute(tx)
      count('credential_day', Number(days.numDeletedRows))
    })
  }
  if (db.kind === 'postgresql') {
    for (const environment of [PRODUCTION, SANDBOX] as const) {
      const caller = partnerCaller({ partnerId, environment })
      await db.write((tx) => sql`delete from client_calls where client_id = ${caller}`.execute(tx))
    }
  }
  for (const { id } of admins) {
    await db.write(async (tx) => {
      for (const table of ['admin_session', 'password_reset', 'recovery_code'] as const) {
        const { numDeletedRows } = await tx.deleteFrom(table).where('admin_id', '=', id).executeTakeFirstOrThrow()
        count(table, Number(numDeletedRows))
      }
      await tx.updateTable('import_job').set({ created_by: null }).where('created_by', '=', id).execute()
    })
  }
}

/**
 * Continues after the last key of one column; a longer key, which begins with the partner, is scanned from the start.
 */
async function removeRows(db: Database, { name, key }: TableShape, partnerId: number, count: Count): Promise<void> {
  const [table, keys] = [sql.table(name), sql.join(key.map((column) => sql.ref(column)))]
  const [only = ''] = key
  for (let last: string | number | undefined; ; ) {
    const after = last === undefined ? sql`` : sql`and ${keys} > ${last}`
    const from = key.length === 1 ? sql`${after} order by ${keys}` : sql``
    const some = sql`select ${keys} from ${table} where partner_id = ${partnerId} ${from} limit ${sql.lit(ROWS_A_WRITE)}`
    if (key.length === 1) {
      const { rows } = await sql<Record<string, string | number>>`${some}`.execute(db.readBulk)
      const ids = rows.map((row) => row[only])
      if (ids.length > 0) {
        await db.write((tx) => sql`delete from ${table} where ${keys} in (${sql.join(ids)})`.execute(tx))
      }
      count(name, ids.length)
      if (ids.length < ROWS_A_WRITE) return
      last = ids.at(-1)
    } else {
      const { numAffectedRows = 0n } = await db.write((tx) =>
        sql`delete from ${table} where partner_id = ${partnerId} and (${keys}) in (${some})`.execute(tx),
      )
      count(name, Number(numAffectedRows))
      if (numAffectedRows < BigInt(ROWS_A_WRITE)) return
    }
    await db.giveWay()
  }
}

/** Returns false when a row that references the partner arrived meanwhile. */
async function removePartner(db: Database, now: number, id: number, slug: string, actor: Actor): Promise<boolean> {
  try {
    await db.write(async (tx) => {
      await tx.deleteFrom('partner').where('id', '=', id).execute()
      await appendAudit(tx, now, actor, 'partner-purged', slug)
      await requestCompaction(tx)
    })
    return true
  } catch (error) {
    if (!violatesReference(error)) throw error
    return false
  }
}
