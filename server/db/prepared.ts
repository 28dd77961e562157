import type { CompiledQuery, DeleteResult, InsertResult, UpdateResult } from 'kysely'
import type { Connection } from './database.ts'

/** A query that Kysely builds, by its methods or with `sql`. */
interface Compilable<Row> {
  compile(db: Connection): CompiledQuery<Row>
}

type Rows<Row> = Row extends InsertResult | UpdateResult | DeleteResult ? never[] : Row[]

/** Prepares a statement, which then runs on SQLite, or is sent to PostgreSQL, before the call returns. */
type Prepare = (sql: string) => (parameters: readonly unknown[]) => unknown[] | Promise<unknown[]>

const directExecutors = new WeakMap<object, Prepare>()
const names = new Map<string, string>()

/**
 * Prepares a query: Kysely builds and compiles it once for each kind of database, and each call binds its values. For
 * hot paths, where building a query costs more than running it. `values` are placeholders while the query is built: use
 * each as it is, and compute derived values in the caller. `values` may be a whole row to insert: every call must give
 * the columns of the first. Name the columns of a `select`: PostgreSQL refuses a prepared `select *` once a migration
 * adds a column.
 */
export function prepared<V extends object, Row>(build: (db: Connection, values: V) => Compilable<Row>) {
  const direct = new WeakMap<object, (values: V) => ReturnType<ReturnType<Prepare>>>()
  let other: Statement | undefined
  return async (db: Connection, values: V): Promise<Rows<Row>> => {
    const run = direct.get(db) ?? prepareDirectly(db, Object.keys(values))
    if (run) return (await run(values)) as Rows<Row>
    other ??= compile(db, build, Object.keys(values))
    const { rows } = await db.executeQuery({ ...other.compiled, parameters: other.parametersOf(values) })
    return rows as Rows<Row>
  }

  function prepareDirectly(db: Connection, valueNames: string[]) {
    const prepare = directExecutors.get(db)
    if (!prepare) return undefined
    const { compiled, parametersOf } = compile(db, build, valueNames)
    const run = prepare(compiled.sql)
    const runWith = (values: V) => run(parametersOf(values))
    direct.set(db, runWith)
    return runWith
  }
}

/** Registers how prepared queries run on a connection that bypasses Kysely's driver. */
export function registerDirectExecutor(db: Connection, prepare: Prepare): void {
  directExecutors.set(db, prepare)
}

/**
 * Compiles a function that makes a row of a list of values. As literals, all rows share a hidden class; the rows of
 * `node:sqlite` have a dictionary each, which is slow to make and to read.
 */
export function compileToRow(columns: string[]): (values: unknown[]) => unknown {
  const fields = columns.map((name, at) => `${JSON.stringify(name)}: values[${at}]`)
  return new Function('values', `return { ${fields.join(', ')} }`) as (values: unknown[]) => unknown
}

/** Compiles a function that lists the parameters of a statement: the values in place of their placeholders. */
function compileToParameters(parameters: readonly unknown[]): (values: object) => unknown[] {
  const list = parameters.map((parameter, at) =>
    parameter instanceof Placeholder ? `values[${JSON.stringify(parameter.name)}]` : `parameters[${at}]`,
  )
  return new Function('parameters', `return (values) => [${list.join(', ')}]`)(parameters)
}

/** Returns the name under which PostgreSQL prepares a statement; undefined for a query that was not prepared here. */
export function statementName(sql: string): string | undefined {
  return names.get(sql)
}

interface Statement {
  compiled: CompiledQuery
  parametersOf(values: object): unknown[]
}

function compile<V extends object, Row>(
  db: Connection,
  build: (db: Connection, values: V) => Compilable<Row>,
  valueNames: string[],
): Statement {
  const named = Object.fromEntries(valueNames.map((name) => [name, new Placeholder(name)]))
  // A name that the first call did not give has a placeholder, too: without its value each call fails.
  const placeholders = new Proxy(named, { get: (_, name) => named[String(name)] ?? new Placeholder(String(name)) })
  const compiled = build(db, placeholders as V).compile(db)
  const { parameters } = compiled
  if (/^select \*|\breturning \*/.test(compiled.sql))
    throw new Error(`a prepared query names its columns: ${compiled.sql}`)
  if (!names.has(compiled.sql)) names.set(compiled.sql, `prepared_${names.size}`)
  return { compiled, parametersOf: compileToParameters(parameters) }
}

/** Stands for a value while its query is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" of a prepared query has no value yet: compute it before`)
  }
}
