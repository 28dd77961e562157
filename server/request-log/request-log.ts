import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../context.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { Database, Transaction } from '../db/open.ts'
import { createMinuteCounts } from './minutes.ts'
import { type Call, sharedOut, toRow } from './row.ts'

const WRITE_EVERY_MS = 1000
/** Of one piece of writing: requests wait for it. */
const ROWS_AT_ONCE = 100
/** Calls that wait for a database that is away; beyond, the oldest are forgotten. */
const CALLS_WAITING = 20_000
/**
 * Refused calls of one credential that are written down in a minute; beyond, they are only counted. Those that were not
 * let in are counted apart: whoever knows no more than the name of a credential hides nothing of what its owner did.
 */
const REFUSED_A_MINUTE = 120
const MINUTE_MS = 60_000

/** The client left before the end of the answer, as proxies write it. */
const ABANDONED = 499

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
  /** Since they were last shared out among rows. */
  let noted: Call[] = []
  /** Those of a row each. A row is tried until it is there: with other calls it would be another. */
  let unwritten: Call[][] = []
  let forgotten = 0
  const refusalsOf = new Map<string, Refusals>()
  /** Have a row already, and omit more than it says. */
  const outgrown = new Set<Call>()
  let writing: Promise<void> | undefined
  const timer = setInterval(flush, WRITE_EVERY_MS)
  timer.unref()

  function note(call: Call, now: number): void {
    if (isCapped(call.status) && isBeyondCap(call, Math.floor(now / MINUTE_MS))) return
    noted.push(call)
    if (noted.length >= 1.1 * CALLS_WAITING) forgotten += noted.splice(0, noted.length - CALLS_WAITING).length
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
    unwritten.push(...sharedOut(noted))
    noted = []
    try {
      while (unwritten.length > 0) {
        const rows = unwritten.slice(0, ROWS_AT_ONCE).map(toRow)
        await db.write((tx) => insertCalls(db.kind, tx, rows))
        unwritten = unwritten.slice(ROWS_AT_ONCE)
        // What others write goes with the next piece, and what they read comes before it.
        if (unwritten.length > 0) await nextTurn()
      }
      for (const call of grown) await db.write((tx) => sayOmitted(tx, call))
      grown.length = 0
      await minutes.flush(db)
    } catch (error) {
      for (const call of grown) outgrown.add(call)
      const waiting = forgetOldest()
      log.error({ err: error, waiting, forgotten }, 'request log not written')
    }
    forgetMinutesBefore(Math.floor(clock.now() / MINUTE_MS))
  }

  /** How many are left. */
  function forgetOldest(): number {
    let waiting = unwritten.reduce((sum, calls) => sum + calls.length, 0)
    while (waiting > CALLS_WAITING) {
      const many = unwritten.shift()?.length ?? 0
      waiting -= many
      forgotten += many
    }
    return waiting
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
    /** Writes what is left now, for whoever is about to read it. */
    async flush(): Promise<void> {
      // What is being written now may have been noted before.
      await writing
      await flush()
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
  further: 'text',
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
