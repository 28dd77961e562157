import { type SelectQueryBuilder, sql } from 'kysely'
import type { Connection, Transaction } from './database.ts'
import { isSingleWriter } from './dialect.ts'
import { prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

/** Runs a statement for many rows of values: the text of a JSON array, numbered by `ordinal`. */
type RunForAll<Row> = (tx: Transaction, values: { rows: string }) => Promise<Row[]>

/**
 * Merges the calls made in one turn of the event loop, on one transaction of PostgreSQL, into a single statement: there
 * a statement costs more than its rows. `build` makes the statement from the values of the first call. Merged
 * statements are sent in the order of their first calls, after the turn's other queries.
 */
export function mergeCalls<V extends object, Row>(build: (values: V) => RunForAll<Row>) {
  let run: RunForAll<Row> | undefined
  const pending = new WeakMap<Transaction, { given: V[]; answer: Promise<Row[]> }>()
  return (tx: Transaction, values: V): { ordinal: number; answer: Promise<Row[]> } => {
    let call = pending.get(tx)
    if (!call) {
      const given: V[] = []
      const turn = new Promise<void>((end) => process.nextTick(end))
      const answer = turn.then(() => {
        pending.delete(tx)
        run ??= build(values)
        return run(tx, { rows: toJson(given) })
      })
      call = { given, answer }
      pending.set(tx, call)
    }
    return { ordinal: call.given.push(values) - 1, answer: call.answer }
  }
}

function toJson(rows: object[]): string {
  return JSON.stringify(
    rows.map((row, ordinal) => {
      const given: Record<string, unknown> = { ordinal }
      for (const [name, value] of Object.entries(row)) given[name] = toJsonValue(value)
      return given
    }),
  )
}

function toJsonValue(value: unknown): unknown {
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`
  // PostgreSQL refuses an unpaired surrogate in JSON. As text, it is sent as U+FFFD, too.
  return typeof value === 'string' ? value.toWellFormed() : value
}

/**
 * Prepares a `select` like `prepared`, and merges its calls. Rows are locked in the order of the values, so that merged
 * calls do not deadlock. The values are whole numbers, texts and bytes, never null.
 */
export function preparedForEach<V extends object, Row>(
  build: (db: Connection, values: V) => SelectQueryBuilder<Tables, never, Row>,
): (tx: Transaction, values: V) => Promise<Row[]> {
  const forOne = prepared(build)
  const forAll = mergeCalls<V, Row & { ordinal: number }>((sample) => {
    const names = Object.keys(sample)
    const columns = Object.entries(sample).map(([name, value]) => sql`${sql.ref(name)} ${sql.raw(typeOf(value))}`)
    const references = Object.fromEntries(names.map((name) => [name, sql.ref(`given.${name}`)])) as V
    return prepared(
      (db, { rows }: { rows: string }) => sql<Row & { ordinal: number }>`
        select ordinal, found.*
        from (
          select * from json_to_recordset(${rows}) as each (ordinal integer, ${sql.join(columns)})
          order by ${sql.join(names.map((name) => sql.ref(name)))}
        ) as given
        cross join lateral (${build(db, references)}) as found
      `,
    )
  })
  return (tx, values) => (isSingleWriter(tx) ? (forOne(tx, values) as Promise<Row[]>) : findOwn(forAll(tx, values)))
}

async function findOwn<Row extends { ordinal: number }>({
  ordinal,
  answer,
}: {
  ordinal: number
  answer: Promise<Row[]>
}) {
  return (await answer).filter((row) => row.ordinal === ordinal)
}

function typeOf(value: unknown): string {
  if (value instanceof Uint8Array) return 'bytea'
  return typeof value === 'number' ? 'bigint' : 'text'
}
