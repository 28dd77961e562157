import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../../context.ts'

/** The lease of a claim: a process that does not renew it for so long has died. */
const CLAIM_MS = 60_000
const RENEW_EVERY_MS = 15_000
const POLL_EVERY_MS = 500

/**
 * Claims the right to import some content, which one process at a time has, on all nodes. The claim ends with its
 * scope, or soon after the process dies. Undefined while another process has it.
 */
export async function claimContent(
  { db, clock, log }: Context,
  contentHash: string,
): Promise<AsyncDisposable | undefined> {
  const holder = randomUUID()
  const now = clock.now()
  const claim = { holder, held_until: now + CLAIM_MS }
  const claimed = await db.write((tx) =>
    tx
      .insertInto('import_claim')
      .values({ content_hash: contentHash, ...claim })
      .onConflict((conflict) =>
        conflict
          .column('content_hash')
          .doUpdateSet(claim)
          // Further ahead than any claim: the clock was set back since.
          .where((row) =>
            row.or([
              row('import_claim.held_until', '<=', now),
              row('import_claim.held_until', '>', now + 2 * CLAIM_MS),
            ]),
          ),
      )
      .returning('holder')
      .executeTakeFirst(),
  )
  if (!claimed) return undefined

  // A claim lost in spite of this only repeats work; the catalog still gets the title once.
  const renewal = setInterval(
    () => renew().catch((error) => log.warn({ err: error }, 'import claim not renewed')),
    RENEW_EVERY_MS,
  )
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(renewal)
      await release().catch((error) => log.warn({ err: error }, 'import claim not released'))
    },
  }

  async function renew(): Promise<void> {
    await db.write((tx) =>
      tx
        .updateTable('import_claim')
        .set({ held_until: clock.now() + CLAIM_MS })
        .where('content_hash', '=', contentHash)
        .where('holder', '=', holder)
        .execute(),
    )
  }

  async function release(): Promise<void> {
    await db.write((tx) =>
      tx.deleteFrom('import_claim').where('content_hash', '=', contentHash).where('holder', '=', holder).execute(),
    )
  }
}

/** Claims content like `claimContent`, but waits until the current holder finishes or dies. */
export async function awaitContent(
  context: Context,
  contentHash: string,
  signal: AbortSignal | undefined,
): Promise<AsyncDisposable> {
  for (;;) {
    const claim = await claimContent(context, contentHash)
    if (claim) return claim
    await wait(POLL_EVERY_MS, undefined, { signal })
  }
}
