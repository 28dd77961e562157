import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../context.ts'
import type { Client } from '../credentials/authenticate-client.ts'
import { instantOf } from '../db/ids.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { Database, Transaction } from '../db/open.ts'
import type { RequestLogRow } from '../db/tables.ts'
import { createMinuteCounts } from './minutes.ts'

const WRITE_EVERY_MS = 1000
/** Of one piece of writing: requests wait for it. */
const ROWS_AT_ONCE = 200
/** Calls that wait for a database that is away; beyond, the oldest are forgotten. */
const ROWS_WAITING = 20_000
/**
 * Refused calls of one credential that are written down in a minute; beyond, they are only counted. Those that were not
 * let in are counted apart: whoever knows no more than the name of a credential hides nothing of what its owner did.
 */
const REFUSED_A_MINUTE = 120
const MINUTE_MS = 60_000

/** The client left before the end of the answer, as proxies write it. */
export const ABANDONED = 499

interface Call {
  client: Client
  /** Whether the secret was right, too. */
  isLetIn: boolean
  id: string
  method: string
  route: string | null
  status: number
  code: string | null
  ms: number
  omitted: number
}

/** The refused calls of a credential in one minute, let in or not. */
interface Refusals {
  minute: number
  written: number
  /** The last that has a row: it carries how many came after it. */
  last: Call
}

/**
 * Every call to the Partner API that named a credential, and how many requests of each kind there were in each minute:
 * noted in memory when the answer ends, written off the request path. A node that dies forgets a second of it.
 */
export function createRequestLog(db: Database, clock: Clock, log: Logger) {
  const minutes = createMinuteCounts()
  let waiting: Call[] = []
  let forgotten = 0
  const refusalsOf = new Map<string, Refusals>()
  /** Have a row already, and omit more than it says. */
  const outgrown = new Set<Call>()
  let writing: Promise<void> | undefined
  const timer = setInterval(flush, WRITE_EVERY_MS)
  timer.unref()

  function note(call: Call, now: number): void {
    if (isCapped(call.status) && isBeyondCap(call, Math.floor(now / MINUTE_MS))) return
    waiting.push(call)
    if (waiting.length >= 1.1 * ROWS_WAITING) forgetOldest()
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
    const calls = waiting
    const grown = [...outgrown]
    waiting = []
    outgrown.clear()
    let written = 0
    try {
      while (written < calls.length) {
        // What others write goes with the next piece, and what they read comes before it.
        if (written > 0) await nextTurn()
        const rows = calls.slice(written, written + ROWS_AT_ONCE).map(toRow)
        await db.write((tx) => insertCalls(db.kind, tx, rows))
        written += rows.length
      }
      for (const call of grown) await db.write((tx) => sayOmitted(tx, call))
      grown.length = 0
      await minutes.flush(db)
    } catch (error) {
      waiting = [...calls.slice(written), ...waiting]
      for (const call of grown) outgrown.add(call)
      forgetOldest()
      log.error({ err: error, waiting: waiting.length, forgotten }, 'request log not written')
    }
    forgetMinutesBefore(Math.floor(clock.now() / MINUTE_MS))
  }

  function forgetOldest(): void {
    const many = waiting.length - ROWS_WAITING
    if (many <= 0) return
    waiting.splice(0, many)
    forgotten += many
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
    /** Writes what is left and stops. */
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

function toRow({ client, id, method, route, status, code, ms, omitted }: Call): RequestLogRow {
  return {
    partner_id: client.partnerId,
    environment: client.environment,
    id,
    at: instantOf(id),
    client_id: client.clientId,
    method,
    route,
    status,
    code,
    ms,
    omitted,
  }
}

/** One that is there was written by an attempt whose answer was lost. */
const insertCalls = insertRows('request_log', {
  partner_id: 'text',
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

async function sayOmitted(tx: Transaction, { client, id, omitted }: Call): Promise<void> {
  await tx
    .updateTable('request_log')
    .set({ omitted })
    .where('partner_id', '=', client.partnerId)
    .where('environment', '=', client.environment)
    .where('id', '=', id)
    .execute()
}
