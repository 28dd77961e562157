import type { Month } from '../calendar.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { preparedUpsert } from '../db/upsert.ts'
import { ofTenancy, type Tenancy } from '../tenancy.ts'

/**
 * Reads how often erasures rewrote a month's report, which its sums do not show. Read it before the report, so that a
 * report begun before an erasure is never taken for a later one.
 */
export async function readRevision(db: Connection, tenancy: Tenancy, month: Month): Promise<number> {
  const row = await db
    .selectFrom('usage_revision')
    .select('revision')
    .where(ofTenancy(tenancy))
    .where('month', '=', month)
    .executeTakeFirst()
  return row?.revision ?? 0
}

/** Counts that a month's report was rewritten, which voids its cached copies on every machine. */
export async function raiseRevision(tx: Transaction, { partnerId, environment }: Tenancy, month: Month): Promise<void> {
  await addToRevision(tx, { partner_id: partnerId, environment, month, revision: 1 })
}

const addToRevision = preparedUpsert('usage_revision', {
  key: ['partner_id', 'environment', 'month'],
  add: ['revision'],
})

/**
 * Returns a check that throws once an erasure has rewritten a month's report: a line whose identifier changes between
 * two reads of a keyset is missed, or read twice.
 */
export async function watchForRewrites(db: Connection, tenancy: Tenancy, month: Month): Promise<() => Promise<void>> {
  const revision = await readRevision(db, tenancy, month)
  return async () => {
    if ((await readRevision(db, tenancy, month)) !== revision)
      throw new Error('Um membro deste mês foi apagado enquanto o relatório era lido. Peça o relatório de novo.')
  }
}
