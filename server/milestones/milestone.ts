import type { Step } from '@estante/contract/panel/first-steps.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/database.ts'
import type { Tenancy } from '../tenancy.ts'

/** In the order in which an integration reaches them. */
export const STEPS: readonly Step[] = ['first-call', 'launch-opened', 'ready-seen', 'revoke-tested']

/** Calls of production on so many days are no trial any more. */
const DAYS_IN_USE = 3

type Reached = Step | 'sandbox-seeding' | 'sandbox-seeded'

/**
 * What each partner's integration reaches, written once, when it first happens. Whoever reaches it does not wait: this
 * process remembers what is written, so that all but the first time cost a look into a set.
 */
export function createMilestones({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>) {
  const known = new Set<string>()
  const writing = new Set<Promise<unknown>>()

  function reach(tenancy: Tenancy, step: Step): void {
    const name = `${tenancy.partnerId} ${tenancy.environment} ${step}`
    if (known.has(name)) return
    known.add(name)
    const written: Promise<unknown> = db
      .write((tx) => writeMilestone(tx, clock.now(), tenancy, step))
      .catch((error) => {
        // The next time tries again.
        known.delete(name)
        log.error({ err: error, step }, 'milestone not written')
      })
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  return {
    reach,
    /** Waits for pending writes. */
    async close(): Promise<void> {
      await Promise.all(writing)
    },
  }
}

export type Milestones = ReturnType<typeof createMilestones>

/** Writes down that it was reached now, unless it was before. Answers whether this is the first time. */
export async function writeMilestone(
  tx: Transaction,
  now: number,
  { partnerId, environment }: Tenancy,
  step: Reached,
): Promise<boolean> {
  const written = await tx
    .insertInto('milestone')
    .values({ partner_id: partnerId, environment, step, at: now })
    .onConflict((conflict) => conflict.columns(['partner_id', 'environment', 'step']).doNothing())
    .returning('at')
    .executeTakeFirst()
  return written !== undefined
}

/** When each was reached. */
export async function readMilestones(
  db: Transaction,
  { partnerId, environment }: Tenancy,
): Promise<ReadonlyMap<Reached, number>> {
  const rows = await db
    .selectFrom('milestone')
    .select(['step', 'at'])
    .where('partner_id', '=', partnerId)
    .where('environment', '=', environment)
    .execute()
  return new Map(rows.map(({ step, at }) => [step, Number(at)]))
}

/**
 * Whether a partner's integration is still being made: first steps, which are of the sandbox, are left to take, and
 * production is not in use. It is once a member entered, or calls came on several days.
 */
export async function isBeginning(db: Transaction, partnerId: number): Promise<boolean> {
  const [sandbox, production] = await Promise.all([
    readMilestones(db, { partnerId, environment: 'sandbox' }),
    readMilestones(db, { partnerId, environment: 'production' }),
  ])
  if (STEPS.every((step) => sandbox.has(step)) || production.has('launch-opened')) return false
  return !(production.has('first-call') && (await countDaysOfProduction(db, partnerId)) >= DAYS_IN_USE)
}

async function countDaysOfProduction(db: Transaction, partnerId: number): Promise<number> {
  const days = await db
    .selectFrom('credential_day')
    .innerJoin('credential', 'credential.client_id', 'credential_day.client_id')
    .select('day')
    .distinct()
    .where('credential.partner_id', '=', partnerId)
    .where('credential.environment', '=', 'production')
    .limit(DAYS_IN_USE)
    .execute()
  return days.length
}
