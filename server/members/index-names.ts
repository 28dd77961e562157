import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { firstUuidOf } from '../db/ids.ts'
import { REST_FACTOR, runInBackground } from '../db/run-in-background.ts'
import { preparedUpsert } from '../db/upsert.ts'
import { addNameWords } from './name-words.ts'

const EVERY_MS = 30_000
/** Rows of a step: few enough not to delay other writes. */
const STEP_MEMBERS = 200
/** Ids are generated before they are committed, by clocks that differ: older ones are certainly committed. */
const SETTLED_MS = 120_000

/** Indexes the names of new members in small steps, on every node. Returns a function that stops it. */
export function startIndexingNames({ db, clock, log }: Context): () => Promise<void> {
  return runInBackground(db, EVERY_MS, async (runSteps) => {
    try {
      await runSteps(async () => ((await indexSomeNames(db, clock.now())) === 0 ? undefined : REST_FACTOR))
    } catch (error) {
      log.error({ err: error }, 'names not indexed')
    }
  })
}

/** Indexes the names of each partner's next members. Returns how many. */
export async function indexSomeNames(db: Database, now: number): Promise<number> {
  const settled = `mbr_${firstUuidOf(now - SETTLED_MS)}`
  await followClock(db, settled)
  const partners = await db.read
    .selectFrom('partner')
    .leftJoin('member_word_progress', 'member_word_progress.partner_id', 'partner.id')
    .select(['partner.id', 'indexed_until'])
    .where((row) =>
      row.exists(
        row
          .selectFrom('member')
          .select('member.id')
          .whereRef('member.partner_id', '=', 'partner.id')
          .where('member.public_id', '<', settled)
          .where((member) => member('member.public_id', '>', member.fn.coalesce('indexed_until', member.val('')))),
      ),
    )
    .execute()
  let indexed = 0
  for (const { id, indexed_until } of partners) indexed += await indexNamesOf(db, id, indexed_until ?? '', settled)
  return indexed
}

/**
 * Moves back the progress that is ahead of the clock, which was set back since: members created now have earlier ids
 * than the last indexed one.
 */
async function followClock(db: Database, settled: string): Promise<void> {
  const ahead = await db.read
    .selectFrom('member_word_progress')
    .select('partner_id')
    .where('indexed_until', '>', settled)
    .limit(1)
    .executeTakeFirst()
  if (!ahead) return
  await db.write((tx) =>
    tx
      .updateTable('member_word_progress')
      .set({ indexed_until: settled })
      .where('indexed_until', '>', settled)
      .execute(),
  )
}

function indexNamesOf(db: Database, partnerId: number, from: string, settled: string): Promise<number> {
  return db.write(async (tx) => {
    // Locked: nobody changes or erases a name between its reading and its indexing.
    const members = await tx
      .selectFrom('member')
      .select(['partner_id', 'id', 'public_id', 'environment', 'name'])
      .where('partner_id', '=', partnerId)
      .where('public_id', '>', from)
      .where('public_id', '<', settled)
      .orderBy('public_id')
      .limit(STEP_MEMBERS)
      .forNoKeyUpdate()
      .execute()
    const last = members.at(-1)
    if (!last) return 0
    await addNameWords(tx, members)
    await raiseProgress(tx, { partner_id: partnerId, indexed_until: last.public_id })
    return members.length
  })
}

const raiseProgress = preparedUpsert('member_word_progress', { key: ['partner_id'], max: ['indexed_until'] })
