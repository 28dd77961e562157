import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Database, Transaction } from './database.ts'
import { isDatabaseUnavailable, isOfFailedTransaction, isWriteConflict } from './errors.ts'
import { CHANNEL } from './notify.ts'
import { registerDirectExecutor, statementName } from './prepared.ts'
import { openSharedCallStore } from './shared-call-store.ts'
import type { Tables } from './tables.ts'
import { flushWrites, openWriteBuffer } from './write-buffer.ts'

const CONNECT_TIMEOUT_MS = 5000
/** The server's timeout comes first; the client's is for a server that does not respond. */
const STATEMENT_TIMEOUT_MS = 10_000
const ANSWER_TIMEOUT_MS = 12_000
const NO_ANSWER = 'Query read timeout'
const LOCK_TIMEOUT_MS = 5000
const ATTEMPTS = 5
/** A separate pool for statements that do not wait for the disk, all of them short. */
export const VOLATILE_POOL_SIZE = 2

/**
 * Returns the options of our connections: `bigint` and `numeric` are parsed as numbers, and everything has a timeout.
 */
function connectionSettings(url: string): pg.ClientConfig {
  return {
    // pg verifies the certificate in these modes, too, but writes a warning among the lines of the log.
    connectionString: url.replace(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, 'verify-full'),
    application_name: 'estante',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    // Concurrent queries of a connection are sent at once and answered in order: one round trip for all.
    pipeline: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  }
}

const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
}

/** Opens PostgreSQL. Connects on demand, and reconnects after an outage of the server or network. */
export function openPostgres(url: string, poolSize: number): Database {
  const pool = openPool({ ...connectionSettings(url), max: poolSize })
  const connections = droppingStuckConnections(pool)
  const read = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) })
  const transact = transactionsOver(connections)
  const notifications = listen(url)
  const volatilePool = openPool({
    ...connectionSettings(url),
    max: VOLATILE_POOL_SIZE,
    options: '-c synchronous_commit=off',
  })
  const volatile = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: droppingStuckConnections(volatilePool) }),
  })

  let isWriteFailing = false
  async function retrying<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const value = await run()
        isWriteFailing = false
        return value
      } catch (error) {
        isWriteFailing = isDatabaseUnavailable(error) && !isWriteConflict(error)
        if (attempt === ATTEMPTS || !isWriteConflict(error)) throw error
        // Waits a random time, so that conflicting transactions do not meet again.
        await wait(Math.random() * 10 * attempt)
      }
    }
  }

  return {
    kind: 'postgresql',
    read,
    readBulk: read,
    write: (callback) => retrying(() => transact(callback)),
    giveWay: async () => {},
    onNotify: notifications.on,
    sharedCalls: openSharedCallStore(volatile),
    compact: () => vacuum(url),
    load: () => ({ waiting: pool.waitingCount, busy: pool.totalCount - pool.idleCount, open: pool.totalCount }),
    isWriteFailing: () => isWriteFailing,
    async close() {
      await notifications.close()
      await Promise.all([pool.end(), volatile.destroy()])
    },
  }
}

/**
 * Runs callbacks in transactions. Kysely's own transactions run one query at a time; in these, concurrent queries are
 * pipelined, `begin` with the first query and `commit` with the collected writes: PostgreSQL answers it with a rollback
 * when one of them failed.
 */
function transactionsOver(pool: ReturnType<typeof droppingStuckConnections>) {
  const transactions = new WeakMap<PostgresPoolClient, Transaction>()
  return async <T>(callback: (tx: Transaction) => Promise<T>): Promise<T> => {
    const connection = await pool.connect()
    const tx = transactions.get(connection) ?? transactionOn(connection)
    transactions.set(connection, tx)
    const begun = connection.query('begin', [])
    // Awaited below; until then a rejection is handled here.
    begun.catch(() => {})
    try {
      openWriteBuffer(tx)
      const value = await callback(tx)
      await begun
      await Promise.all([flushWrites(tx), connection.query('commit', [])])
      return value
    } catch (error) {
      await Promise.allSettled([begun, connection.query('rollback', [])])
      throw error
    } finally {
      connection.release()
    }
  }
}

/**
 * Returns a `Transaction` of one connection, for its transactions one after another. The caller begins, ends and
 * releases it.
 */
function transactionOn(connection: PostgresPoolClient): Transaction {
  const lent: PostgresPoolClient = { query: connection.query, release() {} }
  const tx: Transaction = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => lent, end: async () => {} } }),
  })
  registerDirectExecutor(tx, (text) => async (values) => (await connection.query<unknown>(text, values)).rows)
  return tx
}

/** Handles errors of connections, so that a lost one does not end the process. */
function openPool(settings: pg.PoolConfig): pg.Pool {
  // Queries have their own timeout (`droppedWhenStuck`).
  const pool = new pg.Pool({ ...settings, query_timeout: 0 })
  // Idle: the pool has already dropped it.
  pool.on('error', () => {})
  // In use: the waiting query is rejected, and the connection is dropped when it is released.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Drops a connection whose answer did not come, instead of returning it to the pool. Prepared queries are prepared once
 * on each connection.
 *
 * Queries use callbacks, and each connection has a single timer: with pg's own promise and timeout, every query would
 * be part of a reference cycle that V8's minor collections leave in memory, with its rows.
 */
function droppingStuckConnections(pool: pg.Pool) {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect(): Promise<PostgresPoolClient> {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? droppedWhenStuck(client)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

function droppedWhenStuck(client: pg.PoolClient): PostgresPoolClient {
  let stuck: Error | undefined
  /** The error that failed the transaction, not the ones that PostgreSQL reports for its later queries. */
  let failure: Error | undefined
  /** How to reject each pending query, in the order of their answers. */
  const waiting: ((error: Error) => void)[] = []
  const answerTimer = setTimeout(() => {
    if (waiting.length === 0) return
    stuck = new Error(NO_ANSWER)
    for (const refuse of waiting) refuse(stuck)
  }, ANSWER_TIMEOUT_MS).unref()
  return {
    async query(text: string, values: unknown[] = []) {
      // Not even a rollback is waited for: the server does it when the connection is gone.
      if (stuck) throw stuck
      const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
      waiting.push(reject)
      answerTimer.refresh()
      const name = statementName(text)
      client.query({ text, values, ...(name && { name }) }, (error, result) => {
        waiting.shift()
        if (!error) return resolve(result)
        if (!isOfFailedTransaction(error)) failure = error
        reject(failure ?? error)
      })
      return promise
    },
    release() {
      client.release(stuck)
      // With a pipeline, pg would wait for the answers before it ends the connection.
      if (stuck) client.connection.stream.destroy()
    },
  } as unknown as PostgresPoolClient
}

/** Listens to all topics on a connection that is opened for the first subscriber, and reopened when it is lost. */
function listen(url: string) {
  const listeners = new Map<string, Set<(detail: string) => void>>()
  const closing = new AbortController()
  let listening: Promise<void> | undefined

  async function listenUntilClosed(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenUntilLost().catch(() => {})
      await wait(1000, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function listenUntilLost(): Promise<void> {
    const client = new pg.Client(connectionSettings(url))
    const lost = Promise.withResolvers<void>()
    client.on('error', () => lost.resolve()).on('end', () => lost.resolve())
    client.on('notification', ({ payload = '' }) => {
      const [topic = '', detail = ''] = payload.split(' ')
      for (const listener of listeners.get(topic) ?? []) listener(detail)
    })
    const leave = () => lost.resolve()
    closing.signal.addEventListener('abort', leave)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      await lost.promise
    } finally {
      closing.signal.removeEventListener('abort', leave)
      await client.end().catch(() => {})
    }
  }

  return {
    on(topic: string, listener: (detail: string) => void): () => void {
      const ours = listeners.get(topic) ?? new Set()
      listeners.set(topic, ours.add(listener))
      listening ??= listenUntilClosed()
      return () => ours.delete(listener)
    },
    async close(): Promise<void> {
      closing.abort()
      await listening
    },
  }
}

/** Vacuums every table: an erasure may have changed any. Unchanged pages are skipped. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ ...connectionSettings(url), statement_timeout: 0, query_timeout: 0 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      'select quote_ident(tablename) as name from pg_tables where schemaname = current_schema() order by tablename',
    )
    await client.query(`vacuum (skip_locked) ${rows.map(({ name }) => name).join(', ')}`)
  } finally {
    await client.end().catch(() => {})
  }
}
