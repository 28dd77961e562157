import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Database, Transaction } from './database.ts'
import { isDatabaseUnavailable, isWriteConflict } from './errors.ts'
import { CHANNEL } from './notify.ts'
import { statementName } from './prepared.ts'
import { openSharedCallStore } from './shared-call-store.ts'
import type { Tables } from './tables.ts'

const CONNECT_TIMEOUT_MS = 5000
/** The server gives up first; the client does when the server is not there to. */
const STATEMENT_TIMEOUT_MS = 10_000
const ANSWER_TIMEOUT_MS = 12_000
const NO_ANSWER = 'Query read timeout'
const LOCK_TIMEOUT_MS = 5000
const ATTEMPTS = 5
/** Connections for what waits for no disk: each statement there is short. */
export const VOLATILE_POOL_SIZE = 2

/** A connection to PostgreSQL as we use it: numbers are numbers (`bigint` and `numeric` too), and nothing waits for ever. */
function connectionSettings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'estante',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
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

/** Opens PostgreSQL. Connections are made when they are needed, and made anew after the server or the network was gone. */
export function openPostgres(url: string, poolSize: number): Database {
  const pool = openPool({ ...connectionSettings(url), max: poolSize })
  const read = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: droppingStuckConnections(pool) }) })
  const announcements = listen(url)
  const volatilePool = openPool({
    ...connectionSettings(url),
    max: VOLATILE_POOL_SIZE,
    options: '-c synchronous_commit=off',
  })
  const volatile = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: droppingStuckConnections(volatilePool) }),
  })

  let isWriteFailing = false
  async function write<T>(piece: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const value = await read.transaction().execute(piece)
        isWriteFailing = false
        return value
      } catch (error) {
        isWriteFailing = isDatabaseUnavailable(error) && !isWriteConflict(error)
        if (attempt === ATTEMPTS || !isWriteConflict(error)) throw error
        // Out of step with whoever it met.
        await wait(Math.random() * 10 * attempt)
      }
    }
  }

  return {
    kind: 'postgresql',
    read,
    readMuch: read,
    write,
    onAnnounced: announcements.on,
    sharedCalls: openSharedCallStore(volatile),
    compact: () => vacuum(url),
    load: () => ({ waiting: pool.waitingCount, busy: pool.totalCount - pool.idleCount, open: pool.totalCount }),
    isWriteFailing: () => isWriteFailing,
    async close() {
      await announcements.close()
      await Promise.all([read.destroy(), volatile.destroy()])
    },
  }
}

/** A connection that breaks ends nothing but itself. */
function openPool(settings: pg.PoolConfig): pg.Pool {
  // The answer's time is looked after where it is asked (`droppedWhenStuck`).
  const pool = new pg.Pool({ ...settings, query_timeout: 0 })
  // While nobody uses it: the pool has already dropped it.
  pool.on('error', () => {})
  // In use: whoever waits for its answer is told, and it is dropped when given back.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * A connection whose answer did not come is not given to the next one who asks. Kept queries are prepared once on each.
 *
 * A query is asked with a function to call, and one timer serves all of a connection: with pg's own promise and timeout
 * each query refers to itself in a circle, and V8's small collections of memory leave it there, with its rows.
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
  /** How to refuse each query that waits, in the order in which they are answered. */
  const waiting: ((error: Error) => void)[] = []
  const patience = setTimeout(() => {
    if (waiting.length === 0) return
    stuck = new Error(NO_ANSWER)
    for (const refuse of waiting) refuse(stuck)
  }, ANSWER_TIMEOUT_MS).unref()
  return {
    async query(text: string, values: unknown[] = []) {
      // Not even a rollback is waited for again: the server makes it once the connection is gone.
      if (stuck) throw stuck
      const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
      waiting.push(reject)
      patience.refresh()
      const name = statementName(text)
      client.query({ text, values, ...(name && { name }) }, (error, result) => {
        waiting.shift()
        if (error) reject(error)
        else resolve(result)
      })
      return promise
    },
    release: () => client.release(stuck),
  } as unknown as PostgresPoolClient
}

/** One connection that hears every topic, opened by the first who listens and again whenever it was lost. */
function listen(url: string) {
  const hearers = new Map<string, Set<(detail: string) => void>>()
  const closing = new AbortController()
  let staying: Promise<void> | undefined

  async function stay(): Promise<void> {
    while (!closing.signal.aborted) {
      await hearUntilLost().catch(() => {})
      await wait(1000, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function hearUntilLost(): Promise<void> {
    const client = new pg.Client(connectionSettings(url))
    const lost = Promise.withResolvers<void>()
    client.on('error', () => lost.resolve()).on('end', () => lost.resolve())
    client.on('notification', ({ payload = '' }) => {
      const [topic = '', detail = ''] = payload.split(' ')
      for (const hear of hearers.get(topic) ?? []) hear(detail)
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
    on(topic: string, hear: (detail: string) => void): () => void {
      const ours = hearers.get(topic) ?? new Set()
      hearers.set(topic, ours.add(hear))
      staying ??= stay()
      return () => ours.delete(hear)
    },
    async close(): Promise<void> {
      closing.abort()
      await staying
    },
  }
}

/** Every table: whatever an erasure touched. Pages where nothing changed since the last time are passed over. */
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
