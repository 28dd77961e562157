import { totalmem } from 'node:os'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Kysely, type SelectModifierNode, SqliteDialect, SqliteQueryCompiler, type SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'
import { createCheckpoints } from './checkpoints.ts'
import type { Connection, Database, Transaction } from './database.ts'
import { DatabaseElsewhere, isBusy, isDatabaseUnavailable, wasMoved } from './errors.ts'
import { compileToRow, registerDirectExecutor } from './prepared.ts'
import type { Tables } from './tables.ts'
import { waitForBatch } from './wait-for-batch.ts'

/** How long a write waits for that of another process, and how often it retries. */
const BUSY_TIMEOUT_MS = 5000
const BUSY_RETRY_MS = 20
/** Long enough for a retry of every process that waits. */
const GIVE_WAY_MS = 1.5 * BUSY_RETRY_MS
/** Cached pages: the writer's stay, readers' are invalidated by every commit. */
const WRITER_CACHE_KIB = Math.min(Math.max(memoryKib() / 16, 64 * 1024), 512 * 1024)
const READER_CACHE_KIB = 2 * 1024
const PREPARED_STATEMENTS = 500
/** Commits between two checks of the log's size: a check costs as much as a heartbeat. */
const COMMITS_PER_CHECK = 8

/**
 * Opens, or creates, the embedded database: one connection writes, the other reads, so that no read sees uncommitted
 * rows; prepared queries (`prepared.ts`) run on the writer's while it is idle. `synchronous=FULL`: an acknowledged
 * write survives a power loss.
 */
export function openSqlite(file: string): Database {
  const writer = openWriter(file)
  const checkpoints = createCheckpoints(writer.connection, file)
  const reader = connect(file)
  let commits = 0
  let isMoved = false
  let isWriteFailing = false
  const read = kyselyOver(reader, { warmConnection: writer.connection, isMoved: () => isMoved })
  const waiting: PendingWrite[] = []
  let committing: Promise<void> | undefined
  /** Ends with the latest commit or compaction. */
  let latest: Promise<unknown> = Promise.resolve()

  function write<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    waiting.push({ run, resolve: resolve as (value: unknown) => void, reject: refuse })
    committing ??= drain()
    return promise

    // Once the database was moved, its processes send no notifications.
    function refuse(error: unknown): void {
      isMoved ||= wasMoved(error)
      reject(error)
    }
  }

  // Group commit: one wait for the disk for all that arrived together.
  async function drain(): Promise<void> {
    await waitForBatch(waiting)
    while (waiting.length > 0) {
      isWriteFailing = isDatabaseUnavailable(await runAlone(() => groupCommit(writer, waiting.splice(0))))
      if (++commits % COMMITS_PER_CHECK === 0) checkpoints.committed()
    }
    committing = undefined
  }

  function runAlone<T>(run: () => Promise<T>): Promise<T> {
    const done = latest.then(run)
    latest = done.catch(() => {})
    return done
  }

  return {
    kind: 'sqlite',
    read,
    readBulk: kyselyOver(reader, { isMoved: () => isMoved }),
    write,
    giveWay: () => wait(GIVE_WAY_MS),
    onNotify: () => () => {},
    load: () => ({ waiting: waiting.length, busy: committing ? 1 : 0, open: 2 }),
    isWriteFailing: () => isWriteFailing,
    // VACUUM rewrites the file on another connection. Reads go on; this process's writes wait for it.
    compact: () => runAlone(() => compactFile(file)),
    async close() {
      await committing
      await latest
      await checkpoints.close(() => {
        writer.connection.close()
        reader.close()
      })
    },
  }
}

function compactFile(file: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  new Worker(new URL('./compact-worker.js', import.meta.url), { workerData: { file } })
    .on('message', () => resolve())
    .on('error', reject)
    .on('exit', () => reject(new Error('the compaction ended before its time')))
  return promise
}

interface PendingWrite {
  run: (tx: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** Resolves or rejects the caller's promise. */
type Settle = () => void

type Writer = ReturnType<typeof openWriter>

function openWriter(file: string) {
  const connection = connect(file, WRITER_CACHE_KIB)
  connection.exec(`pragma busy_timeout = ${BUSY_RETRY_MS}`)
  return {
    connection,
    tx: kyselyOver(connection),
    begin: connection.prepare('begin immediate'),
    commit: connection.prepare('commit'),
    rollback: connection.prepare('rollback'),
    savepoint: connection.prepare('savepoint pending'),
    release: connection.prepare('release pending'),
    rollbackToSavepoint: connection.prepare('rollback to pending'),
  }
}

/**
 * Runs the callbacks in one transaction and resolves them after its commit; when a callback fails, runs each behind a
 * savepoint of its own. Returns the error when nothing could be committed.
 */
async function groupCommit(writer: Writer, writes: PendingWrite[]): Promise<unknown> {
  try {
    const settlements =
      (await runTogether(writer, writes)) ?? (await runTogether(writer, writes, { withSavepoints: true }))
    for (const settle of settlements ?? []) settle()
    return undefined
  } catch (error) {
    for (const { reject } of writes) reject(error)
    if (writer.connection.isOpen && writer.connection.isTransaction) writer.rollback.run()
    return error
  }
}

/**
 * Runs the callbacks in one transaction. Returns undefined after rolling back because one of several failed.
 * `withSavepoints` isolates each, at the cost of copying every page it changes.
 */
async function runTogether(
  writer: Writer,
  writes: PendingWrite[],
  { withSavepoints = false } = {},
): Promise<Settle[] | undefined> {
  const settlements: Settle[] = []
  await untilNotBusy(() => writer.begin.run())
  for (const { run, resolve, reject } of writes) {
    if (withSavepoints) writer.savepoint.run()
    try {
      const value = await run(writer.tx)
      settlements.push(() => resolve(value))
    } catch (error) {
      // A full or failing disk rolls the whole transaction back by itself.
      if (!writer.connection.isTransaction) throw error
      if (!withSavepoints) {
        writer.rollback.run()
        return writes.length > 1 ? undefined : [() => reject(error)]
      }
      writer.rollbackToSavepoint.run()
      settlements.push(() => reject(error))
    }
    if (withSavepoints) writer.release.run()
  }
  writer.commit.run()
  return settlements
}

/** Waits for another process's write without blocking the event loop, as SQLite's own busy timeout would. */
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

function connect(file: string, cacheKib = READER_CACHE_KIB): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  // Deleted and overwritten content is zeroed: it may be personal data.
  connection.exec('pragma secure_delete = on')
  connection.exec(`pragma cache_size = -${Math.floor(cacheKib)}`)
  return connection
}

/** Returns the memory of the machine, or the process's share of it. */
function memoryKib(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024
}

/**
 * Creates the Kysely of a connection. Prepared queries run on `warmConnection`, which has cached pages, while it is
 * idle.
 */
function kyselyOver(
  connection: DatabaseSync,
  {
    warmConnection = connection,
    isMoved = () => false,
  }: { warmConnection?: DatabaseSync; isMoved?: () => boolean } = {},
): Connection {
  const prepare = preparedOnce(connection, isMoved)
  const database = { prepare, close: () => connection.close() }
  const db = new Kysely<Tables>({ dialect: new OneWriterDialect({ database }) })
  registerDirectExecutor(db, (sql) => {
    const runOnOwn = runnerOf(connection, sql)
    const runOnWarm = warmConnection === connection ? runOnOwn : runnerOf(warmConnection, sql)
    return (parameters) => {
      refuseMoved(isMoved)
      return warmConnection.isTransaction ? runOnOwn(parameters) : runOnWarm(parameters)
    }
  })
  return db
}

/** Prepares a statement at its first run. */
function runnerOf(connection: DatabaseSync, sql: string): (parameters: readonly unknown[]) => unknown[] {
  let statement: StatementSync | undefined
  let toRow: ((values: unknown[]) => unknown) | undefined
  return (parameters) => {
    if (!statement || !toRow) {
      statement = connection.prepare(sql)
      statement.setReturnArrays(true)
      toRow = compileToRow(statement.columns().map(({ name }) => name))
    }
    const rows = statement.all(...asValues(parameters)) as unknown as unknown[][]
    return rows.map(toRow)
  }
}

class OneWriterDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new OneWriterCompiler()
  }
}

/** Drops `for update`: the writer has the whole database, and SQLite has no such clause. */
class OneWriterCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForNoKeyUpdate') super.visitSelectModifier(node)
  }
}

function preparedOnce(connection: DatabaseSync, isMoved: () => boolean): (sql: string) => SqliteStatement {
  const statements = new LRUCache<string, SqliteStatement>({ max: PREPARED_STATEMENTS })
  return (sql) => {
    refuseMoved(isMoved)
    let statement = statements.get(sql)
    if (!statement) {
      statement = asStatement(connection.prepare(sql))
      statements.set(sql, statement)
    }
    return statement
  }
}

/** Adapts `node:sqlite` to Kysely's interface of `better-sqlite3`: parameters are passed differently. */
function asStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...asValues(parameters)),
    run: (parameters) => statement.run(...asValues(parameters)),
    iterate: (parameters) => statement.iterate(...asValues(parameters)),
  }
}

function asValues(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[]
}

function refuseMoved(isMoved: () => boolean): void {
  if (isMoved()) throw new DatabaseElsewhere('Este banco foi mudado para outro.')
}
