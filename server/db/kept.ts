import type { CompiledQuery, DeleteResult, InsertResult, Kysely, UpdateResult } from 'kysely'
import type { Tables } from './tables.ts'

/** A query as Kysely builds it, by its methods or by `sql`. */
interface Compilable<Row> {
  compile(db: Kysely<Tables>): CompiledQuery<Row>
}

/** The rows a query answers; none when it returns nothing. */
type Rows<Row> = Row extends InsertResult | UpdateResult | DeleteResult ? never[] : Row[]

/** Runs a statement at once, on a connection that keeps it prepared. */
type Run = (sql: string, parameters: readonly unknown[]) => unknown[]

const straightRuns = new WeakMap<object, Run>()
const names = new Map<string, string>()

/**
 * A query that is built and compiled once for each kind of database, and then only run: for the paths where building it
 * each time would cost more than the database does. Write it as any other, `values` standing for what changes from one
 * call to the next: each is named where it goes, and goes there as it is; what is computed from it the caller computes.
 * Its columns are named as well: PostgreSQL refuses what was prepared to answer all of them once a migration adds one.
 */
export function kept<V extends object, Row>(build: (db: Kysely<Tables>, values: V) => Compilable<Row>) {
  let straight: Statement | undefined
  let other: Statement | undefined
  return async (db: Kysely<Tables>, values: V): Promise<Rows<Row>> => {
    const run = straightRuns.get(db)
    if (run) {
      straight ??= compile(db, build)
      return run(straight.compiled.sql, straight.parametersOf(values)) as Rows<Row>
    }
    other ??= named(compile(db, build))
    const { rows } = await db.executeQuery({ ...other.compiled, parameters: other.parametersOf(values) })
    return rows as Rows<Row>
  }
}

/** Says how kept queries are run on a connection that needs nothing of Kysely for it. */
export function runKeptStraight(db: Kysely<Tables>, run: Run): void {
  straightRuns.set(db, run)
}

/** What a connection that is not run straight may keep a query's statement prepared under; undefined when it is not a kept one. */
export function nameOfKept(sql: string): string | undefined {
  return names.get(sql)
}

function named(statement: Statement): Statement {
  const { sql } = statement.compiled
  if (!names.has(sql)) names.set(sql, `kept_${names.size}`)
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
  const compiled = build(db, new Proxy({}, { get: (_, name) => new Mark(String(name)) }) as V).compile(db)
  const { parameters } = compiled
  if (/^select \*|\breturning \*/.test(compiled.sql)) throw new Error(`a kept query names its columns: ${compiled.sql}`)
  return {
    compiled,
    parametersOf: (values) =>
      parameters.map((parameter) =>
        parameter instanceof Mark ? values[parameter.name as keyof typeof values] : parameter,
      ),
  }
}

/** Stands for a value while its query is built. */
class Mark {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`"${this.name}" of a kept query has no value yet: compute it before`)
  }
}
