import type { Context } from '../../context.ts'
import type { Transaction } from '../../db/database.ts'
import { findJob } from '../jobs/job.ts'
import { type ClaimedItem, isHeld, LEASE_MS } from '../jobs/queue.ts'

const RENEW_EVERY_MS = 5000
/** Progress is written at most this often: only people read it. */
const PROGRESS_EVERY_MS = 1000

/**
 * Renews the lease on an item and writes its progress. `lost` aborts once another process has the item, or its job is
 * deleted.
 */
export function holdLease({ db, clock, log }: Context, item: ClaimedItem) {
  const lost = new AbortController()
  let done = 0
  let written = 0
  let renewedAt = clock.now()
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    const now = clock.now()
    if (done === written && now - renewedAt < RENEW_EVERY_MS) return
    renewedAt = now
    written = done
    writing = renew(done, now).catch((error) => log.warn({ err: error }, 'progress of an import not written'))
  }, PROGRESS_EVERY_MS)

  async function renew(progress: number, now: number): Promise<void> {
    const held_until = now + LEASE_MS
    const { numUpdatedRows } = await db.write((tx) =>
      tx.updateTable('import_item').set({ progress, held_until }).where(isHeld(item)).executeTakeFirstOrThrow(),
    )
    if (numUpdatedRows === 0n) lost.abort()
  }

  async function stop(): Promise<void> {
    clearInterval(timer)
    await writing
  }

  return {
    lost: lost.signal,
    onProgress(part: number) {
      done = part * 0.95
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Throws `LostLease` when the job was deleted, or another process has claimed the item since. */
export async function assertHeld(tx: Transaction, item: ClaimedItem): Promise<void> {
  const job = await findJob(tx, item.job_id)
  const held = await tx.selectFrom('import_item').select('id').where(isHeld(item)).executeTakeFirst()
  if (!job || !held) throw new LostLease()
}

export class LostLease extends Error {
  override name = 'LostLease'
}

/** Releases the item as if it had never been claimed: the title is not at fault. */
export async function release({ db }: Context, item: ClaimedItem): Promise<void> {
  const columns = { state: 'waiting', progress: 0, holder: null, held_until: null } as const
  await db.write((tx) =>
    tx
      .updateTable('import_item')
      .set((row) => ({ ...columns, attempts: row('attempts', '-', 1) }))
      .where(isHeld(item))
      .execute(),
  )
}
