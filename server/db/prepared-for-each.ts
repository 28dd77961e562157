import { setImmediate as endOfTurn } from 'node:timers/promises'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Connection } from './database.ts'
import { isSingleWriter } from './dialect.ts'
import { toJsonRows } from './json-rows.ts'
import { prepared } from './prepared.ts'
import type { Tables } from './tables.ts'
import { flushWrites } from './write-buffer.ts'

/**
 * Prepares a `select` like `prepared`. On PostgreSQL, where a statement costs more than its rows, the calls made in
 * one transaction, or on the pool, in one turn of the event loop become a single statement. It is sent after the turn's
 * other queries, and after the rows that its transaction still has to write (`bufferWrite`). Rows are locked in the
 * order of the values, so that concurrent statements do not deadlock. The values are whole numbers, texts and bytes,
 * never null.
 */
export function preparedForEach<V extends object, Row>(
  build: (db: Connection, values: V) => SelectQueryBuilder<Tables, never, Row>,
): (db: Connection, values: V) => Promise<Row[]> {
  const forOne = prepared(build)
  let forAll: ReturnType<typeof prepareForAll> | undefined
  const pending = new WeakMap<Connection, { given: V[]; answer: ReturnType<typeof findAll> }>()
  return (db, values) => (isSingleWriter(db) ? forOne(db, values) : findOwn(db, values))

  async function findOwn(db: Connection, values: V): Promise<Row[]> {
    let call = pending.get(db)
    if (!call) {
      const given: V[] = []
      call = { given, answer: findAll(db, given) }
      pending.set(db, call)
    }
    const ordinal = call.given.push(values) - 1
    return (await call.answer).filter((row) => row.ordinal === ordinal)
  }

  async function findAll(db: Connection, given: V[]): Promise<(Row & { ordinal: number })[]> {
    await endOfTurn()
    pending.delete(db)
    forAll ??= prepareForAll(given[0]!)
    const [, rows] = await Promise.all([flushWrites(db), forAll(db, { rows: toJsonRows(given) })])
    return rows
  }

  function prepareForAll(sample: V) {
    const names = Object.keys(sample)
    const columns = Object.entries(sample).map(([name, value]) => sql`${sql.ref(name)} ${sql.raw(typeOf(value))}`)
    const references = Object.fromEntries(names.map((name) => [name, sql.ref(`given.${name}`)])) as V
    // `offset 0`: PostgreSQL looks each row up. As a join, it would scan tables of up to some thousand rows.
    return prepared(
      (db, { rows }: { rows: string }) => sql<Row & { ordinal: number }>`
        select ordinal, found.*
        from (
          select * from json_to_recordset(${rows}) as each (ordinal integer, ${sql.join(columns)})
          order by ${sql.join(names.map((name) => sql.ref(name)))}
        ) as given
        cross join lateral (${build(db, references).offset(sql.lit(0))}) as found
      `,
    )
  }
}

function typeOf(value: unknown): string {
  if (value instanceof Uint8Array) return 'bytea'
  return typeof value === 'number' ? 'bigint' : 'text'
}
