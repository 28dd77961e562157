import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { type Month, toMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { sweep } from '../sweep/sweep.ts'
import { eventually } from '../test/eventually.ts'
import { addCredential, addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { createReportCache } from './report-cache.ts'

const MONTH = '2026-10'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** October ends in São Paulo, and is final two hours later. */
const CLOSES_AT = Date.parse('2026-11-01T05:00:00Z')

describe('The report of a closed month', () => {
  it('is answered with the same text again, compressed for clients that accept it', async () => {
    const { ask, cached } = await setUp()

    const first = await ask()
    const [compressed, plain] = [await ask({ 'accept-encoding': 'gzip, br' }), await ask({ 'accept-encoding': 'br' })]

    assert.equal(first.json().users.length, 5000)
    assert.deepEqual([first, compressed, plain].map(encodingOf), [undefined, 'gzip', undefined])
    assert.ok(gunzipSync(compressed.rawPayload).toString() === first.body)
    assert.ok(plain.body === first.body)
    assert.equal(Number(compressed.headers['content-length']), compressed.rawPayload.length)
    for (const { headers } of [first, compressed, plain]) {
      assert.equal(headers.vary, 'Accept-Encoding')
      assert.equal(headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(headers['cache-control'], 'private, no-cache')
    }
    assert.equal((await cached()).length, 1)
  })

  it('is answered 304 to a client that has it', async () => {
    const { ask } = await setUp()
    const { headers } = await ask()

    const again = await ask({ 'if-none-match': `"other", ${headers.etag}` })
    const other = await ask({ 'if-none-match': '"other"' })

    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', headers.etag])
    assert.deepEqual([other.statusCode, other.headers.etag], [200, headers.etag])
  })

  it('is cached, and has an ETag, only once no late write can change it', async () => {
    const { ask, cached, clock } = await setUp()
    clock.advance(CLOSES_AT + HOUR_MS - 1 - clock.now())

    const before = [await ask(), await ask()]
    const cachedBefore = await cached()
    clock.advance(1)
    const after = await ask()

    assert.deepEqual([before.map(({ headers }) => headers.etag), cachedBefore], [[undefined, undefined], []])
    assert.deepEqual([before[0]?.headers['cache-control'], before[0]?.body], ['no-store', after.body])
    assert.ok(after.headers.etag)
    assert.equal((await cached()).length, 1)
  })

  it('is computed again when the database has other figures than the cached ones', ON_PG, async () => {
    const { ask, db, cached } = await setUp()
    const first = await ask()
    // Simulates restoring a copy from before the end of the month into the same folder.
    await db.write(async (tx) => {
      await tx.deleteFrom('usage_month').where('external_user_id', '=', 'u0007').execute()
      await tx.updateTable('usage_title').set({ active_users: 5001 }).execute()
    })

    const second = await ask({ 'if-none-match': String(first.headers.etag), 'accept-encoding': 'gzip' })

    assert.equal(second.statusCode, 200)
    assert.equal(second.json().totals.activeUsers, 4999)
    assert.notEqual(second.headers.etag, first.headers.etag)
    assert.equal((await cached()).length, 2)
  })

  it(
    'is another once a person in it was erased, and no copy of the earlier one is left on any machine',
    ON_PG,
    async () => {
      const { app, partner, db, ask, cached, folder, context, clock } = await setUp()
      await db.write((tx) =>
        tx
          .insertInto('member')
          .values({
            ...of(partner.id),
            id: 7,
            public_id: 'mbr_7',
            external_user_id: 'u0007',
            created_at: 0,
            revocation_count: 0,
          })
          .execute(),
      )
      const first = await ask()
      const [name = ''] = await cached()
      const copy = await readFile(join(folder, name))

      const { statusCode } = await app.inject({
        method: 'DELETE',
        url: '/partner/v1/users/u0007/data',
        headers: { authorization: partner.authorization },
      })
      const cachedAfter = await cached()
      // On another machine the copy is still there.
      await writeFile(join(folder, name), copy)
      const second = await ask({ 'if-none-match': String(first.headers.etag) })
      await sweep({ ...context, clock })

      assert.deepEqual([statusCode, cachedAfter, second.statusCode], [204, [], 200])
      assert.ok(first.body.includes('"u0007"') && !second.body.includes('"u0007"'))
      assert.deepEqual(second.json().totals, first.json().totals)
      const [left = '', ...others] = await cached()
      assert.deepEqual(others, [])
      assert.equal(gunzipSync(await readFile(join(folder, left))).toString(), second.body)
    },
  )

  it('of few members is not cached, nor that of a month without any', ON_PG, async () => {
    const { app, partner, cached } = await setUp(100)

    const answers = await Promise.all(
      [MONTH, '2026-03', '0000-01', '0099-12', '9999-12'].map((month) =>
        app.inject({ url: `/partner/v1/usage?month=${month}`, headers: { authorization: partner.authorization } }),
      ),
    )

    assert.deepEqual(
      answers.map((answer) => [answer.statusCode, answer.json().totals.activeUsers, 'etag' in answer.headers]),
      [
        [200, 100, true],
        [200, 0, true],
        [200, 0, true],
        [200, 0, true],
        [200, 0, false],
      ],
    )
    assert.deepEqual(await cached(), [])
  })

  it('is its partner’s and its environment’s alone', async () => {
    const { app, context, partner, ask, cached } = await setUp()
    const first = await ask()
    const strangers = [await addPartner(context), await addCredential(context, partner.id, SANDBOX)]

    for (const { authorization } of strangers) {
      const headers = { authorization, 'if-none-match': String(first.headers.etag), 'accept-encoding': 'gzip' }
      const answer = await app.inject({ url: `/partner/v1/usage?month=${MONTH}`, headers })

      assert.deepEqual([answer.statusCode, answer.json().users], [200, []])
    }
    assert.equal((await cached()).length, 1)
  })

  it('is computed and cached once for concurrent first requests', ON_PG, async () => {
    const { ask, cached } = await setUp()

    const answers = await Promise.all([ask(), ask(), ask()])

    assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
    assert.equal((await cached()).length, 1)
  })

  it('is answered also when the disk has no room to cache it', async () => {
    const { ask, context } = await setUp()
    await writeFile(join(context.config.dataDir, 'cache'), 'no folder')

    const [first, second] = [await ask(), await ask({ 'accept-encoding': 'gzip' })]

    assert.deepEqual([first, second].map(encodingOf), [undefined, undefined])
    assert.equal(first.json().users.length, 5000)
    assert.ok(second.body === first.body)
  })

  it('is computed again when the disk lost the cached file', async () => {
    const { ask, cached, folder } = await setUp()
    const { body } = await ask()
    const [name = ''] = await cached()
    await writeFile(join(folder, name), 'something else')

    const broken = await ask()
    await eventually(async () => (await cached()).length === 0)
    const again = await ask()

    assert.deepEqual([broken.statusCode, broken.headers.etag], [500, undefined])
    assert.equal(broken.headers['cache-control'], 'no-store')
    assert.ok(again.body === body)
    assert.equal((await ask({ 'accept-encoding': 'gzip' })).headers['content-encoding'], 'gzip')
  })
})

describe('a cached report', () => {
  it('is nothing when its client leaves before the end, or its database does', async () => {
    const { context, cached } = await setUp(0)
    const reports = createReportCache(context)
    const text = 'x'.repeat(1_000_000)

    const leaving = reports.cacheWhileSending('a', chunks(text, text))
    await leaving.next()
    await eventually(async () => (await cached()).length > 0)
    await leaving.return(undefined)
    const leftAtOnce = reports.cacheWhileSending('c', chunks('x', text))
    await leftAtOnce.next()
    await leftAtOnce.return(undefined)
    const failing = Array.fromAsync(reports.cacheWhileSending('b', chunks(text, new Error('away'))))

    await assert.rejects(failing, /away/)
    assert.deepEqual(await cached(), [])
    assert.deepEqual([await reports.find('a'), await reports.find('b')], [undefined, undefined])
  })

  it('is stored whole, of any size, readable by its owner alone', async () => {
    const { context, cached, folder } = await setUp(0)
    const reports = createReportCache(context)
    const texts = Array.from({ length: 200 }, (_, index) => `${index}é`.repeat(20_000))

    const passedOn = await Array.fromAsync(reports.cacheWhileSending('a', chunks(...texts)))

    const [name = ''] = await cached()
    assert.deepEqual(passedOn, texts)
    assert.equal(gunzipSync(await readFile(join(folder, name))).toString(), texts.join(''))
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600)
    const read = await reports.find('a')
    assert.equal(Buffer.concat(await (read?.readText().toArray() ?? [])).toString(), texts.join(''))
  })

  it('is of one partner, environment, month, sum, revision and database', async () => {
    const { context } = await setUp(0)
    const totals = { activeUsers: 5000, titlesStarted: 1, listeningSeconds: 2, readingChapters: 3 }
    const mine = { partnerId: 1, environment: PRODUCTION } as const
    const { nameOf } = createReportCache(context)

    const names = [
      nameOf(mine, toMonth(MONTH), totals, 0),
      nameOf({ ...mine, partnerId: 2 }, toMonth(MONTH), totals, 0),
      nameOf({ ...mine, environment: SANDBOX }, toMonth(MONTH), totals, 0),
      nameOf(mine, toMonth('2026-09'), totals, 0),
      nameOf(mine, toMonth(MONTH), { ...totals, titlesStarted: 12, listeningSeconds: 0 }, 0),
      nameOf(mine, toMonth(MONTH), { ...totals, readingChapters: 4 }, 0),
      nameOf(mine, toMonth(MONTH), totals, 1),
      createReportCache({ ...context, signingKey: 'another' }).nameOf(mine, toMonth(MONTH), totals, 0),
    ]

    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.match(name, /^[0-9a-f]{32}-\d+-[0-9a-f]{64}$/)
  })

  it('is swept after 45 days without requests, and the leftovers of a dead process after a day', async () => {
    const { context, cached, folder } = await setUp(0)
    await mkdir(folder, { recursive: true })
    const ages = { 'old.json.gz': 46, 'cached.json.gz': 44, 'left.part': 2, 'current.part': 0 }
    for (const [name, days] of Object.entries(ages)) {
      await writeFile(join(folder, name), 'x')
      const at = new Date(Date.now() - days * DAY_MS)
      await utimes(join(folder, name), at, at)
    }

    const removed = await sweep(context)

    assert.deepEqual([removed.cachedReports, await cached()], [2, ['cached.json.gz', 'current.part']])
  })

  it('is evicted beyond the size limit, the least recently used first', async () => {
    const { context, cached, folder } = await setUp(0)
    await mkdir(folder, { recursive: true })
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) {
      const path = join(folder, `${name}.json.gz`)
      await writeFile(path, '')
      await truncate(path, 200 * 2 ** 20)
      const at = new Date(Date.now() - (10 - index) * DAY_MS)
      await utimes(path, at, at)
    }
    await createReportCache(context)
      .find('a')
      .then((report) => report?.readCompressed().destroy())

    const removed = await sweep(context)

    assert.deepEqual([removed.cachedReports, await cached()], [2, ['a.json.gz', 'd.json.gz']])
  })
})

/** A partner with so many members active in October, in the middle of November. */
async function setUp(members = 5000) {
  const { app, context, clock, db, partner } = await testApp()
  const folder = join(context.config.dataDir, 'cache', 'usage')
  if (members > 0) await insertUsage(db, { ...of(partner.id), month: toMonth(MONTH) }, members)
  clock.advance(CLOSES_AT + DAY_MS - clock.now())
  const ask = (headers: Record<string, string> = {}) =>
    app.inject({
      url: `/partner/v1/usage?month=${MONTH}`,
      headers: { authorization: partner.authorization, ...headers },
    })
  const cached = async () => (await readdir(folder).catch(() => [])).sort()
  return { app, context, clock, db, partner, ask, cached, folder }
}

function of(partnerId: number) {
  return { partner_id: partnerId, environment: PRODUCTION }
}

async function insertUsage(
  db: Context['db'],
  of: { partner_id: number; environment: typeof PRODUCTION; month: Month },
  members: number,
): Promise<void> {
  const rows = Array.from({ length: members }, (_, index) => ({
    ...of,
    external_user_id: `u${String(index).padStart(4, '0')}`,
    member_id: index,
    listening_ms: 2000 + index,
    content_ms: 2000,
    reading_ms: 0,
    titles_started: 1,
    chapters_read: 0,
    last_activity_at: Date.parse('2026-10-20T12:00:00Z') + index,
  }))
  const total = rows.reduce((sum, row) => sum + Math.floor(row.listening_ms / 1000), 0)
  await db.write(async (tx) => {
    for (let first = 0; first < rows.length; first += 500) {
      await tx
        .insertInto('usage_month')
        .values(rows.slice(first, first + 500))
        .execute()
    }
    await tx
      .insertInto('usage_title')
      .values({
        ...of,
        publication_id: 1,
        shard: 0,
        active_users: members,
        titles_started: members,
        listening_seconds: total,
        reading_chapters: 0,
        title: 'O farol',
        author: 'Ana',
      })
      .execute()
  })
}

async function* chunks(...texts: (string | Error)[]): AsyncGenerator<string> {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield text
  }
}

function encodingOf({ headers }: { headers: Record<string, unknown> }): unknown {
  return headers['content-encoding']
}
