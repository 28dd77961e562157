import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testApp } from '../test/test-app.ts'
import { writeUsageReport } from './report.ts'

it('A long report lets others be answered meanwhile, however fast it is read', async () => {
  const { db, partner } = await testApp()
  const tenancy = { partnerId: partner.id, environment: 'production' } as const
  const members = Array.from({ length: 5000 }, (_, index) => ({
    partner_id: partner.id,
    environment: tenancy.environment,
    month: '2026-10',
    external_user_id: `u${String(index).padStart(5, '0')}`,
    member_id: `mbr_${index}`,
    listening_ms: 2500,
    content_ms: 2500,
    reading_ms: 0,
    titles_started: 1,
    chapters_read: 0,
    last_activity_at: Date.parse('2026-10-20T12:00:00Z'),
  }))
  for (let first = 0; first < members.length; first += 500) {
    await db.write((tx) =>
      tx
        .insertInto('usage_month')
        .values(members.slice(first, first + 500))
        .execute(),
    )
  }
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)

  let text = ''
  for await (const piece of writeUsageReport(db.read, tenancy, '2026-10')) text += piece
  clearImmediate(counting)

  assert.deepEqual(JSON.parse(text).totals, {
    activeUsers: 5000,
    titlesStarted: 5000,
    listeningSeconds: 10_000,
    readingChapters: 0,
  })
  assert.ok(turns >= 4, `${turns} turns`)
})
