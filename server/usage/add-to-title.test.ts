import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { UsageReport } from '@estante/contract/partner/usage.ts'
import { recordHeartbeat } from '../activity/record-heartbeat.ts'
import { type Month, nameOfMonth, toMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { upsertMember } from '../members/member.ts'
import type { Tenancy } from '../tenancy.ts'
import { addPublication } from '../test/publications.ts'
import { createRandom } from '../test/random.ts'
import { addPartner, testContext } from '../test/test-app.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'
import { addToTitle } from './add-to-title.ts'
import { readAnomalies } from './anomalies.ts'
import { writeUsageReport } from './report.ts'
import { readTotals } from './totals.ts'

const TIME_ZONE = 'America/Sao_Paulo'
const HOUR_MS = 3_600_000
/** 31 October 2026, 22:30 in São Paulo. */
const EVENING = Date.parse('2026-11-01T01:30:00Z')

async function setUp() {
  const { context } = await testContext()
  const partner = await addPartner(context)
  const tenancy: Tenancy = { partnerId: partner.id, environment: PRODUCTION }
  return { context, db: context.db, tenancy, partnerId: partner.id }
}

/** A member, and a function that counts activity as the server does. */
async function addMember({ db }: Context, tenancy: Tenancy, externalUserId: string) {
  const { id: memberId } = await db.write((tx) => upsertMember(tx, EVENING, tenancy, externalUserId, {}))
  const member = { ...tenancy, memberId, memberSessionId: '', credentialId: null, externalUserId }
  return async function spend(publicationId: string, from: number, activeMs: number, chapter?: number) {
    const leaseId = randomUUID()
    await db.write(async (tx) => {
      for (const [sequence, claimed] of [0, activeMs].entries()) {
        const heartbeat = {
          leaseId,
          publicationId,
          sequence,
          activeMs: claimed,
          idleMs: 0,
          ...(chapter !== undefined && { chapter }),
        }
        await recordHeartbeat(tx, from + claimed, TIME_ZONE, member, heartbeat)
      }
    })
  }
}

async function reportOf({ db }: Context, tenancy: Tenancy, month: Month): Promise<UsageReport> {
  return JSON.parse((await Array.fromAsync(writeUsageReport(db, tenancy, month))).join(''))
}

describe('the titles of a month', ON_PG, () => {
  for (const seed of [3, 14, 159]) {
    it(`add up to the totals of its report, for any activity (${seed})`, async () => {
      const { context, db, tenancy } = await setUp()
      const random = createRandom(seed).next
      const upTo = (count: number) => Math.floor(random() * count)
      const titles: { id: string; isAudio: boolean }[] = []
      for (let title = 0; title < 6; title++) {
        const isAudio = title % 2 === 0
        const id = await addPublication(context, { type: isAudio ? 'audiobook' : 'ebook', title: `Título ${title}` })
        titles.push({ id, isAudio })
      }
      const members = []
      for (let index = 0; index < 8; index++) members.push(await addMember(context, tenancy, `u${index}`))

      for (const spend of members) {
        // Some open a title for a moment only; the activity spans the end of October and the start of November.
        const isShy = random() < 0.3
        let at = EVENING
        for (let stretch = 0; stretch < 18; stretch++) {
          const title = titles[upTo(titles.length)]!
          const activeMs = isShy ? 1 + upTo(400) : 1 + upTo(random() < 0.5 ? 3000 : 40_000)
          await spend(title.id, at, activeMs, title.isAudio ? undefined : upTo(10))
          at += activeMs + upTo(HOUR_MS / 3)
        }
      }

      const months = await readTotals(db.read, tenancy, toMonth('2026-12'), 3)
      for (const { month, totals } of months) {
        assert.deepEqual(totals, (await reportOf(context, tenancy, month)).totals, nameOfMonth(month))
      }
      const seconds = months.map(({ totals }) => totals.listeningSeconds)
      assert.ok(seconds[0]! > 0 && seconds[1]! > 0 && seconds[2] === 0, seconds.join())
    })
  }

  it('count a member, and the titles they started, from their first full second', async () => {
    const { context, db, tenancy } = await setUp()
    const title = await addPublication(context, { type: 'audiobook', title: 'O farol' })
    const spend = await addMember(context, tenancy, 'u1')
    const midnight = Date.parse('2026-11-01T03:00:00Z')
    await spend(title, midnight - 60_000, 4800)
    await spend(title, midnight + 60_000, 300)
    const [, touched] = await readTotals(db.read, tenancy, toMonth('2026-11'), 2)

    await spend(title, midnight + 120_000, 700)

    const [october, november] = await readTotals(db.read, tenancy, toMonth('2026-11'), 2)
    const figures = (activeUsers: number, titlesStarted: number, listeningSeconds: number) => ({
      ...{ activeUsers, titlesStarted, listeningSeconds, readingChapters: 0 },
    })
    assert.deepEqual(touched?.totals, figures(0, 0, 0))
    assert.deepEqual(october?.totals, figures(1, 0, 4))
    assert.deepEqual(november?.totals, figures(1, 1, 1))
  })

  it('add up under concurrent activity, on both sides of the end of a month', async () => {
    const { context, db, tenancy } = await setUp()
    const [farol, vento] = [
      await addPublication(context, { type: 'audiobook', title: 'O farol' }),
      await addPublication(context, { type: 'audiobook', title: 'O vento' }),
    ]
    const midnight = Date.parse('2026-11-01T03:00:00Z')
    const members = []
    for (let index = 0; index < 30; index++) members.push(await addMember(context, tenancy, `u${index}`))

    await Promise.all(
      members.map(async (spend, index) => {
        for (const [turn, title] of (index % 2 ? [farol, vento, farol] : [vento, farol, vento]).entries()) {
          await spend(title, midnight - 5_000 + turn * 20_000 + index, 10_300)
        }
      }),
    )

    for (const { month, totals } of await readTotals(db.read, tenancy, toMonth('2026-11'), 2)) {
      assert.equal(totals.activeUsers, 30)
      assert.deepEqual(totals, (await reportOf(context, tenancy, month)).totals, nameOfMonth(month))
    }
  })

  it('are added to in opposite orders without a deadlock', { skip: testsOn !== 'postgresql' }, async () => {
    const { db, tenancy } = await setUp()
    const [nothing, second] = [0, 1000].map((ms) => ({ listening_ms: ms, titles_started: 0, chapters_read: 0 }))
    const titles = [1, 2].map((id) => ({ id, title: 'O farol', author: 'Marina Duarte' }))
    const both = Promise.withResolvers<void>()
    let runs = 0
    const addToAll = (order: typeof titles) =>
      db.write(async (tx) => {
        for (const title of order) {
          await addToTitle(tx, toMonth('2026-10'), { ...tenancy, memberId: 1 }, title, nothing!, second!)
          if (title === order[0] && ++runs === 2) both.resolve()
          await both.promise
        }
      })

    await Promise.all([addToAll(titles), addToAll(titles.toReversed())])

    const [month] = await readTotals(db.read, tenancy, toMonth('2026-10'), 1)
    assert.deepEqual([runs, month?.totals.listeningSeconds], [2, 4])
  })

  it('belong to one environment of one partner', async () => {
    const { context, db, tenancy } = await setUp()
    const title = await addPublication(context, { type: 'audiobook', title: 'O farol' })
    const spend = await addMember(context, tenancy, 'u1')
    await spend(title, EVENING, 9000)

    const others: Tenancy[] = [
      { partnerId: (await addPartner(context)).id, environment: PRODUCTION },
      { ...tenancy, environment: SANDBOX },
    ]
    for (const other of others) {
      const [month] = await readTotals(db.read, other, toMonth('2026-10'), 1)
      assert.equal(month?.totals.activeUsers, 0)
    }
  })
})

describe('a month with more usage than one person can have', ON_PG, () => {
  it('is recorded once, when it crosses three hundred hours', async () => {
    const { context, db, tenancy } = await setUp()
    const title = await addPublication(context, { type: 'audiobook', title: 'O farol' })
    const spend = await addMember(context, tenancy, 'u1')
    await spend(title, EVENING + 4 * HOUR_MS, 1000)
    await db.write((tx) =>
      tx
        .updateTable('usage_month')
        .set({ listening_ms: 300 * HOUR_MS - 500 })
        .execute(),
    )
    const before = await readAnomalies(db.read, toMonth('2026-10'))

    await spend(title, EVENING + 5 * HOUR_MS, 1000)
    await spend(title, EVENING + 6 * HOUR_MS, 1000)

    const noted = await readAnomalies(db.read, toMonth('2026-10'))
    assert.deepEqual(before, [])
    assert.deepEqual(
      noted.map(({ partnerId, environment, month, externalUserId, kind, at, value }) => ({
        ...{ partnerId, environment, month, externalUserId, kind, at, value },
      })),
      [
        {
          ...tenancy,
          month: toMonth('2026-11'),
          externalUserId: 'u1',
          kind: 'listening-300h',
          at: EVENING + 5 * HOUR_MS + 1000,
          value: 300 * 3600,
        },
      ],
    )
    assert.deepEqual(await readAnomalies(db.read, toMonth('2026-12')), [])
  })

  it('is recorded when its hundredth title is started', async () => {
    const { context, db, tenancy } = await setUp()
    const spend = await addMember(context, tenancy, 'u1')
    for (let index = 0; index < 101; index++) {
      const title = await addPublication(context, { type: 'audiobook', title: `Título ${index}` })
      await spend(title, EVENING + 4 * HOUR_MS + index * 60_000, 6000)
    }

    const noted = await readAnomalies(db.read, toMonth('2026-11'))

    assert.deepEqual(
      noted.map(({ kind, value }) => ({ kind, value })),
      [{ kind: 'titles-100', value: 100 }],
    )
  })
})
