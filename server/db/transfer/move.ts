import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashSecret } from '../../secrets.ts'
import type { Connection, Database, Transaction } from '../database.ts'
import { migrate, OtherSchema } from '../migrate.ts'
import { hasTable, readMoved } from '../relocated.ts'
import { readSetting } from '../setting.ts'
import type { TableShape } from './introspect.ts'
import {
  type CopiedTable,
  CopyError,
  copyTables,
  readAtOneInstant,
  readCopiedTables,
  type TableCount,
  waitForOthers,
} from './sync-tables.ts'

/*
 * While a database is being copied to, its table `copying` names the source by its fingerprint, and the process that
 * copies; after a move, the source's table `moved` names the target. Neither belongs to a version of the schema.
 * docs/decisions/0014-moving-between-databases.md
 */

/** Passes while the service goes on writing, before the last one: enough to leave it little to do. */
const PASSES_IN_SERVICE = 3
const FEW_ROWS = 5000

export type OnMoveProgress = (stage: 'copying' | 'finishing', count: TableCount) => void

/**
 * Makes the target equal to the source at one instant, and verifies every row. The target is empty, or left by an
 * interrupted copy of the same source; until `beforeEnd` resolves it cannot serve, and the copy may be repeated. Throws
 * `CopyError` when the target holds anything else.
 */
export async function copyDatabase(
  source: Database,
  target: Database,
  { onProgress, beforeEnd }: { onProgress?: OnMoveProgress; beforeEnd?: () => Promise<void> } = {},
): Promise<TableCount[]> {
  const { tables, held } = await beginCopy(source, target)
  const { counts, numbers } = await readAtOneInstant(source, (tx) =>
    finishCopy(source.kind, tx, held, tables, (count) => onProgress?.('copying', count)),
  )
  await beforeEnd?.()
  await endCopy(held, numbers)
  return counts
}

/**
 * Moves everything from the source, which may be in service, to the target, after which the source accepts no writes.
 * May be repeated after an interruption. `where`: the description of the target that the source stores.
 */
export async function moveDatabase(
  source: Database,
  target: Database,
  where: string,
  onProgress: OnMoveProgress = () => {},
): Promise<TableCount[]> {
  const movedTo = await readMoved(source)
  if (movedTo && !(await hasTable(target, 'copying'))) {
    throw new CopyError(`Este banco já foi mudado para ${movedTo}: não há mais o que mudar.`)
  }
  if (await hasTable(source, 'copying')) throw new CopyError('A cópia para o banco de origem não terminou.')
  const { tables, held } = await beginCopy(source, target)
  const finish = (tx: Transaction) =>
    finishCopy(source.kind, tx, held, tables, (count) => onProgress('finishing', count))
  let copied: Awaited<ReturnType<typeof finish>>
  if (movedTo) {
    copied = await readAtOneInstant(source, finish)
  } else {
    for (let pass = 1; pass <= PASSES_IN_SERVICE; pass++) {
      const found = await readAtOneInstant(source, (tx) =>
        copyTables(tx, held, tables, { isVerified: false, onProgress: (count) => onProgress('copying', count) }),
      )
      if (found.reduce((sum, { written, removed }) => sum + written + removed, 0) < FEW_ROWS) break
    }
    // Blocks other writers of the source until this transaction ends, and seals the source at its end.
    copied = await source.write(async (tx) => {
      if (source.kind === 'postgresql') await lockOut(tx, tables)
      const copied = await finish(tx)
      // Throws if another copy took over meanwhile: it writes the target, and seals this database at its own end.
      await held.write(async () => {})
      await seal(source.kind, tx, tables, where)
      return copied
    })
  }
  await endCopy(held, copied.numbers)
  return copied.counts
}

/**
 * Migrates both, and marks the target as a copy of this source. Takes over from a process that already copies: written
 * to by both, the target could get rows of an earlier snapshot last. `held`: the target as long as no other takes over.
 */
async function beginCopy(source: Database, target: Database): Promise<{ tables: CopiedTable[]; held: Database }> {
  const holder = randomUUID()
  if (!(await readMoved(source))) await migrate(source)
  await migrateTarget(target)
  const tables = await readCopiedTables(source, target)
  const fingerprint = await readFingerprint(source.read)
  await target.write(async (tx) => {
    await sql`create table if not exists copying (source text primary key, holder text not null)`.execute(tx)
    const { rows } = await sql<{ source: string }>`select source from copying`.execute(tx)
    if (rows[0]?.source === fingerprint) {
      await sql`update copying set holder = ${holder}`.execute(tx)
      return
    }
    if (rows.length > 0) throw new CopyError('O destino já está recebendo a cópia de outro banco.')
    for (const { name } of tables) {
      // A command that only opened the new database has stored settings there.
      if (name === 'setting') continue
      const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
      if (rows.length > 0) throw new CopyError(`O destino não está vazio: já há linhas na tabela ${name}.`)
    }
    await sql`insert into copying (source, holder) values (${fingerprint}, ${holder})`.execute(tx)
  })
  return { tables, held: heldBy(target, holder) }
}

async function migrateTarget(target: Database): Promise<void> {
  try {
    await migrate(target)
  } catch (error) {
    if (!(error instanceof OtherSchema)) throw error
    throw new CopyError(
      'O destino foi criado por uma versão do Estante com outro esquema, e nada nele foi mudado. Dê o endereço de um banco vazio.',
    )
  }
}

/** Returns the target of a copy. Its writes throw `CopyError` once another process has taken over. */
function heldBy(target: Database, holder: string): Database {
  async function lock(tx: Transaction): Promise<void> {
    // Writes the row that names the holder: another process that takes over waits for the end of the transaction.
    const isHeld =
      (await hasTable({ kind: target.kind, read: tx }, 'copying')) &&
      (await sql`update copying set holder = ${holder} where holder = ${holder}`.execute(tx)).numAffectedRows === 1n
    if (isHeld) return
    throw new CopyError('Outra cópia para este destino começou depois desta, que parou: acompanhe a outra.')
  }
  return {
    ...target,
    write: (callback) =>
      target.write(async (tx) => {
        await lock(tx)
        return callback(tx)
      }),
  }
}

/** Makes the last passes, and reads how far the source has numbered its rows. */
async function finishCopy(
  kind: Database['kind'],
  source: Transaction,
  target: Database,
  tables: CopiedTable[],
  onProgress: (count: TableCount) => void,
) {
  const counts = await copyTables(source, target, tables, { isVerified: true, onProgress })
  return { counts, numbers: await readLatestNumbers(kind, source) }
}

async function endCopy(target: Database, numbers: LatestNumber[]): Promise<void> {
  await target.write(async (tx) => {
    for (const number of numbers) await numberOn(target.kind, tx, number)
    await sql`drop table copying`.execute(tx)
  })
}

/** The highest number of a table's rows, which may have been removed since. */
interface LatestNumber {
  table: string
  latest: number
}

async function readLatestNumbers(kind: Database['kind'], source: Transaction): Promise<LatestNumber[]> {
  if (kind === 'sqlite') {
    return (await sql<LatestNumber>`select name as "table", seq as latest from sqlite_sequence`.execute(source)).rows
  }
  const { rows } = await sql<{ table: string; sequence: string }>`
    select relname as "table", pg_get_serial_sequence(relname, attname) as sequence
    from pg_class join pg_attribute on attrelid = pg_class.oid and attidentity <> ''
    where relnamespace = current_schema()::regnamespace and not relispartition
  `.execute(source)
  return Promise.all(
    rows.map(async ({ table, sequence }) => {
      // A dump may have been restored without its sequences, and a row may have been inserted with a number.
      const latest = sql<LatestNumber>`
        select
          ${table} as "table",
          greatest(
            case when is_called then last_value else last_value - 1 end,
            (select max(id) from ${sql.table(table)})
          ) as latest
        from ${sql.table(sequence)}
      `
      return (await latest.execute(source)).rows[0]!
    }),
  )
}

/** Numbers a table's next rows after the latest. */
async function numberOn(kind: Database['kind'], tx: Transaction, { table, latest }: LatestNumber): Promise<void> {
  if (kind === 'postgresql') {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${latest} + 1, false)`.execute(tx)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${latest})`.execute(tx)
}

/** Identifies a database by a hash of its key, which reveals nothing that the key signs. */
async function readFingerprint(db: Connection): Promise<string> {
  const key = await readSetting(db, 'signing_key')
  return hashSecret(`copy of ${key ?? ''}`).toString('base64url')
}

async function lockOut(tx: Transaction, tables: TableShape[]): Promise<void> {
  await waitForOthers(tx)
  const names = sql.join(tables.map(({ name }) => sql.table(name)))
  await sql`lock table ${names} in share row exclusive mode`.execute(tx)
}

/** Adds triggers that refuse every write of any version of the service (`DatabaseElsewhere`). */
async function seal(kind: Database['kind'], tx: Transaction, tables: TableShape[], where: string): Promise<void> {
  await sql`create table moved (target text primary key)`.execute(tx)
  await sql`insert into moved (target) values (${where})`.execute(tx)
  if (kind === 'postgresql') {
    await sql`
      create function refuse_moved() returns trigger language plpgsql
      as $$ begin raise exception 'this database was moved' using errcode = 'object_not_in_prerequisite_state'; end $$
    `.execute(tx)
  }
  for (const { name } of tables) {
    for (const act of ['insert', 'update', 'delete']) {
      const refuse =
        kind === 'sqlite'
          ? sql.raw(`begin select raise(abort, 'this database was moved'); end`)
          : sql.raw('for each statement execute function refuse_moved()')
      await sql`create trigger ${sql.ref(`moved_${name}_${act}`)} before ${sql.raw(act)} on ${sql.table(name)} ${refuse}`.execute(
        tx,
      )
    }
  }
}
