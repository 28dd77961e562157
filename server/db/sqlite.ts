import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import {
  Kysely,
  type SelectModifierNode,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import { DatabaseElsewhere, isBusy, wasMoved } from './errors.ts'
import { runKeptStraight } from './kept.ts'
import type { Database, Transaction } from './open.ts'
import type { Tables } from './tables.ts'

/** How long a write waits for another process to end its own, and how often it looks. */
const BUSY_TIMEOUT_MS = 5000
const BUSY_RETRY_MS = 20
/** Pages that the writer has at hand. */
const CACHE_KIB = 64 * 1024
const SCAN_CACHE_KIB = 2 * 1024
/** Pages that wait to be copied into the file: those that change often are copied once for all their changes. */
const CHECKPOINT_PAGES = 4000

/**
 * Opens (and creates) the embedded database: one connection reads, the other writes, so that nobody reads what is not
 * yet committed. `synchronous=FULL`: what was acknowledged survives a power loss.
 */
export function openSqlite(file: string): Database {
  const writer = connect(file)
  const reader = connect(file)
  writer.exec(`pragma busy_timeout = ${BUSY_RETRY_MS}`)
  let isMoved = false
  const transaction = prepareTransaction(writer)
  const tx = kyselyOver(writer)
  const read = kyselyOver(reader, () => isMoved)
  let scanner: { connection: DatabaseSync; scan: Kysely<Tables> } | undefined
  const waiting: Piece[] = []
  let committing: Promise<void> | undefined

  function write<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    waiting.push({ run, resolve: resolve as (value: unknown) => void, reject: refuse })
    committing ??= new Promise((done) => setImmediate(() => drain().then(done)))
    return promise

    // What lives elsewhere since is no longer told to anybody from here.
    function refuse(error: unknown): void {
      isMoved ||= wasMoved(error)
      reject(error)
    }
  }

  // One commit, and one wait for the disk, for all that arrived in a turn of the event loop.
  async function drain(): Promise<void> {
    while (waiting.length > 0) await commitTogether(writer, transaction, tx, waiting.splice(0))
    committing = undefined
  }

  function openScanner() {
    const connection = connect(file, SCAN_CACHE_KIB)
    return { connection, scan: kyselyOver(connection, () => isMoved) }
  }

  return {
    kind: 'sqlite',
    read,
    get scan() {
      scanner ??= openScanner()
      return scanner.scan
    },
    write,
    onAnnounced: () => () => {},
    async copyTo(copy) {
      reader.prepare('vacuum into ?').run(copy)
    },
    load: () => ({ waiting: waiting.length, busy: committing ? 1 : 0, open: scanner ? 3 : 2 }),
    async findFaults() {
      const verdicts = reader
        .prepare('pragma quick_check')
        .all()
        .map((row) => String(row.quick_check))
      return verdicts.filter((verdict) => verdict !== 'ok')
    },
    async close() {
      await committing
      writer.close()
      reader.close()
      scanner?.connection.close()
    },
  }
}

interface Piece {
  run: (tx: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

type TransactionStatements = ReturnType<typeof prepareTransaction>

function prepareTransaction(writer: DatabaseSync) {
  return {
    begin: writer.prepare('begin immediate'),
    commit: writer.prepare('commit'),
    savepoint: writer.prepare('savepoint piece'),
    release: writer.prepare('release piece'),
    rollbackToSavepoint: writer.prepare('rollback to piece'),
  }
}

/** Each piece stands or falls alone, under its own savepoint; nobody is answered before the commit. */
async function commitTogether(
  writer: DatabaseSync,
  { begin, commit, savepoint, release, rollbackToSavepoint }: TransactionStatements,
  tx: Transaction,
  pieces: Piece[],
): Promise<void> {
  const answers: (() => void)[] = []
  try {
    await untilNotBusy(() => begin.run())
    for (const { run, resolve, reject } of pieces) {
      savepoint.run()
      try {
        const value = await run(tx)
        answers.push(() => resolve(value))
      } catch (error) {
        // A full or failing disk ends the whole transaction by itself.
        if (!writer.isTransaction) throw error
        rollbackToSavepoint.run()
        answers.push(() => reject(error))
      }
      release.run()
    }
    commit.run()
  } catch (error) {
    for (const { reject } of pieces) reject(error)
    if (writer.isOpen && writer.isTransaction) writer.exec('rollback')
    return
  }
  for (const answer of answers) answer()
}

/** Waits for another process that is writing, without holding this one up as SQLite's own patience would. */
async function untilNotBusy(begin: () => void): Promise<void> {
  const until = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      return begin()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await wait(BUSY_RETRY_MS)
    }
  }
}

function connect(file: string, cacheKib = CACHE_KIB): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  connection.exec(`pragma cache_size = -${cacheKib}; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  return connection
}

function kyselyOver(connection: DatabaseSync, isMoved = () => false): Kysely<Tables> {
  const prepare = preparedOnce(connection, isMoved)
  const db = new Kysely<Tables>({ dialect: new OneWriterDialect({ database: asKyselyExpects(connection, prepare) }) })
  runKeptStraight(db, (sql, parameters) => prepare(sql).all(parameters) as unknown[])
  return db
}

class OneWriterDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new OneWriterCompiler()
  }
}

/** Whoever writes has the whole database: there are no rows to lock, and no words for it. */
class OneWriterCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForNoKeyUpdate') super.visitSelectModifier(node)
  }
}

/** Statements are prepared once. */
function preparedOnce(connection: DatabaseSync, isMoved: () => boolean): (sql: string) => SqliteStatement {
  const statements = new Map<string, SqliteStatement>()
  return (sql) => {
    if (isMoved()) throw new DatabaseElsewhere('Este banco foi mudado para outro.')
    let statement = statements.get(sql)
    if (!statement) {
      statement = asStatement(connection.prepare(sql))
      if (statements.size >= 500) statements.clear()
      statements.set(sql, statement)
    }
    return statement
  }
}

/** Kysely expects `better-sqlite3`; `node:sqlite` differs in how parameters are passed. */
function asKyselyExpects(connection: DatabaseSync, prepare: (sql: string) => SqliteStatement): SqliteDatabase {
  return { prepare, close: () => connection.close() }
}

function asStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}
