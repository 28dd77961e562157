import { HOUR_MS } from '../calendar.ts'
import type { Database, Transaction } from '../db/database.ts'
import { TooManyAttempts } from '../http/errors.ts'
import { networkOf } from '../http/network.ts'
import { hashSecret } from '../secrets.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15 * 60_000

/** An action whose failures are counted for a subject. */
export interface ThrottledAction {
  subject: string
  /** Failures allowed before the first wait. */
  free: number
  /** Failures are forgotten after so long without an attempt. */
  forgottenAfterMs: number
}

/**
 * Guesses at one account's password or codes, from anywhere. The e-mail is stored as a hash, since strangers type it.
 */
export function ofAccount(emailKey: string): ThrottledAction {
  return { subject: `account:${hashSecret(emailKey).toString('base64url')}`, free: 5, forgottenAfterMs: 24 * HOUR_MS }
}

/**
 * Guesses by the holder of an admin's session, counted apart so that strangers who guess at the account do not lock its
 * owner out.
 */
export function ofAdmin(adminId: number): ThrottledAction {
  return { subject: `admin:${adminId}`, free: 5, forgottenAfterMs: 24 * HOUR_MS }
}

/** Guesses from one network at any account, and links requested from there. */
export function ofAddress(address: string, action: 'sign-in' | 'reset'): ThrottledAction {
  return { subject: `${action}:${networkOf(address)}`, free: 20, forgottenAfterMs: HOUR_MS }
}

/** Returns the throttled action of requesting links for one e-mail. */
export function ofReset(emailKey: string): ThrottledAction {
  return {
    subject: `reset-account:${hashSecret(emailKey).toString('base64url')}`,
    free: 3,
    forgottenAfterMs: 24 * HOUR_MS,
  }
}

/**
 * Counts an attempt as failed before it is made, so that a thousand at once are counted one by one, on every node.
 * Beyond the free ones each failure doubles the wait, up to fifteen minutes. Throws `TooManyAttempts` during a wait.
 */
export async function consumeAttempt(db: Database, now: number, attempted: readonly ThrottledAction[]): Promise<void> {
  const subjects = attempted.map(({ subject }) => subject)
  // A read first: during a wait, a flood of attempts with made-up e-mails writes nothing.
  refuseDuringWait(
    await db.read.selectFrom('sign_in_attempt').selectAll().where('subject', 'in', subjects).execute(),
    now,
  )
  await db.write(async (tx) => {
    const rows = []
    for (const subject of subjects) rows.push(await lockRow(tx, now, subject))
    refuseDuringWait(rows, now)
    for (const [index, row] of rows.entries()) {
      const { free, forgottenAfterMs } = attempted[index] as ThrottledAction
      const failures = now - row.last_at > forgottenAfterMs ? 1 : row.failures + 1
      const wait = failures < free ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - free))
      await tx
        .updateTable('sign_in_attempt')
        .set({ failures, last_at: now, blocked_until: now + wait })
        .where('subject', '=', row.subject)
        .execute()
    }
  })
}

function refuseDuringWait(rows: readonly { blocked_until: number }[], now: number): void {
  const latest = Math.max(0, ...rows.map((row) => row.blocked_until))
  // A longer wait than the maximum comes from a clock that was set back.
  if (latest > now && latest <= now + LONGEST_WAIT_MS) throw new TooManyAttempts(latest - now)
}

/** Clears the failures of the account and refunds the attempt of the network. Call it after a success. */
export async function resetAttempts(
  tx: Transaction,
  account: ThrottledAction,
  address: ThrottledAction,
): Promise<void> {
  await clearAttempts(tx, account)
  await refundAttempt(tx, [address])
}

export async function clearAttempts(tx: Transaction, { subject }: ThrottledAction): Promise<void> {
  await tx.deleteFrom('sign_in_attempt').where('subject', '=', subject).execute()
}

/** Refunds an attempt that neither succeeded nor failed. */
export async function refundAttempt(tx: Transaction, attempted: readonly ThrottledAction[]): Promise<void> {
  for (const { subject } of attempted) {
    await tx
      .updateTable('sign_in_attempt')
      .set((row) => ({ failures: row('failures', '-', 1), blocked_until: 0 }))
      .where('subject', '=', subject)
      .where('failures', '>', 0)
      .execute()
  }
}

/**
 * Creates the row of a subject, or locks it, in one statement: between two, a sign-in that succeeds could delete it
 * (`clearAttempts`).
 */
async function lockRow(tx: Transaction, now: number, subject: string) {
  return tx
    .insertInto('sign_in_attempt')
    .values({ subject, failures: 0, last_at: now, blocked_until: 0 })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ subject }))
    .returningAll()
    .executeTakeFirstOrThrow()
}
