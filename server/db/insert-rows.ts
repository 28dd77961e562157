import { type Kysely, sql } from 'kysely'
import type { Database, Transaction } from './database.ts'
import { prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

type Row = Record<string, unknown>

/** The columns that must be given; the others hold null without a value. */
type RequiredColumn<R> = { [column in keyof R & string]: null extends R[column] ? never : column }[keyof R & string]

/**
 * Inserts many rows at the least cost: one by one on SQLite, as an array for each column on PostgreSQL. Rows whose key
 * exists are skipped.
 */
export function insertRows<T extends keyof Tables, C extends keyof Tables[T] & string>(
  table: T,
  types: { [column in C | RequiredColumn<Tables[T]>]: 'text' | 'integer' | 'bigint' | 'bytea' },
): (kind: Database['kind'], tx: Transaction, rows: readonly Pick<Tables[T], C>[]) => Promise<void> {
  const names = Object.keys(types)
  const lists = (values: Row) =>
    Object.entries(types).map(([name, type]) => sql`${values[name]}::${sql.raw(type as string)}[]`)
  const insertOne = prepared((db, row: Row) =>
    intoTable(db)
      .values(Object.fromEntries(names.map((name) => [name, row[name]])))
      .onConflict((conflict) => conflict.doNothing()),
  )
  const insertAll = prepared((db, columns: Row) =>
    intoTable(db)
      .columns(names)
      .expression(sql`select * from unnest(${sql.join(lists(columns))})`)
      .onConflict((conflict) => conflict.doNothing()),
  )
  return async (kind, tx, given) => {
    const rows = given as readonly object[] as readonly Row[]
    if (kind === 'postgresql') await insertAll(tx, toColumns(rows))
    else for (const row of rows) await insertOne(tx, row)
  }

  function intoTable(db: Kysely<Tables>) {
    return (db as unknown as Kysely<Record<string, Row>>).insertInto(table)
  }

  function toColumns(rows: readonly Row[]): Row {
    return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]))
  }
}
