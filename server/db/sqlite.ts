import { totalmem } from 'node:os'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import {
  Kysely,
  type SelectModifierNode,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { createCheckpoints } from './checkpoints.ts'
import type { Database, Transaction } from './database.ts'
import { DatabaseElsewhere, isBusy, isDatabaseUnavailable, wasMoved } from './errors.ts'
import { registerDirectExecutor } from './prepared.ts'
import type { Tables } from './tables.ts'
import { waitForBatch } from './wait-for-batch.ts'

/** How long a write waits for another process to end its own, and how often it looks. */
const BUSY_TIMEOUT_MS = 5000
const BUSY_RETRY_MS = 20
/** Pages at hand: those of the writer stay, readers forget theirs at every commit. */
const WRITER_CACHE_KIB = Math.min(Math.max(memoryKib() / 16, 64 * 1024), 512 * 1024)
const READER_CACHE_KIB = 2 * 1024
const PREPARED_STATEMENTS = 500

/**
 * Opens (and creates) the embedded database: one connection writes, the other reads, so that nobody reads what is not
 * yet committed; prepared queries (`prepared.ts`) run on the first while it is not writing. `synchronous=FULL`: what was
 * acknowledged survives a power loss.
 */
export function openSqlite(file: string): Database {
  const writer = openWriter(file)
  const checkpoints = createCheckpoints(writer.connection, file)
  const reader = connect(file)
  let isMoved = false
  let isWriteFailing = false
  const read = kyselyOver(reader, { sooner: writer.connection, isMoved: () => isMoved })
  const waiting: Piece[] = []
  let committing: Promise<void> | undefined
  let lastCommit: Promise<unknown> | undefined
  let compacting: Promise<void> | undefined

  function write<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    waiting.push({ run, resolve: resolve as (value: unknown) => void, reject: refuse })
    committing ??= drain()
    return promise

    // What lives elsewhere since is no longer told to anybody from here.
    function refuse(error: unknown): void {
      isMoved ||= wasMoved(error)
      reject(error)
    }
  }

  // One commit, and one wait for the disk, for all that arrived together.
  async function drain(): Promise<void> {
    await waitForBatch(waiting)
    while (waiting.length > 0) {
      await compacting?.catch(() => {})
      const commit = commitTogether(writer, waiting.splice(0))
      lastCommit = commit
      isWriteFailing = isDatabaseUnavailable(await commit)
      checkpoints.committed()
    }
    committing = undefined
  }

  // Another connection writes all of the file anew. Reads go on; writes of this process wait for it here.
  async function compact(): Promise<void> {
    await compacting?.catch(() => {})
    compacting = (lastCommit ?? Promise.resolve()).then(() => compactFile(file))
    await compacting
  }

  return {
    kind: 'sqlite',
    read,
    readMuch: kyselyOver(reader, { isMoved: () => isMoved }),
    write,
    onAnnounced: () => () => {},
    load: () => ({ waiting: waiting.length, busy: committing ? 1 : 0, open: 2 }),
    isWriteFailing: () => isWriteFailing,
    compact,
    async close() {
      await committing
      await compacting?.catch(() => {})
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

interface Piece {
  run: (tx: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** What tells whoever gave a piece how it ended. */
type Answer = () => void

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
    savepoint: connection.prepare('savepoint piece'),
    release: connection.prepare('release piece'),
    rollbackToSavepoint: connection.prepare('rollback to piece'),
  }
}

/** Each piece stands or falls alone, and nobody is answered before the commit. Returns why nothing could be written, if so. */
async function commitTogether(writer: Writer, pieces: Piece[]): Promise<unknown> {
  try {
    const answers = (await run(writer, pieces)) ?? (await run(writer, pieces, { isApart: true }))
    for (const answer of answers ?? []) answer()
    return undefined
  } catch (error) {
    for (const { reject } of pieces) reject(error)
    if (writer.connection.isOpen && writer.connection.isTransaction) writer.rollback.run()
    return error
  }
}

/**
 * Undefined when one of several failed: nothing of any was kept. Run apart, each is under its own savepoint, which copies
 * every page that it changes.
 */
async function run(writer: Writer, pieces: Piece[], { isApart = false } = {}): Promise<Answer[] | undefined> {
  const answers: Answer[] = []
  await untilNotBusy(() => writer.begin.run())
  for (const { run, resolve, reject } of pieces) {
    if (isApart) writer.savepoint.run()
    try {
      const value = await run(writer.tx)
      answers.push(() => resolve(value))
    } catch (error) {
      // A full or failing disk ends the whole transaction by itself.
      if (!writer.connection.isTransaction) throw error
      if (!isApart) {
        writer.rollback.run()
        return pieces.length > 1 ? undefined : [() => reject(error)]
      }
      writer.rollbackToSavepoint.run()
      answers.push(() => reject(error))
    }
    if (isApart) writer.release.run()
  }
  writer.commit.run()
  return answers
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

function connect(file: string, cacheKib = READER_CACHE_KIB): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  // What a row held is overwritten with zeros when it is changed or removed: it may be all that told of a person.
  connection.exec('pragma secure_delete = on')
  connection.exec(`pragma cache_size = -${Math.floor(cacheKib)}`)
  return connection
}

/** Of the machine, or what the process was given of it. */
function memoryKib(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024
}

/** `sooner`: a connection with its pages at hand, which answers kept queries while it is not writing. */
function kyselyOver(
  connection: DatabaseSync,
  { sooner = connection, isMoved = () => false }: { sooner?: DatabaseSync; isMoved?: () => boolean } = {},
): Kysely<Tables> {
  const prepare = preparedOnce(connection, isMoved)
  const prepareSooner = sooner === connection ? prepare : preparedOnce(sooner, isMoved)
  const db = new Kysely<Tables>({ dialect: new OneWriterDialect({ database: asKyselyExpects(connection, prepare) }) })
  registerDirectExecutor(db, (sql, parameters) => {
    const prepareNow = sooner.isTransaction ? prepare : prepareSooner
    return prepareNow(sql).all(parameters) as unknown[]
  })
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
  const statements = new LRUCache<string, SqliteStatement>({ max: PREPARED_STATEMENTS })
  return (sql) => {
    if (isMoved()) throw new DatabaseElsewhere('Este banco foi mudado para outro.')
    let statement = statements.get(sql)
    if (!statement) {
      statement = asStatement(connection.prepare(sql))
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
