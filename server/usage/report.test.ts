import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UNAUDITED } from '../audit/audit.ts'
import { toMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { PRODUCTION } from '../environment.ts'
import { findMember, upsertMember } from '../members/member.ts'
import { eraseMember } from '../privacy/erase-member.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { writeMembersCsv } from './csv.ts'
import { writeUsageReport } from './report.ts'

const MONTH = toMonth('2026-10')
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

describe('A month’s report', ON_PG, () => {
  it('equals JSON.stringify for any identifiers and instants', async () => {
    const { db, tenancy, insert } = await setUp()
    const controls = Array.from({ length: 0x1f }, (_, index) => String.fromCharCode(index + 1))
    const names = [
      ...controls.map((control) => `a${control}b`),
      ...[
        '"',
        '\\',
        '\\"',
        "'",
        '/',
        '</script>',
        '{}',
        '],"totals":{',
        ' a b ',
        'null',
        '0',
        '%s %d $1 ?1',
        '\x7f\x80\x9f',
      ],
      ...[
        '\u2028',
        '\u2029',
        '\ufeff',
        '\uffff',
        '\ufffd',
        '😀',
        '👩‍👩‍👧',
        'ç',
        'c\u0327',
        '\u202e',
        '\u00a0',
        '𐀀',
        '\uff5e',
      ],
      'é'.repeat(128),
    ]
    const instants = [
      ...[0, 1, 999, 1000, 59_999, 86_399_999, 86_400_000, 951_782_399_999, 951_782_400_000, 1e12, 1_791_234_567_891],
      ...[4_107_542_399_999, 4_107_542_400_001, 253_402_214_400_001, LAST_INSTANT - 1, LAST_INSTANT],
      ...Array.from({ length: 400 }, (_, index) => Math.floor((LAST_INSTANT / 400) * index) + index),
    ]
    const lines = instants.map((last_activity_at, index) => ({
      external_user_id: index < names.length ? `${names[index]}` : `u${index}`,
      titles_started: index % 3,
      listening_ms: 1000 + index * 997,
      chapters_read: index % 5,
      last_activity_at,
    }))
    await insert(lines)

    const text = await textOf(db, tenancy)

    // SQLite and PostgreSQL both compare the bytes of UTF-8.
    const sorted = lines.toSorted((one, other) =>
      Buffer.compare(...bytesOf(one.external_user_id, other.external_user_id)),
    )
    const users = sorted.map((line) => ({
      externalUserId: line.external_user_id,
      titlesStarted: line.titles_started,
      listeningSeconds: Math.floor(line.listening_ms / 1000),
      // An erased member is no longer identified.
      lastActivityAt: line.last_activity_at === 0 ? null : new Date(line.last_activity_at).toISOString(),
    }))
    const totals = {
      activeUsers: users.length,
      titlesStarted: sum(users.map((user) => user.titlesStarted)),
      listeningSeconds: sum(users.map((user) => user.listeningSeconds)),
      readingChapters: sum(sorted.map((line) => line.chapters_read)),
    }
    assert.equal(text, JSON.stringify({ month: '2026-10', users, totals }))
  })

  it('lists only members who heard a second or read a chapter', async () => {
    const { db, tenancy, insert } = await setUp()
    await insert([
      { external_user_id: 'a', listening_ms: 999, chapters_read: 0 },
      { external_user_id: 'b', listening_ms: 0, chapters_read: 1 },
      { external_user_id: 'c', listening_ms: 1000, chapters_read: 0 },
    ])

    const { users, totals } = JSON.parse(await textOf(db, tenancy))

    const listed = users.map((user: { externalUserId: string }) => user.externalUserId)
    assert.deepEqual([listed, totals.activeUsers, totals.listeningSeconds], [['b', 'c'], 2, 1])
  })

  it('of no one is zeros', async () => {
    const { db, tenancy } = await setUp()

    const text = await textOf(db, tenancy)

    const totals = { activeUsers: 0, titlesStarted: 0, listeningSeconds: 0, readingChapters: 0 }
    assert.equal(text, JSON.stringify({ month: '2026-10', users: [], totals }))
  })

  it('ends well wherever its reads end', async () => {
    for (const count of [249, 250, 251, 500, 999, 1000, 1001]) {
      const { db, tenancy, insert } = await setUp()
      await insert(Array.from({ length: count }, (_, index) => ({ external_user_id: `u${index}` })))

      const { users, totals } = JSON.parse(await textOf(db, tenancy))

      const names = new Set(users.map((user: { externalUserId: string }) => user.externalUserId))
      assert.deepEqual([users.length, names.size, totals.activeUsers], [count, count, count])
    }
  })

  it('sums the rows that it sent, even if more is counted meanwhile', async () => {
    const { db, tenancy, insert } = await setUp()
    await insert(
      Array.from({ length: 3000 }, (_, index) => ({ external_user_id: `u${String(index).padStart(4, '0')}` })),
    )
    const report = writeUsageReport(db, tenancy, MONTH)
    const first = await report.next()
    await db.write((tx) => tx.updateTable('usage_month').set({ listening_ms: 9000, titles_started: 3 }).execute())

    const text = first.value + (await Array.fromAsync(report)).join('')

    const { users, totals } = JSON.parse(text) as {
      users: { titlesStarted: number; listeningSeconds: number }[]
      totals: { titlesStarted: number; listeningSeconds: number }
    }
    assert.ok(totals.titlesStarted > 3000 && totals.titlesStarted < 9000)
    assert.equal(totals.titlesStarted, sum(users.map((user) => user.titlesStarted)))
    assert.equal(totals.listeningSeconds, sum(users.map((user) => user.listeningSeconds)))
  })

  it('breaks off rather than miss or repeat the line of a member who is erased meanwhile', async () => {
    const { context, db, tenancy, insert } = await setUp()
    const { id } = await db.write((tx) => upsertMember(tx, context.clock.now(), tenancy, 'z', {}))
    await insert(Array.from({ length: 3000 }, (_, index) => ({ external_user_id: `u${index}` })))
    await insert([{ external_user_id: 'z', member_id: id }])
    const csv = () => writeMembersCsv(db.read, tenancy, MONTH, context.config.timeZone)
    const begun = [writeUsageReport(db, tenancy, MONTH), csv()]
    for (const report of begun) await report.next()
    // Past the header, which is sent before the first read.
    await begun[1]?.next()

    await eraseMember(context, { find: (tx) => findMember(tx, tenancy, 'z'), actor: UNAUDITED })

    for (const report of begun)
      await assert.rejects(Array.fromAsync(report), /foi apagado enquanto o relatório era lido/)
    assert.match(await textOf(db, tenancy), /"activeUsers":3001/)
    assert.equal((await Array.fromAsync(csv())).join('').split('\r\n').length, 3004)
  })

  it('does not delay other answers, however fast it is read', async () => {
    const { db, tenancy, insert } = await setUp()
    await insert(Array.from({ length: 5000 }, (_, index) => ({ external_user_id: `u${index}` })))
    let turns = 0
    const count = () => {
      turns++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)

    const { totals } = JSON.parse(await textOf(db, tenancy))
    clearImmediate(counting)

    assert.deepEqual(totals, {
      activeUsers: 5000,
      titlesStarted: 5000,
      listeningSeconds: 10_000,
      readingChapters: 0,
    })
    assert.ok(turns >= 4, `${turns} turns`)
  })
})

interface Line {
  external_user_id: string
  member_id?: number
  titles_started?: number
  listening_ms?: number
  chapters_read?: number
  last_activity_at?: number
}

async function setUp() {
  const { context, db, partner } = await testApp()
  const tenancy = { partnerId: partner.id, environment: PRODUCTION } as const
  return { context, db, tenancy, insert: (lines: Line[]) => insertLines(db, tenancy.partnerId, lines) }
}

async function insertLines(db: Context['db'], partnerId: number, lines: Line[]): Promise<void> {
  for (let first = 0; first < lines.length; first += 500) {
    const rows = lines.slice(first, first + 500).map((line) => ({
      partner_id: partnerId,
      environment: PRODUCTION,
      month: MONTH,
      member_id: 0,
      content_ms: 2500,
      reading_ms: 0,
      listening_ms: 2500,
      titles_started: 1,
      chapters_read: 0,
      last_activity_at: Date.parse('2026-10-20T12:00:00Z'),
      ...line,
    }))
    await db.write((tx) => tx.insertInto('usage_month').values(rows).execute())
  }
}

async function textOf(db: Context['db'], tenancy: Parameters<typeof writeUsageReport>[1]): Promise<string> {
  return (await Array.fromAsync(writeUsageReport(db, tenancy, MONTH))).join('')
}

function bytesOf(one: string, other: string): [Buffer, Buffer] {
  return [Buffer.from(one), Buffer.from(other)]
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
