import { CompiledQuery, sql } from 'kysely'
import type { Connection, Database, Transaction } from '../database.ts'
import { violatesUnique } from '../errors.ts'
import { readTableShapes, type TableShape } from './introspect.ts'

/** Tables that are not copied: migrations, short-lived rows, and the marks of a copy (`move.ts`). */
const NOT_COPIED = ['migration', 'client_calls', 'copying', 'moved']
/** Column types that are equal in both databases and in JavaScript; `blob` is read as `bytea`. */
const TYPES = ['text', 'integer', 'bigint', 'double precision', 'bytea']

const ROWS_AT_ONCE = 5000
const CHARACTERS_AT_ONCE = 1_000_000
/** SQLite's limits on parameters, and a statement is prepared for each number of rows. */
const SQLITE_ROWS_AT_ONCE = 200
/** A pass writes the differences; the next, over the same snapshot, should find none. */
const PASSES = 3

type Value = string | number | Uint8Array | null
type Row = Record<string, Value>

/** A table, and the key in whose order its rows are read from both databases. */
export type CopiedTable = TableShape & { order: string[] }

/** The result of a pass over a table: rows of the source, and rows that were written to or deleted from the target. */
export interface TableCount {
  table: string
  rows: number
  written: number
  removed: number
}

export interface CopyOptions {
  /** Whether each table is compared again until it is equal. */
  isVerified: boolean
  onProgress: (progress: TableCount) => void
}

/** The databases cannot be made equal. The message says where, in Portuguese. */
export class CopyError extends Error {
  override name = 'CopyError'
}

/** Lists the tables to copy, from the target. Throws `CopyError` unless the source has the same. */
export async function readCopiedTables(source: Database, target: Database): Promise<CopiedTable[]> {
  const [from, to] = await Promise.all([source, target].map(async (db) => selectCopied(await readTableShapes(db))))
  for (const table of new Set([...from!, ...to!].map(({ name }) => name))) {
    const [one, other] = [from!, to!].map((shapes) => shapes.find(({ name }) => name === table))
    if (!one || !other || JSON.stringify(one.columns) !== JSON.stringify(other.columns)) {
      throw new CopyError(`A tabela ${table} não é a mesma nos dois bancos: use a mesma versão do Estante nos dois.`)
    }
  }
  return to!.map((table) => ({
    ...table,
    order: longer(table.key, from!.find(({ name }) => name === table.name)!.key),
  }))
}

/** Returns the longer of the two primary keys: a table that can be partitioned by partner has the partner in front. */
function longer(key: string[], other: string[]): string[] {
  return key.length < other.length ? other : key
}

/** Selects the tables to copy. Throws `CopyError` for one that cannot be copied. */
function selectCopied(shapes: TableShape[]): TableShape[] {
  const tables = shapes.filter(({ name }) => !NOT_COPIED.includes(name))
  for (const { name, key, columns } of tables) {
    const unknown = columns.find(({ type }) => !TYPES.includes(type))
    if (unknown) throw new CopyError(`A coluna ${name}.${unknown.name} é de um tipo que não se copia: ${unknown.type}.`)
    if (key.length === 0) throw new CopyError(`A tabela ${name} não tem chave.`)
  }
  return tables
}

/** Runs a callback on a snapshot of the database, however long it takes. */
export function readAtOneInstant<T>(db: Database, callback: (tx: Transaction) => Promise<T>): Promise<T> {
  if (db.kind === 'sqlite') return db.read.transaction().execute(callback)
  return db.read
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await waitForOthers(tx)
      return callback(tx)
    })
}

/** Lifts a transaction's timeouts in PostgreSQL, where it is idle while the other database is read. */
export async function waitForOthers(tx: Transaction): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/**
 * Makes the target's tables equal to the source's, which must not change meanwhile: reads both in order of their keys,
 * writes the rows that differ and deletes extra ones. So it resumes after any interruption. Holds a few thousand
 * rows in memory.
 */
export async function copyTables(
  source: Connection,
  target: Database,
  tables: CopiedTable[],
  { isVerified, onProgress }: CopyOptions,
): Promise<TableCount[]> {
  const counts = tables.map(({ name }) => ({ table: name, rows: 0, written: 0, removed: 0 }))
  let left = tables
  for (let pass = 1; left.length > 0; pass++) {
    const changed: CopiedTable[] = []
    const removals: (() => Promise<void>)[] = []
    for (const table of left) {
      const count = counts.find((one) => one.table === table.name)!
      const { written, removed } = count
      count.rows = 0
      const isReferenced = tables.some(({ references }) => references.includes(table.name))
      const removal = await makeAlike(source, target, table, count, { isReferenced, onProgress })
      removals.unshift(removal.run)
      if (count.written + count.removed === written + removed) continue
      changed.push(table)
      if (pass === PASSES) throw new CopyError(`A tabela ${table.name} continua diferente em ${removal.difference}.`)
    }
    for (const remove of removals) await remove()
    if (!isVerified) break
    left = changed
  }
  return counts
}

/** Makes one pass over a table. Returns rows to delete once other tables no longer reference them. */
async function makeAlike(
  source: Connection,
  target: Database,
  table: CopiedTable,
  count: TableCount,
  { isReferenced, onProgress }: { isReferenced: boolean; onProgress: (progress: TableCount) => void },
) {
  const from = new OrderedRows(source, table)
  const to = new OrderedRows(target.read, table)
  const names = table.columns.map(({ name }) => name)
  const wanted: Row[] = []
  const unwanted: Row[] = []
  let characters = 0
  let difference = ''

  async function write(): Promise<void> {
    const rows = wanted.splice(0)
    characters = 0
    if (rows.length > 0) await putRows(target, table, rows)
    if (!isReferenced) await removeRows(target, table, unwanted.splice(0))
    onProgress(count)
  }

  for (;;) {
    if (from.isSpent) await from.load()
    if (to.isSpent) await to.load()
    const [ours, theirs] = [from.row, to.row]
    if (!ours && !theirs) break
    const order = !theirs ? -1 : !ours ? 1 : compareKeys(table.order, ours, theirs)
    if (order > 0) {
      to.next()
      unwanted.push(theirs!)
      count.removed++
      difference ||= keyOf(table, theirs!)
    } else {
      from.next()
      if (order === 0) to.next()
      count.rows++
      if (order < 0 || names.some((name) => !isSame(ours![name], theirs![name]))) {
        wanted.push(ours!)
        characters += sizeOf(ours!)
        count.written++
        difference ||= keyOf(table, ours!)
      }
    }
    if (wanted.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE || unwanted.length >= ROWS_AT_ONCE) {
      await write()
    } else if (count.rows % 10_000 === 9999) onProgress(count)
  }
  await write()
  return { difference, run: () => removeRows(target, table, unwanted) }
}

/** Reads a table in order of its key, in chunks; the next one is prefetched. */
class OrderedRows {
  #rows: Row[] = []
  #index = 0
  #limit = 50
  #last: Row | undefined
  #coming: Promise<Row[]> | undefined
  readonly #db: Connection
  readonly #table: CopiedTable

  constructor(db: Connection, table: CopiedTable) {
    this.#db = db
    this.#table = table
    this.#ask()
  }

  /** The current row; undefined after the last. */
  get row(): Row | undefined {
    return this.#rows[this.#index]
  }

  get isSpent(): boolean {
    return this.#index === this.#rows.length && this.#coming !== undefined
  }

  next(): void {
    this.#index++
  }

  async load(): Promise<void> {
    this.#rows = (await this.#coming) ?? []
    this.#index = 0
    this.#coming = undefined
    this.#last = this.#rows.at(-1)
    if (this.#rows.length < this.#limit) return
    const characters = this.#rows.reduce((sum, row) => sum + sizeOf(row), 0)
    const fitting = Math.floor((this.#limit * CHARACTERS_AT_ONCE) / characters)
    this.#limit = Math.max(1, Math.min(fitting, this.#limit * 2, ROWS_AT_ONCE))
    this.#ask()
  }

  #ask(): void {
    const { name, columns, order } = this.#table
    const list = (names: string[]) => sql.join(names.map((column) => sql.ref(column)))
    const last = this.#last
    const after = last ? sql`where (${list(order)}) > (${sql.join(order.map((column) => last[column]))})` : sql``
    const query = sql<Row>`
      select ${list(columns.map((column) => column.name))} from ${sql.table(name)} ${after}
      order by ${list(order)} limit ${this.#limit}
    `
    this.#coming = query.execute(this.#db).then(({ rows }) => rows)
    // The error is reported when the chunk is awaited, which may never happen.
    this.#coming.catch(() => {})
  }
}

async function putRows(target: Database, table: TableShape, rows: Row[]): Promise<void> {
  const put = async (tx: Transaction) => {
    const names = table.columns.map(({ name }) => name)
    const rest = names.filter((name) => !table.key.includes(name))
    const action = rest.length === 0 ? 'nothing' : `update set ${rest.map((name) => `"${name}" = excluded."${name}"`)}`
    const into = `insert into "${table.name}" (${quote(names)})`
    const end = `on conflict (${quote(table.key)}) do ${action}`
    await execute(tx, target.kind, table, names, rows, (list) => `${into} ${list} ${end}`)
  }
  try {
    await target.write(put)
  } catch (error) {
    if (!table.unique.some((columns) => violatesUnique(error, columns.at(-1)!))) throw error
    await target.write(async (tx) => {
      await vacateUniqueValues(tx, target.kind, table, rows)
      await put(tx)
    })
  }
}

/**
 * Gives rows of the target a temporary value where their unique value belongs to another row of the source. Such a row
 * differs from its source too, and is written later in the pass.
 */
async function vacateUniqueValues(
  tx: Transaction,
  kind: Database['kind'],
  table: TableShape,
  rows: Row[],
): Promise<void> {
  for (const columns of table.unique) {
    const holders = rows.filter((row) => columns.every((column) => row[column] !== null))
    const last = columns.at(-1)!
    const own = table.key.map((column) => `cast("${column}" as text)`).join(` || ' ' || `)
    // Stored numbers are not negative.
    const value = typeOf(table, last) === 'text' ? `'copying ' || ${own}` : `-1 - "${last}"`
    const vacate = `update "${table.name}" set "${last}" = ${value}`
    await execute(tx, kind, table, columns, holders, (list) => `${vacate} where (${quote(columns)}) in (${list})`)
  }
}

async function removeRows(target: Database, table: TableShape, rows: Row[]): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const some = rows.slice(first, first + ROWS_AT_ONCE)
    const from = `delete from "${table.name}" where (${quote(table.key)})`
    await target.write((tx) => execute(tx, target.kind, table, table.key, some, (list) => `${from} in (${list})`))
  }
}

/** Runs a statement over a list of rows with these columns. */
async function execute(
  tx: Transaction,
  kind: Database['kind'],
  table: TableShape,
  columns: string[],
  rows: Row[],
  statement: (list: string) => string,
): Promise<void> {
  if (rows.length === 0) return
  if (kind === 'postgresql') {
    const list = `select * from unnest(${columns.map((name, index) => `$${index + 1}::${typeOf(table, name)}[]`)})`
    const values = columns.map((column) => rows.map((row) => row[column]))
    await tx.executeQuery(CompiledQuery.raw(statement(list), values))
    return
  }
  for (let first = 0; first < rows.length; first += SQLITE_ROWS_AT_ONCE) {
    const some = rows.slice(first, first + SQLITE_ROWS_AT_ONCE)
    const list = `values ${some.map(() => `(${columns.map(() => '?')})`)}`
    const values = some.flatMap((row) => columns.map((column) => row[column]))
    await tx.executeQuery(CompiledQuery.raw(statement(list), values))
  }
}

function typeOf({ columns }: TableShape, column: string): string {
  return columns.find(({ name }) => name === column)!.type
}

function compareKeys(key: string[], one: Row, other: Row): number {
  for (const column of key) {
    const [a, b] = [one[column], other[column]]
    if (isSame(a, b)) continue
    if (typeof a === 'number' && typeof b === 'number') return a - b
    return Buffer.compare(toBytes(a), toBytes(b))
  }
  return 0
}

function isSame(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || (a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0)
}

/** Both databases order text by its bytes in UTF-8, unlike JavaScript. */
function toBytes(value: Value | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(String(value))
}

function keyOf(table: TableShape, row: Row): string {
  return table.key.map((column) => `${column}=${nameOf(row[column])}`).join(', ')
}

function nameOf(value: Value | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
}

function sizeOf(row: Row): number {
  let size = 0
  for (const value of Object.values(row)) size += (typeof value === 'number' ? 8 : (value?.length ?? 0)) + 4
  return size
}

function quote(names: string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
