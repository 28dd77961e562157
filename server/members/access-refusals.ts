import type { ErrorCode } from '@estante/contract/errors.ts'
import type { Logger } from 'pino'
import { type Clock, HOUR_MS } from '../calendar.ts'
import type { Database, Transaction } from '../db/database.ts'
import { createWriteBehind } from '../db/write-behind.ts'
import type { Tenancy } from '../tenancy.ts'
import { addAccessEvent, removeAccessEvent } from './access-events.ts'
import { findMember, findMemberByEmail } from './member.ts'

const WRITE_EVERY_MS = 1000
/** Rows an hour for one member and code; further refusals are summarized by the latest row. */
const ROWS_AN_HOUR = 10
/** Members whose refusals are recorded in an hour, and refusals waiting to be written; more are dropped. */
const MEMBERS_AN_HOUR = 20_000
const WAITING = 5000

interface Refusal {
  tenancy: Tenancy
  externalUserId: string
  email: string | undefined
  code: RefusalCode
  requestId: string
  at: number
  /** Refusals between the previous row and this one, without rows of their own. */
  omitted: number
  /** The row that this one replaces. */
  supersedes: string | undefined
}

/** Errors of session calls that concern one member. */
type RefusalCode = Extract<ErrorCode, 'USER_REVOKED' | 'EMAIL_CONFLICT'>

interface Refusals {
  hour: number
  written: number
  last: Refusal
}

/**
 * Buffers refused session calls and writes them off the request path, limited for each member and hour. A node that
 * crashes loses a second of them.
 */
export function createAccessRefusals(db: Database, clock: Clock, log: Logger) {
  const refusalsOf = new Map<string, Refusals>()
  let pending = new Set<Refusal>()
  const buffer = createWriteBehind(WRITE_EVERY_MS, writeAll)

  async function writeAll(): Promise<void> {
    forgetHoursBefore(hourOf(clock.now()))
    if (pending.size === 0) return
    const refusals = pending
    pending = new Set()
    try {
      await db.write(async (tx) => {
        for (const refusal of refusals) await write(tx, refusal)
      })
    } catch (error) {
      pending = new Set([...refusals, ...pending])
      log.error({ err: error, waiting: pending.size }, 'refused session calls not written')
    }
  }

  function forgetHoursBefore(hour: number): void {
    for (const [key, refusals] of refusalsOf) if (refusals.hour < hour) refusalsOf.delete(key)
  }

  return {
    record(
      { partnerId, environment }: Tenancy,
      { externalUserId, email }: { externalUserId: string; email?: string | undefined },
      code: RefusalCode,
      requestId: string,
    ): void {
      if (pending.size >= WAITING) return
      const at = clock.now()
      const key = JSON.stringify([partnerId, environment, externalUserId, code])
      const known = refusalsOf.get(key)
      if (!known && refusalsOf.size >= MEMBERS_AN_HOUR) return
      const { written, last } = known?.hour === hourOf(at) ? known : { written: 0, last: undefined }
      const refusal = { tenancy: { partnerId, environment }, externalUserId, email, code, requestId, at }
      if (!last || written < ROWS_AN_HOUR) {
        remember({ ...refusal, omitted: 0, supersedes: undefined }, written + 1)
        return
      }
      // A refusal that is not written yet is simply replaced.
      const isUnwritten = pending.delete(last)
      remember(
        { ...refusal, omitted: last.omitted + 1, supersedes: isUnwritten ? last.supersedes : last.requestId },
        written,
      )

      function remember(next: Refusal, rows: number): void {
        pending.add(next)
        refusalsOf.set(key, { hour: hourOf(at), written: rows, last: next })
      }
    },
    ...buffer,
  }
}

export type AccessRefusals = ReturnType<typeof createAccessRefusals>

function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS)
}

/**
 * Records a refusal for the member with the identifier. An unknown identifier has no page in the panel: its refusal is
 * recorded for the member who has the e-mail.
 */
async function write(tx: Transaction, refusal: Refusal): Promise<void> {
  const { tenancy, externalUserId, email, code, requestId, at, omitted, supersedes } = refusal
  if (supersedes !== undefined) await removeAccessEvent(tx, tenancy.partnerId, supersedes)
  const member = await findMember(tx, tenancy, externalUserId)
  if (member) {
    const kind = code === 'USER_REVOKED' ? 'session-revoked' : 'session-email-in-use'
    await addAccessEvent(tx, at, member, kind, requestId, omitted)
  }
  if (member && code === 'USER_REVOKED') return
  const owner = email === undefined ? undefined : await findMemberByEmail(tx, tenancy, email)
  if (!owner || owner.id === member?.id) return
  const kind = code === 'USER_REVOKED' ? 'session-revoked' : 'session-email-conflict'
  await addAccessEvent(tx, at, owner, kind, requestId, omitted)
}
