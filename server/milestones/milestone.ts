import { STEPS, type Step } from '@estante/contract/panel/first-steps.ts'
import type { Context } from '../context.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { ofTenancy, type Tenancy } from '../tenancy.ts'

/** With calls on so many days, production is in use. */
const DAYS_IN_USE = 3

type Milestone = Step | 'sandbox-seeding' | 'sandbox-seeded'

/**
 * Records a partner's milestones, once, when they are first reached, without delaying the request. Milestones already
 * written are cached in memory, so that later calls cost one lookup in a set.
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

/** Records that a milestone is reached now, if it is the first time. Returns whether it is. */
export async function writeMilestone(
  tx: Transaction,
  now: number,
  { partnerId, environment }: Tenancy,
  step: Milestone,
): Promise<boolean> {
  const written = await tx
    .insertInto('milestone')
    .values({ partner_id: partnerId, environment, step, at: now })
    .onConflict((conflict) => conflict.columns(['partner_id', 'environment', 'step']).doNothing())
    .returning('at')
    .executeTakeFirst()
  return written !== undefined
}

/** Reads when each milestone was reached, in epoch milliseconds. */
export async function readMilestones(db: Connection, tenancy: Tenancy): Promise<ReadonlyMap<Milestone, number>> {
  const rows = await db.selectFrom('milestone').select(['step', 'at']).where(ofTenancy(tenancy)).execute()
  return new Map(rows.map(({ step, at }) => [step, at]))
}

/**
 * Whether a partner is still integrating: steps in the sandbox are left, and production is not in use, without a
 * signed-in member or calls on several days.
 */
export async function isBeginning(db: Connection, partnerId: number): Promise<boolean> {
  const [sandbox, production] = await Promise.all([
    readMilestones(db, { partnerId, environment: SANDBOX }),
    readMilestones(db, { partnerId, environment: PRODUCTION }),
  ])
  if (STEPS.every((step) => sandbox.has(step)) || production.has('launch-opened')) return false
  return !(production.has('first-call') && (await countDaysOfProduction(db, partnerId)) >= DAYS_IN_USE)
}

async function countDaysOfProduction(db: Connection, partnerId: number): Promise<number> {
  const days = await db
    .selectFrom('credential_day')
    .innerJoin('credential', 'credential.id', 'credential_day.credential_id')
    .select('day')
    .distinct()
    .where('credential.partner_id', '=', partnerId)
    .where('credential.environment', '=', PRODUCTION)
    .limit(DAYS_IN_USE)
    .execute()
  return days.length
}
