import type { CompiledQuery, DeleteResult, InsertResult, Kysely, UpdateResult } from 'kysely'
import type { Tables } from './tables.ts'

/** A query that Kysely builds, by its methods or with `sql`. */
interface Compilable<Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>
}

/** The rows that a query returns. */
type Rows<Row> = Row extends InsertResult | UpdateResult | DeleteResult ? never[] : Row[]

/** Runs a prepared statement synchronously. */
type Run = (sql: string, parameters: readonly unknown[]) => unknown[]

const directExecutors = new WeakMap<object, Run>()
const names = new Map<string, string>()

/**
 * Prepares a query: Kysely builds and compiles it once for each kind of database, and each call binds its values. For hot
 * paths, where building a query costs more than running it. `values` are placeholders while the query is built: use each as
 * it is, and compute derived values in the caller. Name the columns: PostgreSQL refuses a prepared `select *` once a
 * migration adds a column.
 */
export function prepared<V extends object, Row>(build: (db: Kysely<Tables>, values: V) => Compilable<Row>) {
  let straight: Statement | undefined
  let other: Statement | undefined
  return async (db: Kysely<Tables>, values: V): Promise<Rows<Row>> => {
    const run = directExecutors.get(db)
    if (run) {
      straight ??= compile(db, build)
      return run(straight.compiled.sql, straight.parametersOf(values)) as Rows<Row>
    }
    other ??= named(compile(db, build))
    const { rows } = await db.executeQuery({ ...other.compiled, parameters: other.parametersOf(values) })
    return rows as Rows<Row>
  }
}

/** Registers how prepared queries run on a connection that bypasses Kysely's driver. */
export function registerDirectExecutor(db: Kysely<Tables>, run: Run): void {
  directExecutors.set(db, run)
}

/** Returns the name under which PostgreSQL prepares a statement; undefined for a query that was not prepared here. */
export function statementName(sql: string): string | undefined {
  return names.get(sql)
}

function named(statement: Statement): Statement {
  const { sql } = statement.compiled
  if (!names.has(sql)) names.set(sql, `prepared_${names.size}`)
  return statement
}

interface Statement {
  compiled: CompiledQuery
  parametersOf(values: object): unknown[]
}

function compile<V extends object, Row>(
  db: Kysely<Tables>,
  build: (db: Kysely<Tables>, values: V) => Compilable<Row>,
): Statement {
  const compiled = build(db, new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as V).compile(db)
  const { parameters } = compiled
  if (/^select \*|\breturning \*/.test(compiled.sql))
    throw new Error(`a prepared query names its columns: ${compiled.sql}`)
  return {
    compiled,
    parametersOf: (values) =>
      parameters.map((parameter) =>
        parameter instanceof Placeholder ? values[parameter.name as keyof typeof values] : parameter,
      ),
  }
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
