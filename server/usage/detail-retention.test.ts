import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS, toMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { newId } from '../db/ids.ts'
import { PRODUCTION } from '../environment.ts'
import { findPublicationId } from '../publications/publication.ts'
import { sweep } from '../sweep/sweep.ts'
import { joinPanel } from '../test/panel.ts'
import { openPage, spendTime } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { addPartner, TEST_START, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { readFirstDetailedMonth } from './detail-retention.ts'

const RETENTION = { activityMonths: 24, auditAddressMonths: 12, launchesDays: 30, callsDays: 30 }

describe('expired minutes and chapters', () => {
  it('are removed by whole months; the report, the totals and the titles stay', ON_PG, async () => {
    const { app, context, clock, partner, get, spend } = await service()
    const owner = await joinPanel(app, context, partner.id, 'owner')
    await spend()
    const read = async () => [
      (await get('/partner/v1/usage?month=2026-11')).body,
      (await owner.get('/panel/v1/usage/2026-11?environment=production')).json().month.totals,
      (await owner.get('/panel/v1/usage/2026-11/titles?environment=production')).json(),
      (await owner.get('/panel/v1/usage/2026-11/members?environment=production')).json(),
    ]
    const before = await read()
    const { memberId } = (before[3] as { items: { memberId: string }[] }).items[0] as { memberId: string }
    clock.advance(Date.parse('2028-11-30T12:00:00Z') - clock.now())
    const swept = await sweep(context)

    clock.advance(Date.parse('2028-12-01T03:00:00Z') - clock.now())
    const later = await joinPanel(app, context, partner.id, 'owner')
    const member = `/panel/v1/usage/2026-11/members/${memberId}`
    const day = (await later.get(`${member}/minutes?environment=production&day=2026-11-12`)).json()
    const removed = await sweep(context)

    assert.deepEqual([swept.activityDetail, removed.activityDetail, await countDetail(context)], [0, 3, 0])
    assert.deepEqual(day, { minutes: [], chapters: [] }, 'hidden before they are removed')
    const month = (await later.get(`${member}?environment=production`)).json()
    assert.deepEqual([month.isDetailRemoved, month.titles, month.days], [true, [], []])
    assert.deepEqual([month.line.listeningSeconds, month.line.readingChapters], [60, 1])
    assert.equal((await get('/partner/v1/usage?month=2026-11')).body, before[0])
    assert.deepEqual((await later.get('/panel/v1/usage/2026-11?environment=production')).json().month.totals, before[1])
    assert.deepEqual((await later.get('/panel/v1/usage/2026-11/titles?environment=production')).json(), before[2])
  })

  it('are removed in steps, once, by concurrent nodes', ON_PG, async () => {
    const { context, clock } = await service()
    const [one, other] = [await addPartner(context), await addPartner(context)]
    await addMinutes(context, one.id, 450, 3)
    await addMinutes(context, other.id, 1, 2500)
    await addMinutes(context, other.id, 1, 5, clock.now())

    const removed = await Promise.all([sweep(context), sweep(context)])
    const again = await sweep(context)

    const sum = removed.reduce((total, { activityDetail = 0 }) => total + activityDetail, 0)
    assert.deepEqual([sum, again.activityDetail, await countDetail(context)], [450 * 3 + 2500, 0, 5])
  })

  it(
    'are removed at once when the retention is shortened, and do not come back when it is extended',
    ON_PG,
    async () => {
      const { context, clock, partner } = await service()
      await addMinutes(context, partner.id, 2, 2, clock.now() - 100 * 24 * 60 * MINUTE_MS)
      await sweep(context)
      assert.equal(await countDetail(context), 4)

      const shorter = { ...context.config, retention: { ...RETENTION, activityMonths: 2 } }
      const removed = await sweep({ ...context, config: shorter })

      assert.deepEqual([removed.activityDetail, await countDetail(context)], [4, 0])
      assert.equal(await readFirstDetailedMonth(context.db.read, clock.now(), context.config), toMonth('2026-09'))
    },
  )
})

async function service() {
  const rest = await testApp({ retention: RETENTION })
  const { app, context, clock, partner } = rest

  /** Inserts a minute of listening, and a chapter that is read within one. */
  async function spend() {
    const audiobook = { publicationId: await addPublication(context, { type: 'audiobook', title: 'O farol' }) }
    const ebook = { publicationId: await addPublication(context, { type: 'ebook', title: 'A ilha' }), chapter: 0 }
    clock.advance(Math.ceil(TEST_START / MINUTE_MS) * MINUTE_MS - clock.now())
    for (const title of [audiobook, ebook]) {
      const page = await openPage(app, partner.authorization)
      await spendTime(page, clock, title.publicationId, 60_000, title)
    }
  }
  return { ...rest, spend }
}

async function countDetail({ db }: Context): Promise<number> {
  const minutes = await db.read.selectFrom('activity_minute').select('minute').execute()
  const chapters = await db.read.selectFrom('chapter_read').select('month').execute()
  return minutes.length + chapters.length
}

/** Inserts members with some consecutive minutes each, three years old by default. */
async function addMinutes(context: Context, partnerId: number, members: number, minutes: number, at?: number) {
  const title = await addPublication(context, { type: 'audiobook', title: 'O farol' })
  const publicationId = await findPublicationId(context.db.read, title)
  const first = Math.floor((at ?? Date.parse('2023-11-12T12:00:00Z')) / MINUTE_MS)
  const ids = Array.from({ length: members }, () => newId('mbr'))
  const of = { partner_id: partnerId, environment: PRODUCTION }
  const rowsOf = (id: number) =>
    Array.from({ length: minutes }, (_, index) => ({
      partner_id: partnerId,
      member_id: id,
      minute: first + index,
      publication_id: publicationId,
      listening_ms: MINUTE_MS,
      content_ms: MINUTE_MS,
      reading_ms: 0,
      credited_until: (first + index + 1) * MINUTE_MS,
    }))
  await context.db.write(async (tx) => {
    const profile = { name: null, email: null, email_key: null, created_at: 0, revoked_at: null, revocation_count: 0 }
    const added = await tx
      .insertInto('member')
      .values(ids.map((id) => ({ ...of, public_id: id, external_user_id: id, ...profile })))
      .returning('id')
      .execute()
    const rows = added.flatMap(({ id }) => rowsOf(id))
    for (let index = 0; index < rows.length; index += 1000) {
      await tx
        .insertInto('activity_minute')
        .values(rows.slice(index, index + 1000))
        .execute()
    }
  })
}
