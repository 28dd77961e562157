import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { UsageReport } from '@estante/contract/partner/usage.ts'
import { toMonth } from '../calendar.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { moveTo, openPage, spendTime } from '../test/people.ts'
import { addPublication, withdrawPublication } from '../test/publications.ts'
import { addCredential, addPartner, TEST_START, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

/** A signed-in page, a book of each form, and a function that reads the month's report as the partner does. */
async function listening(start = TEST_START) {
  const service = await testApp()
  service.clock.advance(start - TEST_START)
  const page = await openPage(service.app, service.partner.authorization)
  const audiobook = await addPublication(service.context, { type: 'audiobook', title: 'O farol', durationMs: 600_000 })
  const ebook = await addPublication(service.context, { type: 'ebook', title: 'O rio', chapters: 5 })

  /** Opens a lease: each call sends its next heartbeat. */
  function lease(publicationId: string, leaseId: string = randomUUID()) {
    let sequence = 0
    return (beat: { activeMs: number; idleMs?: number; sequence?: number; [field: string]: unknown }) => {
      sequence = beat.sequence ?? sequence + 1
      return page.post('/play/v1/activity', { leaseId, publicationId, idleMs: 0, ...beat, sequence })
    }
  }
  const report = async (month = '2026-11') =>
    (await service.get(`/partner/v1/usage?month=${month}`)).json() as UsageReport
  const listened = async (month?: string) => (await report(month)).totals.listeningSeconds
  const spend = (publicationId: string, ms: number, place?: object) =>
    spendTime(page, service.clock, publicationId, ms, place)
  return { ...service, page, audiobook, ebook, lease, spend, report, listened }
}

const at = (time: number, totalProgression = time / 600) => ({
  href: 'audio.m4a',
  locations: { time, totalProgression },
})

describe('the limit on opening leases', () => {
  it(
    'is sixty at once and one more every twenty seconds; heartbeats of open leases are not limited',
    ON_PG,
    async () => {
      const { lease, audiobook, clock, db } = await listening()
      const heard = lease(audiobook)
      await heard({ activeMs: 0 })
      const open = async (sequence = 1) => (await lease(audiobook)({ activeMs: 0, sequence })).statusCode
      for (let opened = 1; opened < 60; opened++) {
        clock.advance(200)
        assert.equal(await open(), 200)
      }

      const refused = [await open(), await open(2)]
      const goesOn = await heard({ activeMs: 10_000 })
      clock.advance(20_000)
      const again = [await open(), await open()]

      assert.deepEqual([refused, goesOn.statusCode, again], [[429, 429], 200, [200, 429]])
      const { rows } = await db.read
        .selectFrom('lease')
        .select((select) => select.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
      assert.equal(rows, 61)
    },
  )

  it('does not count those that were refused', async () => {
    const { context, lease, audiobook, ebook, clock } = await listening()
    await withdrawPublication(context, ebook)
    for (let refused = 0; refused < 60; refused++) {
      await lease(ebook)({ activeMs: 0, chapter: 0 })
      clock.advance(200)
    }

    const { statusCode } = await lease(audiobook)({ activeMs: 0 })

    assert.equal(statusCode, 200)
  })
})

describe('listening', () => {
  it('is reported to the second, with when the title was started', async () => {
    const { lease, audiobook, clock, report, get } = await listening()
    const beat = lease(audiobook)
    await beat({ activeMs: 0 })
    clock.advance(15_000)
    await beat({ activeMs: 15_000 })
    clock.advance(10_000)
    await beat({ activeMs: 24_500 })

    const heardUntil = new Date(clock.now() - 500).toISOString()
    assert.deepEqual(await report(), {
      month: '2026-11',
      users: [
        {
          externalUserId: 'u1',
          titlesStarted: 1,
          listeningSeconds: 24,
          lastActivityAt: heardUntil,
        },
      ],
      totals: { activeUsers: 1, titlesStarted: 1, listeningSeconds: 24, readingChapters: 0 },
    })
    assert.equal((await get('/partner/v1/users/u1')).json().lastActivityAt, heardUntil)
  })

  it('counts a heartbeat once, though it is repeated, late, or out of order', ON_PG, async () => {
    const { lease, audiobook, clock, listened } = await listening()
    const beat = lease(audiobook)
    await beat({ activeMs: 0 })
    clock.advance(30_000)
    await beat({ activeMs: 30_000, sequence: 3 })
    await beat({ activeMs: 15_000, sequence: 2 })
    await beat({ activeMs: 30_000, sequence: 3 })

    assert.equal(await listened(), 30)
  })

  it('never counts more than the time that passed on the server’s clock', async () => {
    const { lease, audiobook, clock, listened } = await listening()
    const beat = lease(audiobook)
    await beat({ activeMs: 0 })
    clock.advance(10_000)
    await beat({ activeMs: 3_600_000 })
    await beat({ activeMs: 7_200_000 })

    assert.equal(await listened(), 10)
  })

  it('counts time and content of a heartbeat that arrived early with the next', async () => {
    const { lease, audiobook, clock, listened, db } = await listening()
    const beat = lease(audiobook)
    await beat({ activeMs: 0 })

    for (const [sequence, arrivedAfterMs] of [15_300, 14_600, 15_100].entries()) {
      clock.advance(arrivedAfterMs)
      const activeMs = (sequence + 1) * 15_000
      await beat({ activeMs, contentMs: 2 * activeMs })
    }

    assert.equal(await listened(), 45)
    clock.advance(15_300)
    await beat({ activeMs: 60_000, contentMs: 120_000 })
    const [{ content_ms } = { content_ms: 0 }] = await db.read.selectFrom('usage_month').select('content_ms').execute()
    assert.deepEqual([await listened(), Math.round(content_ms / 10)], [60, 12_000])
  })

  it('loses nothing when the network delays one heartbeat and not the next', async () => {
    const { lease, audiobook, clock, listened } = await listening()
    const beat = lease(audiobook)
    await beat({ activeMs: 0 })

    for (const [sequence, arrivedAfterMs] of [27_000, 3000, 15_000, 15_000].entries()) {
      clock.advance(arrivedAfterMs)
      await beat({ activeMs: (sequence + 1) * 15_000 })
    }

    assert.equal(await listened(), 60)
  })

  it('counts nothing from before the lease’s first heartbeat', async () => {
    const { lease, audiobook, listened, clock } = await listening()
    clock.advance(3_600_000)
    const beat = lease(audiobook)

    await beat({ activeMs: 600_000, sequence: 40 })

    assert.equal(await listened(), 0)
  })

  it('counts wall-clock time at any speed; content time is stored beside it', async () => {
    const { lease, audiobook, clock, listened, db } = await listening()
    const beat = lease(audiobook)
    await beat({ activeMs: 0, contentMs: 0 })
    clock.advance(20_000)
    await beat({ activeMs: 20_000, contentMs: 60_000 })

    assert.equal(await listened(), 20)
    const entry = await db.read.selectFrom('library_entry').selectAll().executeTakeFirstOrThrow()
    assert.equal(entry.content_ms, 60_000)
  })

  it('counts time once for two tabs or two devices', async () => {
    const { lease, audiobook, clock, listened } = await listening()
    const [one, other] = [lease(audiobook), lease(audiobook)]
    await one({ activeMs: 0 })
    await other({ activeMs: 0 })
    for (let beats = 1; beats <= 8; beats++) {
      clock.advance(15_000)
      await one({ activeMs: beats * 15_000 })
      await other({ activeMs: beats * 15_000 })
    }

    assert.equal(await listened(), 120)
  })

  it('counts no moment twice when a second lease opens late in a minute', async () => {
    const { lease, audiobook, context, clock, report } = await listening(TEST_START + 50_000)
    const titles = [audiobook]
    for (let title = 0; title < 4; title++) {
      titles.push(await addPublication(context, { type: 'audiobook', title: `T${title}` }))
    }
    const leases = titles.flatMap((title) => [lease(title), lease(title)])
    for (const beat of leases) await beat({ activeMs: 0 })
    clock.advance(6000)
    for (const beat of leases) await beat({ activeMs: 6000 })

    const { totals } = await report()
    assert.deepEqual([totals.listeningSeconds, totals.titlesStarted], [6, 1])
  })

  it('counts no moment twice when heartbeats of two tabs arrive together', ON_PG, async () => {
    const { lease, audiobook, context, clock, report } = await listening()
    const titles = [audiobook, await addPublication(context, { type: 'audiobook', title: 'O vento' })]
    const leases = titles.flatMap((title) => [lease(title), lease(title), lease(title)])
    await Promise.all(leases.flatMap((beat) => [beat({ activeMs: 0 }), beat({ activeMs: 0, sequence: 1 })]))
    for (let beats = 1; beats <= 6; beats++) {
      clock.advance(15_000)
      await Promise.all(leases.map((beat) => beat({ activeMs: beats * 15_000 })))
    }

    const { totals } = await report()
    assert.deepEqual([totals.activeUsers, totals.listeningSeconds], [1, 90])
  })

  it('counts buffered playback during a lost connection, at the time it played', async () => {
    const { lease, audiobook, clock, report } = await listening()
    const beat = lease(audiobook)
    await beat({ activeMs: 0 })
    const start = clock.now()
    clock.advance(500_000)
    await beat({ activeMs: 90_000, idleMs: 410_000 })

    const { totals, users } = await report()
    assert.equal(totals.listeningSeconds, 90)
    assert.equal(Date.parse(users[0]?.lastActivityAt ?? ''), start + 90_000)
  })

  it('counts time around midnight in the month of São Paulo it belongs to', async () => {
    const { spend, audiobook, report } = await listening(Date.parse('2026-12-01T02:59:40Z'))
    await spend(audiobook, 30_000)

    const [november, december] = [await report('2026-11'), await report('2026-12')]
    assert.deepEqual([november.totals.listeningSeconds, december.totals.listeningSeconds], [20, 10])
    assert.ok(Date.parse(november.users[0]?.lastActivityAt ?? '') < Date.parse('2026-12-01T03:00:00Z'))
  })

  it('has the last activity of a month in that month when it ends at midnight', async () => {
    const { spend, audiobook, report } = await listening(Date.parse('2026-12-01T02:59:30Z'))
    await spend(audiobook, 30_000)

    assert.equal((await report()).users[0]?.lastActivityAt, '2026-12-01T02:59:59.999Z')
  })

  it('counts a title in the month in which it was started, also when it went on into the next', async () => {
    const { spend, audiobook, report, db } = await listening(Date.parse('2026-12-01T02:59:40Z'))
    await spend(audiobook, 30_000)

    const [november, december] = [await report('2026-11'), await report('2026-12')]
    assert.deepEqual([november.totals.titlesStarted, december.totals.titlesStarted], [1, 0])
    const entry = await db.read.selectFrom('library_entry').select('started_at').executeTakeFirstOrThrow()
    assert.equal(entry.started_at, Date.parse('2026-12-01T03:00:00Z') - 1)
  })

  it('counts a title in the next month when its fifth second is heard there', async () => {
    const { spend, audiobook, report } = await listening(Date.parse('2026-12-01T02:59:57Z'))
    await spend(audiobook, 30_000)

    const [november, december] = [await report('2026-11'), await report('2026-12')]
    assert.deepEqual([november.totals.titlesStarted, december.totals.titlesStarted], [0, 1])
  })

  it('counts a title as started after five seconds, once', async () => {
    const { spend, audiobook, report } = await listening()
    for (const activeMs of [3000, 1000, 1500, 20_000]) {
      await spend(audiobook, activeMs)
      const { totals } = await report()
      assert.equal(totals.titlesStarted, totals.listeningSeconds >= 5 ? 1 : 0)
    }
  })

  it('stays in the report after the member is revoked', async () => {
    const { lease, audiobook, clock, listened, delete: revoke } = await listening()
    const beat = lease(audiobook)
    await beat({ activeMs: 0 })
    clock.advance(15_000)
    await beat({ activeMs: 15_000 })
    await revoke('/partner/v1/users/u1')

    assert.equal(await listened(), 15)
    assert.equal((await beat({ activeMs: 16_000 })).statusCode, 401)
  })

  it('counts no minute twice when the clock is set back', async () => {
    const { lease, audiobook, clock, listened } = await listening()
    const beat = lease(audiobook)
    await beat({ activeMs: 0 })
    clock.advance(60_000)
    await beat({ activeMs: 60_000 })
    // Half a minute that was counted before, and half an hour that was not, are repeated.
    clock.advance(-1_830_000)

    await beat({ activeMs: 60_000 })
    clock.advance(20_000)
    await beat({ activeMs: 80_000 })
    const before = await listened()
    clock.advance(1_840_000)
    await beat({ activeMs: 1_920_000 })

    assert.equal(before, 80)
    assert.equal(await listened(), 80 + 1750 + 30)
  })

  it('does not credit the minutes by which the clock was set forward', async () => {
    const { lease, audiobook, clock, listened } = await listening()
    const beat = lease(audiobook)
    await beat({ activeMs: 0 })
    clock.advance(15_000)
    await beat({ activeMs: 15_000 })
    clock.advance(300_000 + 15_000)

    await beat({ activeMs: 30_000 })

    assert.equal(await listened(), 30)
  })

  it('refuses a heartbeat with another member’s lease', async () => {
    const { app, lease, audiobook, partner, listened, clock } = await listening()
    const leaseId = randomUUID()
    const beat = lease(audiobook, leaseId)
    await beat({ activeMs: 0 })
    clock.advance(15_000)
    const thief = await openPage(app, partner.authorization, 'u2')

    const body = { leaseId, publicationId: audiobook, sequence: 2, activeMs: 15_000, idleMs: 0 }
    const response = await thief.post('/play/v1/activity', body)

    assert.equal(response.statusCode, 200)
    assert.equal(await listened(), 0)
    await beat({ activeMs: 15_000 })
    assert.equal(await listened(), 15)
  })
})

describe('reading', () => {
  it('counts a chapter as read after five seconds on screen, once a month', async () => {
    const { lease, ebook, clock, report } = await listening()
    const beat = lease(ebook)
    await beat({ activeMs: 0, chapter: 0 })
    clock.advance(4000)
    await beat({ activeMs: 4000, chapter: 0 })
    assert.equal((await report()).totals.readingChapters, 0)
    clock.advance(1000)
    await beat({ activeMs: 5000, chapter: 0 })
    clock.advance(3000)
    await beat({ activeMs: 8000, chapter: 1 })
    clock.advance(60_000)
    await beat({ activeMs: 68_000, chapter: 0 })

    const { totals, users } = await report()
    assert.deepEqual(totals, { activeUsers: 1, titlesStarted: 1, listeningSeconds: 0, readingChapters: 1 })
    assert.equal(users[0]?.listeningSeconds, 0)
  })

  it('counts a chapter that was on screen around midnight in both months', async () => {
    const { spend, ebook, report } = await listening(Date.parse('2026-12-01T02:59:40Z'))
    await spend(ebook, 30_000, { chapter: 0 })

    const [november, december] = [await report('2026-11'), await report('2026-12')]
    assert.deepEqual(november.totals, { activeUsers: 1, titlesStarted: 1, listeningSeconds: 0, readingChapters: 1 })
    assert.deepEqual(december.totals, { activeUsers: 1, titlesStarted: 0, listeningSeconds: 0, readingChapters: 1 })
  })

  it('counts a chapter again in the next month only after five seconds on screen there', async () => {
    const { lease, ebook, clock, report } = await listening(Date.parse('2026-12-01T02:59:40Z'))
    const beat = lease(ebook)
    await beat({ activeMs: 0, chapter: 0 })
    clock.advance(22_000)
    await beat({ activeMs: 22_000, chapter: 0 })
    const after = [await report('2026-11'), await report('2026-12')]
    clock.advance(2000)
    await beat({ activeMs: 24_000, chapter: 0 })
    const tooShort = await report('2026-12')
    clock.advance(1000)
    await beat({ activeMs: 25_000, chapter: 0 })

    assert.deepEqual(
      after.map(({ totals }) => [totals.activeUsers, totals.readingChapters]),
      [
        [1, 1],
        [0, 0],
      ],
    )
    assert.equal(tooShort.totals.readingChapters, 0)
    assert.equal((await report('2026-12')).totals.readingChapters, 1)
  })

  it('counts a chapter in the month of its fifth second when midnight comes before it', async () => {
    const { lease, ebook, clock, report } = await listening(Date.parse('2026-12-01T02:59:57Z'))
    const beat = lease(ebook)
    await beat({ activeMs: 0, chapter: 0 })
    clock.advance(3000)
    await beat({ activeMs: 3000, chapter: 0 })
    clock.advance(2000)
    await beat({ activeMs: 5000, chapter: 0 })

    const [november, december] = [await report('2026-11'), await report('2026-12')]
    assert.deepEqual(november.totals, { activeUsers: 0, titlesStarted: 0, listeningSeconds: 0, readingChapters: 0 })
    assert.deepEqual(december.totals, { activeUsers: 1, titlesStarted: 1, listeningSeconds: 0, readingChapters: 1 })
  })

  it('refuses a chapter that the book does not have, and a heartbeat without one', async () => {
    const { lease, ebook } = await listening()

    assert.equal((await lease(ebook)({ activeMs: 0, chapter: 5 })).statusCode, 400)
    assert.equal((await lease(ebook)({ activeMs: 0 })).statusCode, 400)
  })

  it('is counted separately from listening: each activity has its own minute', async () => {
    const { lease, audiobook, ebook, clock, report } = await listening()
    const [sound, page] = [lease(audiobook), lease(ebook)]
    await sound({ activeMs: 0 })
    await page({ activeMs: 0, chapter: 2 })
    clock.advance(30_000)
    await sound({ activeMs: 30_000 })
    await page({ activeMs: 30_000, chapter: 2 })

    const { totals } = await report()
    assert.deepEqual(totals, { activeUsers: 1, titlesStarted: 2, listeningSeconds: 30, readingChapters: 1 })
  })
})

describe('the place', () => {
  it('is not lost when the title is saved or removed at the same moment', ON_PG, async () => {
    const { lease, audiobook, clock, page, db } = await listening()
    const beat = lease(audiobook)
    const shelf = `/play/v1/library/${audiobook}`
    await Promise.all([beat({ activeMs: 0, movement: moveTo(at(10)) }), page.put(shelf)])
    const saved = await db.read.selectFrom('library_entry').selectAll().executeTakeFirstOrThrow()
    clock.advance(15_000)

    await Promise.all([beat({ activeMs: 15_000, movement: moveTo(at(25)) }), page.delete(shelf)])

    const entry = await db.read.selectFrom('library_entry').selectAll().executeTakeFirstOrThrow()
    assert.ok(saved.saved_at !== null && saved.locator?.includes('10'))
    assert.ok(entry.saved_at === null && entry.locator?.includes('25'))
    assert.equal(entry.active_ms, 15_000)
  })

  it('says when the end was reached, and when a member begins again', async () => {
    const { lease, audiobook, clock } = await listening()
    const beat = lease(audiobook)

    const finished = await beat({ activeMs: 0, movement: moveTo(at(599)) })
    clock.advance(1000)
    const again = await lease(audiobook)({ activeMs: 0, movement: moveTo(at(30)) })

    assert.equal(finished.json().progress.finishedAt, new Date(clock.now() - 1000).toISOString())
    assert.equal(again.json().progress.finishedAt, null)
  })
})

describe('GET /partner/v1/usage', () => {
  it('answers zeros for a month without usage, past or future', async () => {
    const { report } = await listening()

    for (const month of ['1999-01', '2099-12']) {
      const totals = { activeUsers: 0, titlesStarted: 0, listeningSeconds: 0, readingChapters: 0 }
      assert.deepEqual(await report(month), { month, users: [], totals })
    }
  })

  it('refuses an invalid month', async () => {
    const { get } = await testApp()
    const invalid = ['?month=', '?month=2026-13', '?month=2026-1', '?month=11-2026', '?month=2026-01&month=2026-02']
    for (const query of ['', ...invalid]) {
      const response = await get(`/partner/v1/usage${query}`)

      assert.deepEqual([response.statusCode, response.json().code], [400, 'VALIDATION'], query)
    }
  })

  it('lists every member of a large month once, by identifier, and its totals are their sum', ON_PG, async () => {
    const { db, get, partner } = await testApp()
    await db.write(async (tx) => {
      const tenancy = { partner_id: partner.id, environment: PRODUCTION }
      const rows = Array.from({ length: 2500 }, (_, member) => ({
        public_id: `mbr_${member}`,
        ...tenancy,
        created_at: 0,
        revocation_count: 0,
      }))
      const members = await tx.insertInto('member').values(rows).returning(['id', 'public_id']).execute()
      const counts = { listening_ms: 1999, content_ms: 0, reading_ms: 0, titles_started: 1, chapters_read: 2 }
      const months = members.map(({ id, public_id }) => ({
        ...tenancy,
        month: toMonth('2026-11'),
        external_user_id: public_id,
        member_id: id,
        ...counts,
        last_activity_at: 1,
      }))
      await tx.insertInto('usage_month').values(months).execute()
    })

    const { users, totals } = (await get('/partner/v1/usage?month=2026-11')).json() as UsageReport

    const ids = users.map((user) => user.externalUserId)
    assert.deepEqual(ids, [...new Set(ids)].sort())
    assert.deepEqual(totals, { activeUsers: 2500, titlesStarted: 2500, listeningSeconds: 2500, readingChapters: 5000 })
  })

  it('keeps partners and environments apart', async () => {
    const { spend, audiobook, context, partner, caller } = await listening()
    await spend(audiobook, 15_000)

    for (const stranger of [await addPartner(context), await addCredential(context, partner.id, SANDBOX)]) {
      const report = (await caller(stranger).get('/partner/v1/usage?month=2026-11')).json() as UsageReport
      assert.deepEqual(report.users, [])
    }
  })
})
