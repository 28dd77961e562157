import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../context.ts'
import type { Client } from '../credentials/authenticate-client.ts'
import type { Database, Transaction } from '../db/database.ts'
import { instantOf } from '../db/ids.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { RequestLogRow } from '../db/tables.ts'
import { createMinuteCounts } from './minutes.ts'

const WRITE_EVERY_MS = 1000
/** Rows of one write: requests wait for it. */
const BATCH_ROWS = 100
/** Calls that wait for a database that is away; beyond, the oldest are dropped. */
const PENDING_CALLS = 20_000
/**
 * Refused calls of one credential that are written down in a minute; beyond, they are only counted. Those that were not
 * let in are counted apart: whoever knows no more than the name of a credential hides nothing of what its owner did.
 */
const REFUSED_A_MINUTE = 120
const MINUTE_MS = 60_000

/** The client left before the end of the answer, as proxies write it. */
const ABANDONED = 499

/** A call to the Partner API, and how it ended. */
interface Call extends Pick<RequestLogRow, 'id' | 'method' | 'route' | 'status' | 'code' | 'ms' | 'omitted'> {
  client: Client
  /** Whether the secret was right, too. */
  isLetIn: boolean
}

/** The refused calls of a credential in one minute, let in or not. */
interface Refusals {
  minute: number
  written: number
  /** The last that has a row: it carries how many came after it. */
  last: Call
}

/**
 * Logs every call to the Partner API that named a credential, and counts requests by minute. Buffers them in memory when the
 * answer ends and writes them in batches, off the request path: a crash loses a second of the log.
 */
export function createRequestLog(db: Database, clock: Clock, log: Logger) {
  const minutes = createMinuteCounts()
  let pending: Call[] = []
  let dropped = 0
  const refusalsOf = new Map<string, Refusals>()
  /** Have a row already, and omit more than it says. */
  const outgrown = new Set<Call>()
  let writing: Promise<void> | undefined
  const timer = setInterval(flush, WRITE_EVERY_MS)
  timer.unref()

  function note(call: Call, now: number): void {
    if (isCapped(call.status) && isBeyondCap(call, Math.floor(now / MINUTE_MS))) return
    pending.push(call)
    if (pending.length >= 1.1 * PENDING_CALLS) dropOldest()
  }

  /** Anybody may be refused in the name of a credential, as often as they like: that fills no table. */
  function isBeyondCap(call: Call, minute: number): boolean {
    const key = `${call.isLetIn}${call.client.clientId}`
    const refusals = refusalsOf.get(key)
    if (refusals?.minute !== minute) {
      refusalsOf.set(key, { minute, written: 1, last: call })
      return false
    }
    if (refusals.written === REFUSED_A_MINUTE) {
      refusals.last.omitted++
      outgrown.add(refusals.last)
      return true
    }
    refusals.written++
    refusals.last = call
    return false
  }

  function flush(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    return writing
  }

  async function writeAll(): Promise<void> {
    const grown = [...outgrown]
    outgrown.clear()
    let batch: Call[] = []
    try {
      while (pending.length > 0) {
        batch = pending.splice(0, BATCH_ROWS)
        await db.write((tx) => insertCalls(db.kind, tx, batch.map(toRow)))
        batch = []
        // Lets waiting requests write and read between two batches.
        if (pending.length > 0) await nextTurn()
      }
      for (const call of grown) await db.write((tx) => sayOmitted(tx, call))
      grown.length = 0
      await minutes.flush(db)
    } catch (error) {
      for (const call of grown) outgrown.add(call)
      pending = batch.concat(pending)
      dropOldest()
      log.error({ err: error, waiting: pending.length, dropped }, 'request log not written')
    }
    forgetMinutesBefore(Math.floor(clock.now() / MINUTE_MS))
  }

  function dropOldest(): void {
    dropped += pending.splice(0, Math.max(0, pending.length - PENDING_CALLS)).length
  }

  function forgetMinutesBefore(minute: number): void {
    for (const [key, refusals] of refusalsOf) if (refusals.minute < minute) refusalsOf.delete(key)
  }

  return {
    /** An answer ended, or was abandoned, after `ms`. */
    requestEnded(request: FastifyRequest, reply: FastifyReply, ms: number, isAbandoned: boolean): void {
      const now = clock.now()
      if (!isAbandoned) minutes.count(request, reply.statusCode, ms, now)
      const { namedClient } = request
      if (!namedClient) return
      const call = {
        client: namedClient,
        isLetIn: request.client !== undefined,
        id: request.id,
        method: request.method,
        route: request.route ?? null,
        status: isAbandoned ? ABANDONED : reply.statusCode,
        code: (!isAbandoned && reply.errorCode) || null,
        ms: Math.round(ms),
        omitted: 0,
      }
      note(call, now)
    },
    /** Flushes the buffer, so that a read that follows sees every entry. */
    async flush(): Promise<void> {
      // Entries noted earlier may be in the write that is under way.
      await writing
      await flush()
    },
    /** Flushes the buffer and stops. */
    async close(): Promise<void> {
      clearInterval(timer)
      await writing
      await flush()
    },
  }
}

function isCapped(status: number): boolean {
  return status === 401 || status === 429 || status === ABANDONED
}

/** Ignores a row that is there: it was written by an attempt whose answer was lost. */
const insertCalls = insertRows('request_log', {
  partner_id: 'integer',
  environment: 'text',
  id: 'text',
  at: 'bigint',
  client_id: 'text',
  method: 'text',
  route: 'text',
  status: 'integer',
  code: 'text',
  ms: 'integer',
  omitted: 'integer',
})

function toRow({ client, isLetIn, ...call }: Call): RequestLogRow {
  const { partnerId, environment, clientId } = client
  return { ...call, partner_id: partnerId, environment, at: instantOf(call.id), client_id: clientId }
}

async function sayOmitted(tx: Transaction, { client, id, omitted }: Call): Promise<void> {
  await tx
    .updateTable('request_log')
    .set({ omitted })
    .where('partner_id', '=', client.partnerId)
    .where('environment', '=', client.environment)
    .where('id', '=', id)
    .execute()
}
