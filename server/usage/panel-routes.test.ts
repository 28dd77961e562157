import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { UsageReport } from '@estante/contract/partner/usage.ts'
import { parse } from 'csv-parse/sync'
import { joinPanel } from '../test/panel.ts'
import { importAccountsFrom, openPage } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { addPartner, TEST_START, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MONTH = '2026-11'

async function service(start = TEST_START) {
  const { app, context, clock, db, partner, get, delete: revoke, put, post } = await testApp()
  clock.advance(start - TEST_START)
  const developer = await joinPanel(app, context, partner.id, 'developer')
  const read = async (path: string, month = MONTH) =>
    (
      await developer.get(`/panel/v1/usage/${month}${path}${path.includes('?') ? '&' : '?'}environment=production`)
    ).json()
  const months = async () => (await developer.get('/panel/v1/usage?environment=production')).json()
  const file = async (name: string, month = MONTH) =>
    developer.get(`/panel/v1/usage/${month}/${name}?environment=production`)
  const report = async (month = MONTH) => (await get(`/partner/v1/usage?month=${month}`)).json() as UsageReport

  /** A heartbeat of a member's page, opened for it: tokens do not outlive the months of a test. */
  async function beat(externalUserId: string, heartbeat: object) {
    const page = await openPage(app, partner.authorization, externalUserId)
    const response = await page.post('/play/v1/activity', { idleMs: 0, ...heartbeat })
    assert.equal(response.statusCode, 200, response.body)
  }

  /** Simulates listening or reading, and advances the clock. */
  async function spend(externalUserId: string, publicationId: string, activeMs: number, chapter?: number) {
    const lease = { leaseId: randomUUID(), publicationId, ...(chapter !== undefined && { chapter }) }
    await beat(externalUserId, { ...lease, sequence: 1, activeMs: 0 })
    clock.advance(activeMs)
    await beat(externalUserId, { ...lease, sequence: 2, activeMs })
  }
  const memberId = async (externalUserId: string) =>
    (
      await db.read
        .selectFrom('member')
        .select('public_id as id')
        .where('external_user_id', '=', externalUserId)
        .executeTakeFirstOrThrow()
    ).id
  return {
    app,
    context,
    clock,
    db,
    partner,
    developer,
    read,
    months,
    file,
    report,
    beat,
    spend,
    memberId,
    revoke,
    put,
    post,
  }
}

async function withUsage(start = TEST_START) {
  const one = await service(start)
  const farol = await addPublication(one.context, { type: 'audiobook', title: 'O farol' })
  const vento = await addPublication(one.context, { type: 'audiobook', title: 'O vento' })
  const rio = await addPublication(one.context, { type: 'ebook', title: 'O rio' })
  await one.spend('ana', farol, 20_600)
  await one.spend('ana', vento, 10_600)
  await one.spend('ana', rio, 6000, 2)
  await one.spend('bia', farol, 90_000)
  return { ...one, farol, vento, rio }
}

describe('Usage in the panel', () => {
  it('shows two years month by month, with the totals of the API, and when each closes', async () => {
    const { months, report } = await withUsage()

    const { months: listed, timeZone } = await months()

    assert.deepEqual(
      [listed.length, listed[0].month, listed.at(-1).month, timeZone],
      [24, '2024-12', MONTH, 'America/Sao_Paulo'],
    )
    assert.deepEqual(listed.at(-1).totals, (await report()).totals)
    assert.deepEqual(listed[0].totals, { activeUsers: 0, titlesStarted: 0, listeningSeconds: 0, readingChapters: 0 })
    const { startsAt, endsAt, closesAt } = listed.at(-1)
    assert.deepEqual(
      [startsAt, endsAt, closesAt],
      ['2026-11-01T03:00:00.000Z', '2026-12-01T03:00:00.000Z', '2026-12-01T05:00:00.000Z'],
    )
  })

  it('compares a month with the previous one', async () => {
    const { read, report } = await withUsage()

    const december = await read('', '2026-12')

    assert.deepEqual(december.before, (await report()).totals)
    assert.equal(december.month.totals.activeUsers, 0)
  })

  it('shows the titles, the most heard first, page by page, as the sum of the month', ON_PG, async () => {
    const { read, report, context, spend, farol, vento, rio } = await withUsage()
    for (let index = 0; index < 22; index++) {
      await spend('caio', await addPublication(context, { type: 'audiobook', title: `Curto ${index}` }), 6000)
    }

    const first = await read('/titles')
    const second = await read(`/titles?cursor=${first.nextCursor}`)

    const titles = [...first.items, ...second.items]
    assert.deepEqual([first.items.length, second.items.length, second.nextCursor], [20, 5, null])
    const [payload] = first.nextCursor.split('.')
    assert.equal(JSON.parse(Buffer.from(payload, 'base64url').toString()).publicId, first.items.at(-1).id)
    assert.deepEqual(
      [titles[0], titles[1], titles.at(-1)].map(({ id, listeningSeconds, readingChapters }) => [
        id,
        listeningSeconds,
        readingChapters,
      ]),
      [
        [farol, 110, 0],
        [vento, 11, 0],
        [rio, 0, 1],
      ],
    )
    const { totals } = await report()
    const total = (figure: string) => titles.reduce((sum, title) => sum + title[figure], 0)
    assert.deepEqual(
      [total('titlesStarted'), total('listeningSeconds'), total('readingChapters')],
      [totals.titlesStarted, totals.listeningSeconds, totals.readingChapters],
    )
  })

  it('shows the lines of the report, found by the beginning of an identifier; a blank name as none', async () => {
    const { read, report, memberId, put } = await withUsage()
    await put('/partner/v1/users/bia', { name: '  ' })

    const { member } = await read(`/members/${await memberId('bia')}`)
    const [all, some] = [await read('/members'), await read('/members?search=bi')]

    const { users } = await report()
    assert.deepEqual(
      all.items.map(({ externalUserId, titlesStarted, listeningSeconds, lastActivityAt }: UsageReport['users'][0]) => ({
        ...{ externalUserId, titlesStarted, listeningSeconds, lastActivityAt },
      })),
      users,
    )
    assert.deepEqual(
      some.items.map(({ externalUserId, name }: { externalUserId: string; name: unknown }) => [externalUserId, name]),
      [['bia', null]],
    )
    assert.equal(member.name, null)
    assert.deepEqual([all.previousCursor, all.nextCursor], [null, null])
  })

  it('goes from a line of the report down to its minutes, and every step adds up', async () => {
    const { read, memberId, farol, vento, rio } = await withUsage()
    const id = await memberId('ana')

    const month = await read(`/members/${id}`)
    const day = await read(`/members/${id}/minutes?day=2026-11-12`)

    const sum = (items: { listeningMs: number }[]) => items.reduce((total, item) => total + item.listeningMs, 0)
    assert.deepEqual([month.listeningMs, month.line.listeningSeconds, month.line.readingChapters], [31_200, 31, 1])
    assert.deepEqual([sum(month.titles), sum(month.days), sum(day.minutes)], [31_200, 31_200, 31_200])
    assert.deepEqual(
      month.titles.map((title: { id: string; listeningMs: number; readingMs: number; readingChapters: number }) => [
        ...[title.id, title.listeningMs, title.readingMs, title.readingChapters],
      ]),
      [
        [farol, 20_600, 0, 0],
        [vento, 10_600, 0, 0],
        [rio, 0, 6000, 1],
      ],
    )
    assert.deepEqual(month.days, [{ day: '2026-11-12', listeningMs: 31_200, readingMs: 6000, readingChapters: 1 }])
    assert.deepEqual(
      day.chapters.map(({ publicationId, chapter }: { publicationId: string; chapter: number }) => [
        publicationId,
        chapter,
      ]),
      [[rio, 2]],
    )
    assert.ok(day.minutes.every(({ at }: { at: string }) => at.endsWith(':00.000Z')))
  })

  it('counts an activity that ends at midnight in the day that ends', async () => {
    // Half a minute before 30 November ends in São Paulo.
    const { read, memberId, context, spend, report } = await service(Date.parse('2026-12-01T02:59:30Z'))
    const rio = await addPublication(context, { type: 'ebook', title: 'O rio' })
    await spend('ana', rio, 30_000, 0)
    const id = await memberId('ana')

    const [november, december] = [await read(`/members/${id}`), await read(`/members/${id}`, '2026-12')]

    assert.equal((await report()).totals.readingChapters, 1)
    assert.deepEqual(november.days, [{ day: '2026-11-30', listeningMs: 0, readingMs: 30_000, readingChapters: 1 }])
    assert.equal(november.titles[0].startedAt, '2026-12-01T02:59:59.999Z')
    assert.deepEqual([december.line, december.days, december.titles], [null, [], []])
    assert.equal((await read(`/members/${id}/minutes?day=2026-11-30`)).chapters.length, 1)
  })

  it('finds no day outside the month, and no member of another environment', async () => {
    const { developer, memberId } = await withUsage()
    const id = await memberId('ana')
    const base = `/panel/v1/usage/${MONTH}/members/${id}`

    const answers = [
      await developer.get(`${base}/minutes?environment=production&day=2026-12-01`),
      await developer.get(`${base}/minutes?environment=production&day=2026-11-31`),
      await developer.get(`${base}?environment=sandbox`),
      await developer.get(`${base}/minutes?environment=sandbox&day=2026-11-12`),
    ]

    for (const answer of answers) assert.equal(answer.statusCode, 404, answer.body)
  })
})

describe('The CSV of a month', () => {
  it('has the figures of the API as a spreadsheet in Portuguese opens them: names, local time and totals', async () => {
    const { file, report, spend, farol, put } = await withUsage()
    await put('/partner/v1/users/ana', { name: 'Ana Conceição' })
    await spend('joão, "o bom"', farol, 7000)

    const response = await file('members.csv')

    assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(response.headers['content-disposition'], 'attachment; filename="uso-2026-11-membros-producao.csv"')
    assert.ok(
      response.body.startsWith(
        '\ufeffIdentificador;Nome;Títulos começados;Segundos ouvidos;Capítulos lidos;Última atividade (America/Sao_Paulo)\r\n',
      ),
    )
    const lines: string[][] = parse(response.body, { bom: true, delimiter: ';', fromLine: 2 })
    const total = lines.pop()
    const { users, totals } = await report()
    assert.deepEqual(
      lines.map(([externalUserId, , titlesStarted, listeningSeconds, , lastActivity = '']) => ({
        externalUserId,
        titlesStarted: Number(titlesStarted),
        listeningSeconds: Number(listeningSeconds),
        lastActivityAt: lastActivity,
      })),
      users.map((user) => ({ ...user, lastActivityAt: inSaoPaulo(user.lastActivityAt ?? '') })),
    )
    assert.equal(lines.find(([id]) => id === 'ana')?.[1], 'Ana Conceição')
    assert.deepEqual(
      total,
      ['Total', '', totals.titlesStarted, totals.listeningSeconds, totals.readingChapters, ''].map(String),
    )
  })

  it('of the titles sums to the same totals', async () => {
    const { file, report, farol } = await withUsage()

    const response = await file('titles.csv')

    const lines: string[][] = parse(response.body, { bom: true, delimiter: ';', fromLine: 2 })
    const { totals } = await report()
    const expected = [totals.titlesStarted, totals.listeningSeconds, totals.readingChapters]
    assert.deepEqual(lines[0]?.slice(0, 4), [farol, 'Audiolivro', 'O farol', 'Marina Duarte'])
    assert.deepEqual(lines.pop(), ['Total', '', '', '', ...expected.map(String)])
    assert.deepEqual(
      [4, 5, 6].map((column) => lines.reduce((sum, line) => sum + Number(line[column]), 0)),
      expected,
    )
    assert.equal(response.headers['content-disposition'], 'attachment; filename="uso-2026-11-titulos-producao.csv"')
  })

  it('holds no formula that a spreadsheet would run', async () => {
    const { file, spend, farol } = await withUsage()
    for (const name of ['=1+1', '+55', '-2', '@soma', '=a,"b"']) await spend(name, farol, 2000)

    const { body } = await file('members.csv')

    const lines: string[][] = parse(body, { bom: true, delimiter: ';', fromLine: 2 })
    assert.deepEqual(
      lines.map(([id]) => id),
      ["'+55", "'-2", "'=1+1", `'=a,"b"`, "'@soma", 'ana', 'bia', 'Total'],
    )
  })

  it('of a month without usage is its header and zeros', async () => {
    const { file } = await service()

    const [members, titles] = [await file('members.csv'), await file('titles.csv')]

    assert.deepEqual(
      [members, titles].map(({ body }) => body.split('\r\n').slice(1)),
      [
        ['Total;;0;0;0;', ''],
        ['Total;;;;0;0;0', ''],
      ],
    )
  })

  it('of another partner or environment is empty', async () => {
    const { app, context, developer } = await withUsage()
    const other = await joinPanel(app, context, (await addPartner(context)).id, 'owner')

    for (const name of ['members.csv', 'titles.csv']) {
      const answers = [
        await other.get(`/panel/v1/usage/${MONTH}/${name}?environment=production`),
        await developer.get(`/panel/v1/usage/${MONTH}/${name}?environment=sandbox`),
      ]
      for (const { body } of answers) assert.match(body, /^[^\n]*\r\nTotal;[;0]*\r\n$/)
    }
  })
})

describe('A closed month', () => {
  it(
    'never changes, by a byte, whatever is claimed, revoked, renamed, linked, removed or edited after',
    ON_PG,
    async () => {
      // Half an hour before November ends in São Paulo.
      const usage = await withUsage(Date.parse('2026-12-01T02:30:00Z'))
      const { clock, context, db, farol, vento, beat, spend, report, file, read, memberId, partner, post, put } = usage
      await importAccountsFrom(context, partner.id, 'email\nnova@example.com\n')
      const lease = { leaseId: randomUUID(), publicationId: farol }
      await beat('caio', { ...lease, sequence: 1, activeMs: 0 })
      clock.advance(Date.parse((await read('')).month.closesAt) - MINUTE_MS - clock.now())
      // Sent a minute before the month closes, about half a minute of activity at the month's end.
      await beat('caio', { ...lease, sequence: 2, activeMs: 30_000, idleMs: 119.5 * MINUTE_MS })
      clock.advance(MINUTE_MS)
      const id = await memberId('ana')
      const everything = async () => ({
        report: await report(),
        month: await read(''),
        titles: (await read('/titles')).items.map(({ title: _, author: __, ...figures }: TitleNames) => figures),
        members: (await read('/members')).items.map(({ name: _, ...line }: { name: string }) => line),
        days: (await read(`/members/${id}`)).days,
        // A member's identity may change; their usage may not.
        files: [(await file('members.csv')).body.replace(/^([^;]*);[^;]*;/gm, '$1;'), (await file('titles.csv')).body],
      })
      const before = await everything()

      await beat('caio', { ...lease, sequence: 3, activeMs: 60 * MINUTE_MS, idleMs: 120 * MINUTE_MS })
      await beat('caio', { ...lease, sequence: 4, activeMs: 120 * MINUTE_MS, idleMs: 240 * MINUTE_MS })
      await spend('ana', farol, 20_000)
      await spend('bia', vento, 20_000)
      await put('/partner/v1/users/ana', { name: 'Outra Ana', email: 'outra@example.com' })
      await usage.revoke('/partner/v1/users/bia')
      await post('/partner/v1/sessions', { externalUserId: 'nova', email: 'nova@example.com' })
      await db.write(async (tx) => {
        const edited = { title: 'O farol, revisto', author: 'Outra' }
        await tx.updateTable('publication').set(edited).where('public_id', '=', farol).execute()
        await tx.updateTable('publication').set({ withdrawn_at: clock.now() }).where('public_id', '=', vento).execute()
      })
      clock.advance(3 * HOUR_MS)

      const caio = before.report.users.find((user) => user.externalUserId === 'caio')
      assert.equal(caio?.listeningSeconds, 30, 'time that was reported early enough is counted')
      const december = await report('2026-12')
      assert.ok(december.totals.listeningSeconds > 3000, 'what came after is in the month in which it was heard')
      assert.deepEqual(await everything(), before)
    },
  )
})

interface TitleNames {
  title: string
  author: string
}

/** "12/11/2026 15:00:00", three hours behind UTC. */
function inSaoPaulo(at: string): string {
  const [day = '', clock = ''] = new Date(Date.parse(at) - 3 * 3_600_000).toISOString().split(/[TZ.]/)
  return `${day.split('-').reverse().join('/')} ${clock}`
}
