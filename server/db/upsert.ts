import { type InsertQueryBuilder, type InsertResult, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Connection, Transaction } from './database.ts'
import { isSingleWriter } from './dialect.ts'
import { prepared } from './prepared.ts'
import type { Tables } from './tables.ts'
import { bufferWrite } from './write-buffer.ts'

type Row = Record<string, unknown>

/**
 * The columns of an upsert, by their effect on a stored row with the same key. With only `insertOnly`, the new row is
 * skipped.
 */
interface Upsert<Column> {
  key: Column[]
  /** Stores the sum of both values. */
  add?: Column[]
  /** Stores the larger value. */
  max?: Column[]
  /**
   * Stores the new value. Write a key once in a transaction: of several rows, each column takes its own largest value
   * on PostgreSQL.
   */
  replace?: Column[]
  /** Leaves the stored value. A new row gets the largest of several. */
  insertOnly?: Column[]
}

/**
 * Prepares an upsert. On PostgreSQL, where a statement costs more than its rows, a transaction writes them at its end
 * (`bufferWrite`), in the order of their keys: until then only `preparedForEach` sees them; before another query that
 * must, call `flushWrites`. `isStored`: the transaction has read a row with this key; SQLite then updates it, which is
 * cheaper.
 */
export function preparedUpsert<T extends keyof Tables, C extends keyof Selectable<Tables[T]> & string>(
  table: T,
  { key, add = [], max = [], replace = [], insertOnly = [] }: Upsert<C>,
): (tx: Transaction, row: Pick<Selectable<Tables[T]>, C>, isStored?: boolean) => Promise<void> {
  const name: string = table
  const columns: string[] = [...key, ...add, ...max, ...replace, ...insertOnly]
  const isChanging = columns.length > key.length + insertOnly.length
  const pick = (row: Row): Row => Object.fromEntries(columns.map((column) => [column, row[column]]))
  const upsertOne = prepared((db, row: Row) => resolvingConflicts(untyped(db).insertInto(name).values(pick(row))))
  const updateOne = prepared((db, row: Row) =>
    untyped(db)
      .updateTable(name)
      .set(changes((column) => sql`${row[column]}`))
      .where(({ and }) => and(Object.fromEntries(key.map((column) => [column, row[column]])))),
  )
  const upsertAll = prepared((db, { rows }: { rows: string }) =>
    resolvingConflicts(untyped(db).insertInto(name).columns(columns).expression(sumUp(rows))),
  )
  return async (tx, row, isStored = false) => {
    if (isSingleWriter(tx)) await (isStored ? updateOne(tx, row) : upsertOne(tx, row))
    else bufferWrite(tx, upsertAll, row)
  }

  /** Merges rows with one key, since a statement may change a row only once. */
  function sumUp(rows: string) {
    const values = columns.map((column) => {
      if (!isChanging || key.includes(column as C)) return sql.ref(column)
      return sql`${sql.raw(add.includes(column as C) ? 'sum' : 'max')}(${sql.ref(column)})`
    })
    const keyColumns = sql.join(key.map((column) => sql.ref(column)))
    return sql`
      select ${sql.join(values)} from json_populate_recordset(null::${sql.table(table)}, ${rows})
      ${isChanging ? sql`group by ${keyColumns}` : sql``} order by ${keyColumns}
    `
  }

  function resolvingConflicts(insertion: InsertQueryBuilder<Record<string, Row>, string, InsertResult>) {
    return insertion.onConflict((conflict) =>
      isChanging
        ? conflict.columns(key).doUpdateSet(changes((column) => sql.ref(`excluded.${column}`)))
        : conflict.doNothing(),
    )
  }

  function changes(given: (column: string) => RawBuilder<unknown>): Row {
    const stored = (column: string) => sql.ref(`${table}.${column}`)
    const larger = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
      sql`case when ${one} < ${other} then ${other} else ${one} end`
    return Object.fromEntries([
      ...add.map((column) => [column, sql`${stored(column)} + ${given(column)}`]),
      ...max.map((column) => [column, larger(stored(column), given(column))]),
      ...replace.map((column) => [column, given(column)]),
    ])
  }
}

function untyped(db: Connection) {
  return db as unknown as Kysely<Record<string, Row>>
}
