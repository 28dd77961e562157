import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type Clock, MINUTE_MS } from '../calendar.ts'
import type { Client } from '../credentials/authenticate-client.ts'
import type { Database, Transaction } from '../db/database.ts'
import { mintedAt, toKey } from '../db/ids.ts'
import type { RequestLogRow } from '../db/tables.ts'
import { preparedUpsert } from '../db/upsert.ts'
import { createWriteBehind } from '../db/write-behind.ts'
import { ofTenancy } from '../tenancy.ts'
import { createMinuteCounts } from './minutes.ts'

const WRITE_EVERY_MS = 1000
/** Rows of a write. Requests wait for it: a millisecond for the rows, and for the disk. */
const BATCH_ROWS = 300
/** Calls buffered during an outage of the database; beyond, the oldest are dropped. */
const PENDING_CALLS = 20_000
/**
 * Refused calls of a credential that are recorded in a minute; beyond, they are only counted. Unauthenticated ones are
 * counted separately, so that a caller without the secret cannot hide the owner's.
 */
const REFUSED_A_MINUTE = 120

/** The status that proxies log for a client that left early. */
const ABANDONED = 499

/** A call to the Partner API, and its outcome. */
interface Call extends Pick<RequestLogRow, 'method' | 'route' | 'status' | 'code' | 'ms' | 'omitted'> {
  /** The X-Request-Id. */
  id: string
  client: Client
  /** Whether the call was authenticated. */
  isLetIn: boolean
}

/** The refused calls of a credential in a minute, authenticated or not. */
interface Refusals {
  minute: number
  written: number
  /** The last one with a row, which holds the count of later ones. */
  last: Call
}

/**
 * Logs every call to the Partner API that named a credential, and counts requests by minute. Buffers them in memory
 * when the answer ends and writes them in batches, off the request path: a crash loses a second of the log.
 */
export function createRequestLog(db: Database, clock: Clock, log: Logger) {
  const minutes = createMinuteCounts()
  let pending: Call[] = []
  let dropped = 0
  const refusalsOf = new Map<string, Refusals>()
  /** Rows already written, whose count has grown. */
  const outgrown = new Set<Call>()
  const buffer = createWriteBehind(WRITE_EVERY_MS, writeAll)

  function record(call: Call, now: number): void {
    if (isCapped(call.status) && isBeyondCap(call, Math.floor(now / MINUTE_MS))) return
    pending.push(call)
    if (pending.length >= 1.1 * PENDING_CALLS) dropOldest()
  }

  /** Bounds the table: anyone can cause refused calls with a credential's name, without limit. */
  function isBeyondCap(call: Call, minute: number): boolean {
    const key = `${call.isLetIn}${call.client.credentialId}`
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

  async function writeAll(): Promise<void> {
    const grown = [...outgrown]
    outgrown.clear()
    let batch: Call[] = []
    try {
      while (pending.length > 0) {
        batch = pending.splice(0, BATCH_ROWS)
        await db.write((tx) => Promise.all(batch.map((call) => insertCall(tx, toRow(call)))))
        batch = []
        // Lets other writes and reads run between two batches.
        if (pending.length > 0) await nextTurn()
      }
      for (const call of grown) await db.write((tx) => writeOmitted(tx, call))
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
    /** Reports an answer that ended, or was abandoned, after `ms`. */
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
      record(call, now)
    },
    ...buffer,
  }
}

function isCapped(status: number): boolean {
  return status === 401 || status === 429 || status === ABANDONED
}

/** Ignores existing rows: an earlier attempt wrote them, and its answer was lost. */
const insertCall = preparedUpsert('request_log', {
  key: ['partner_id', 'environment', 'id'],
  insertOnly: ['at', 'credential_id', 'method', 'route', 'status', 'code', 'ms', 'omitted'],
})

function toRow({ client, isLetIn, ...call }: Call): RequestLogRow {
  const { partnerId, environment, credentialId } = client
  return {
    ...call,
    id: toKey(call.id),
    partner_id: partnerId,
    environment,
    at: mintedAt(call.id),
    credential_id: credentialId,
  }
}

async function writeOmitted(tx: Transaction, { client, id, omitted }: Call): Promise<void> {
  await tx.updateTable('request_log').set({ omitted }).where(ofTenancy(client)).where('id', '=', toKey(id)).execute()
}
