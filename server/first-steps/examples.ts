import { type Actor, appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { upsertMember } from '../members/member.ts'
import { readMilestones, writeMilestone } from '../milestones/milestone.ts'
import { sandboxOf } from '../previews/trial.ts'
import { type ExamplePerson, simulateMonth } from './simulate-month.ts'

/** Fictitious members, one for each habit. */
const PEOPLE: readonly ExamplePerson[] = [
  'Alice Fontoura',
  'Benedito Arruda',
  'Cecília Yamada',
  'Dandara Queiroz',
  'Edmundo Sá',
  'Flora Iracema Bastos',
  'Gil Montenegro',
  'Helô Vasconcelos',
  'Ícaro Lins do Rego Barreto',
  'Jurema Pataxó',
  'Kauê Andrade',
  'Luzia Werneck',
].map((name, index) => ({ name, externalUserId: `exemplo-${String(index + 1).padStart(2, '0')}` }))

/** Joined, and has not opened a title yet. */
const NEWCOMER: ExamplePerson = { name: 'Moacir Tavares', externalUserId: 'exemplo-13' }

export type FillOutcome = 'filled' | 'was-full' | 'no-titles'

/**
 * Fills a partner's sandbox with members and a month of usage. The first call decides when the month ends, so that a
 * repeated call finishes an interrupted one; a complete month is not extended.
 */
export async function fillWithExamples(context: Context, partnerId: number, actor: Actor): Promise<FillOutcome> {
  const { db, clock } = context
  const tenancy = sandboxOf(partnerId)
  await db.write((tx) => writeMilestone(tx, clock.now(), tenancy, 'sandbox-seeding'))
  const milestones = await readMilestones(db.read, tenancy)
  if (milestones.has('sandbox-seeded')) return 'was-full'
  const begunAt = milestones.get('sandbox-seeding') ?? clock.now()
  if (!(await simulateMonth(context, tenancy, PEOPLE, begunAt))) return 'no-titles'
  await db.write((tx) => upsertMember(tx, clock.now(), tenancy, NEWCOMER.externalUserId, { name: NEWCOMER.name }))
  // Of two concurrent calls, the first to finish filled it.
  return db.write(async (tx) => {
    if (!(await writeMilestone(tx, clock.now(), tenancy, 'sandbox-seeded'))) return 'was-full'
    await appendAudit(tx, clock.now(), actor, 'sandbox-seeded')
    return 'filled'
  })
}
