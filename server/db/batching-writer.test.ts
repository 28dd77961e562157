import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { testContext } from '../test/test-app.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'
import { beforeWrites, createBatchingWriter } from './batching-writer.ts'
import type { Transaction } from './database.ts'
import { WriteConflict } from './errors.ts'
import { preparedForEach } from './prepared-for-each.ts'
import { preparedUpsert } from './upsert.ts'

const addMinute = preparedUpsert('request_minute', {
  key: ['minute', 'surface', 'status_class'],
  add: ['calls', 'ms_total'],
  max: ['ms_max'],
})
const addCall = (tx: Transaction, minute: number, ms: number) =>
  addMinute(tx, { minute, surface: 'play', status_class: 2, calls: 1, ms_total: ms, ms_max: ms })

const selectMinute = preparedForEach((db, { minute }: { minute: number }) =>
  db.selectFrom('request_minute').select(['minute', 'calls', 'ms_total', 'ms_max']).where('minute', '=', minute),
)

/** A database, and the minutes that it has stored. */
async function stored() {
  const { context } = await testContext()
  const { db } = context
  const minutes = async () => {
    const rows = await db.read.selectFrom('request_minute').selectAll().orderBy('minute').execute()
    return rows.map(({ minute, calls, ms_total, ms_max }) => ({ minute, calls, ms_total, ms_max }))
  }
  return { db, write: createBatchingWriter(db), minutes }
}

const transactionOf = async (tx: Transaction) =>
  (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)).rows[0]?.id

describe('writes that arrive together', ON_PG, () => {
  it('share a transaction on PostgreSQL, of at most sixteen', { skip: testsOn !== 'postgresql' }, async () => {
    const { write } = await stored()

    const ids = await Promise.all(Array.from({ length: 17 }, (_, subject) => write(subject, transactionOf)))

    assert.deepEqual([new Set(ids.slice(0, 16)).size, new Set(ids).size], [1, 2])
  })

  it('fail alone', async () => {
    const { write, minutes } = await stored()
    const refuse = async (tx: Transaction) => {
      await addCall(tx, 2, 20)
      throw new Error('refused')
    }

    const results = await Promise.allSettled([
      write(1, (tx) => addCall(tx, 1, 10)),
      write(2, refuse),
      write(3, (tx) => addCall(tx, 3, 30)),
    ])

    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(
      (await minutes()).map(({ minute }) => minute),
      [1, 3],
    )
  })

  it('still share a transaction when one of them fails, and run once more only if that one may have written', {
    skip: testsOn !== 'postgresql',
  }, async () => {
    const { write } = await stored()
    const failures = [new Error('refused'), new WriteConflict(), beforeWrites(new Error('refused'))]
    for (const [at, failure] of failures.entries()) {
      let runs = 0

      const [one, refused, other] = await Promise.allSettled([
        write(1, (tx) => {
          runs++
          return transactionOf(tx)
        }),
        write(2, () => Promise.reject(failure)),
        write(3, transactionOf),
      ])

      assert.deepEqual(refused, { status: 'rejected', reason: failure })
      assert.deepEqual(one, other)
      assert.equal(runs, [2, 2, 1][at])
    }
  })

  it('are not refused because another waits too long for a lock', { skip: testsOn !== 'postgresql' }, async () => {
    const { db, write, minutes } = await stored()
    const isLocked = Promise.withResolvers<void>()
    const isOver = Promise.withResolvers<void>()
    await db.write((tx) => addCall(tx, 1, 0))
    const holding = db.write(async (tx) => {
      await tx.updateTable('request_minute').set({ ms_max: 10 }).execute()
      isLocked.resolve()
      await isOver.promise
    })
    await isLocked.promise

    const results = await Promise.allSettled([
      write(1, async (tx) => {
        await sql`set local lock_timeout = 20`.execute(tx)
        await addCall(tx, 1, 10)
      }),
      write(2, (tx) => addCall(tx, 2, 20)),
    ])
    isOver.resolve()
    await holding

    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    )
    assert.deepEqual(
      (await minutes()).map(({ minute, calls }) => [minute, calls]),
      [
        [1, 1],
        [2, 1],
      ],
    )
  })

  it('run one after another when they have one subject', async () => {
    const { write, minutes } = await stored()
    const double = async (tx: Transaction) => {
      const [before] = await selectMinute(tx, { minute: 1 })
      await addCall(tx, 1, before?.ms_total ?? 1)
    }

    await Promise.all([write(1, double), write(1, double), write(1, double)])
    const refused = write(2, () => Promise.reject(new Error('refused')))
    await Promise.allSettled([write(1, double), write(1, double), refused])

    assert.deepEqual(await minutes(), [{ minute: 1, calls: 5, ms_total: 16, ms_max: 8 }])
  })

  it('add up their changes of one row, and answer each for its own', async () => {
    const { db, write, minutes } = await stored()
    await db.write((tx) => addCall(tx, 7, 5))

    const answers = await Promise.all(
      [7, 8, 7].map((minute, subject) =>
        write(subject, async (tx) => {
          const [before] = await selectMinute(tx, { minute })
          await addCall(tx, minute, 10)
          return before?.calls
        }),
      ),
    )

    assert.deepEqual(answers.slice(0, 2), [1, undefined])
    assert.deepEqual(await minutes(), [
      { minute: 7, calls: 3, ms_total: 25, ms_max: 10 },
      { minute: 8, calls: 1, ms_total: 10, ms_max: 10 },
    ])
  })

  it('are seen by the next merged read of their transaction', async () => {
    const { write } = await stored()

    const rows = await write(1, async (tx) => {
      await addCall(tx, 1, 10)
      return selectMinute(tx, { minute: 1 })
    })

    assert.deepEqual(
      rows.map(({ calls, ms_total }) => ({ calls, ms_total })),
      [{ calls: 1, ms_total: 10 }],
    )
  })

  it('store a text that is no valid Unicode', async () => {
    const { write, db } = await stored()
    const upsertDay = preparedUpsert('credential_day', { key: ['credential_id', 'day'], add: ['calls'] })

    await write(1, (tx) => upsertDay(tx, { credential_id: 1, day: 'a\ud800', calls: 1 }))

    assert.equal((await db.read.selectFrom('credential_day').select('day').executeTakeFirst())?.day, 'a\ufffd')
  })
})

describe('reads that arrive together', ON_PG, () => {
  it('share a statement on PostgreSQL, each answered for its own', { skip: testsOn !== 'postgresql' }, async () => {
    const { db, write } = await stored()
    await Promise.all([write(1, (tx) => addCall(tx, 1, 10)), write(2, (tx) => addCall(tx, 2, 20))])
    const selectCalls = preparedForEach((read, { minute }: { minute: number }) =>
      read
        .selectFrom('request_minute')
        .select(['ms_total', sql<string>`pg_current_xact_id()::text`.as('transaction')])
        .where('minute', '=', minute),
    )
    // As for two sockets: Node runs what `nextTick` queued between their callbacks.
    const request = (minute: number) =>
      new Promise((begin) => setImmediate(begin)).then(() => selectCalls(db.read, { minute }))

    const [[one], [other], none] = await Promise.all([request(1), request(2), request(3)])

    assert.deepEqual([one?.ms_total, other?.ms_total, none], [10, 20, []])
    assert.equal(one?.transaction, other?.transaction)
  })
})
