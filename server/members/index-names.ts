import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { firstUuidOf } from '../db/ids.ts'
import { addNameWords } from './name-words.ts'

const EVERY_MS = 30_000
/** As much as is written without anyone noticing. */
const STEP_MEMBERS = 200
/** After a step, a rest this many times as long: whoever creates members notices a twentieth at most. */
const REST_FACTOR = 19
const REST_MS = 50
/** Ids are made before they are committed, by clocks that differ: none as old as this is still to come. */
const SETTLED_MS = 120_000
/** More pieces of writing than this are waiting: it is no time for indexing. */
const LONG_QUEUE = 10
const QUEUE_REST_MS = 1000

/** Writes, from now on and in small steps, the words of the names of new members; every node does. Returns what stops it. */
export function startIndexingNames(context: Context): () => Promise<void> {
  const stopping = new AbortController()
  const { db, clock, log } = context
  const indexing = keepIndexing()

  async function keepIndexing(): Promise<void> {
    while (await rest(EVERY_MS * (0.5 + Math.random()), stopping.signal)) {
      try {
        for (;;) {
          while (db.load().waiting > LONG_QUEUE && (await rest(QUEUE_REST_MS, stopping.signal)));
          if (stopping.signal.aborted) return
          const startedAt = performance.now()
          if ((await indexSomeNames(db, clock.now())) === 0) break
          await rest(Math.max(REST_MS, REST_FACTOR * (performance.now() - startedAt)), stopping.signal)
        }
      } catch (error) {
        log.error({ err: error }, 'names not indexed')
      }
    }
  }

  return () => {
    stopping.abort()
    return indexing
  }
}

/** Writes the words of the next members' names of each partner. Returns of how many members. */
export async function indexSomeNames(db: Database, now: number): Promise<number> {
  const settled = `mbr_${firstUuidOf(now - SETTLED_MS)}`
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

function indexNamesOf(db: Database, partnerId: number, from: string, settled: string): Promise<number> {
  return db.write(async (tx) => {
    // Nobody changes or erases a name between reading it and writing its words.
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
    await addNameWords(db.kind, tx, members)
    await tx
      .insertInto('member_word_progress')
      .values({ partner_id: partnerId, indexed_until: last.public_id })
      .onConflict((conflict) =>
        conflict
          .column('partner_id')
          .doUpdateSet((row) => ({ indexed_until: row.ref('excluded.indexed_until') }))
          .whereRef('member_word_progress.indexed_until', '<', 'excluded.indexed_until'),
      )
      .execute()
    return members.length
  })
}

/** False when it was cut short. */
async function rest(ms: number, signal: AbortSignal): Promise<boolean> {
  return wait(ms, true, { signal, ref: false }).catch(() => false)
}
