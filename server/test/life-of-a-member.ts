import { randomUUID } from 'node:crypto'
import type { UsageReport } from '@estante/contract/partner/usage.ts'
import { sql } from 'kysely'
import { toMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { readTableShapes } from '../db/transfer/introspect.ts'
import { PRODUCTION } from '../environment.ts'
import { joinPanel } from './panel.ts'
import { openPage, spendTime } from './people.ts'
import { addPublication } from './publications.ts'
import { addPartner, TEST_START, testApp } from './test-app.ts'

export const HOUR_MS = 3_600_000
const LAST_OF_OCTOBER = Date.parse('2026-11-01T02:00:00Z')
const MONTHS = ['2026-10', '2026-11']

/** Texts that identify the member of `lifeOfAMember`, now or earlier. */
export const IDENTITY = ['cliente-7731-iracema', 'iracema.prado', 'iracema.lima', 'Iracema Prado', 'Iracema Lima']

/** Creates two members with activity in October and November; the first has rows in every table. */
export async function lifeOfAMember() {
  const service = await testApp()
  const { app, context, clock, partner, put, post, get, delete: remove } = service
  clock.advance(LAST_OF_OCTOBER - TEST_START)
  const [ana = ''] = IDENTITY
  const otherPartner = await addPartner(context)
  const audiobook = await addPublication(context, { type: 'audiobook', title: 'O farol' })
  const ebook = await addPublication(context, { type: 'ebook', title: 'O rio' })
  await put(`/partner/v1/users/${ana}`, { name: 'Iracema Lima', email: 'iracema.lima@example.com' })
  await put(`/partner/v1/users/${ana}`, { name: 'Iracema Prado', email: 'iracema.prado@example.com' })
  for (const _ of MONTHS) {
    for (const externalUserId of [ana, 'bia']) {
      const reader = await openPage(app, partner.authorization, externalUserId)
      for (const publicationId of [audiobook, ebook]) await use(reader, publicationId)
    }
    clock.advance(2 * HOUR_MS)
  }
  clock.advance(24 * HOUR_MS)
  const owner = await joinPanel(app, context, partner.id, 'owner')
  let page = await openPage(app, partner.authorization, ana)
  const memberId = page.profile.member.id as string
  const inProduction = { environment: 'production' }
  await owner.post(`/panel/v1/members/${memberId}/block`, inProduction)
  await owner.post(`/panel/v1/members/${memberId}/restore`, inProduction)
  await owner.get(`/panel/v1/members/${memberId}?environment=production`)
  page = await openPage(app, partner.authorization, ana)
  await page.put(`/play/v1/library/${audiobook}`)
  await page.post('/play/v1/queue', { id: ebook })
  const list = randomUUID()
  await page.put(`/play/v1/lists/${list}`, { name: 'Da Iracema Prado' })
  await page.put(`/play/v1/lists/${list}/titles/${ebook}`)
  await page.put(`/play/v1/library/${audiobook}/speed`, { speed: 1.5 })
  await page.put('/play/v1/preferences', { basedOn: 0, changes: { appearance: { theme: 'sepia' } } })
  await page.put(`/play/v1/annotations/${randomUUID()}`, {
    basedOn: 0,
    publicationId: audiobook,
    motivation: 'commenting',
    color: null,
    note: 'Lembra a Iracema Prado',
    locator: { href: 'x', locations: { time: 9 } },
    start: 9000,
    end: 12_000,
    publicationRevision: 1,
  })
  const { refreshToken } = page.tokens
  const tokens = (await app.inject({ method: 'POST', url: '/play/v1/refresh', payload: { refreshToken } })).json()
  const { id } = await context.db.read
    .selectFrom('member')
    .select('id')
    .where('public_id', '=', memberId)
    .executeTakeFirstOrThrow()
  await context.db.write((tx) =>
    tx
      .insertInto('usage_anomaly')
      .values({
        partner_id: partner.id,
        environment: PRODUCTION,
        month: toMonth('2026-10'),
        member_id: id,
        kind: 'titles-100',
        at: clock.now(),
        value: 100,
      })
      .execute(),
  )

  async function use(reader: typeof page, publicationId: string): Promise<void> {
    const leaseId = randomUUID()
    const locator = { href: 'x', locations: { time: 9, totalProgression: 0.1 } }
    const from = { href: 'x', locations: { time: 600, totalProgression: 0.9 } }
    const movement = { locator, viewId: randomUUID(), step: 1, basedOn: 0, from, device: 'iphone' }
    await spendTime(reader, clock, publicationId, 90_000, { leaseId, chapter: 0, movement })
  }

  const reports = () =>
    Promise.all(MONTHS.map(async (month) => (await get(`/partner/v1/usage?month=${month}`)).json() as UsageReport))
  const titles = () =>
    Promise.all(
      MONTHS.map(async (month) => (await owner.get(`/panel/v1/usage/${month}/titles?environment=production`)).json()),
    )
  const erase = (externalUserId: string) => remove(`/partner/v1/users/${externalUserId}/data`)
  const signedIn = { ...page, tokens: { ...page.tokens, ...tokens } }
  return {
    ...service,
    ana,
    memberId,
    rowId: id,
    page: signedIn,
    audiobook,
    owner,
    reports,
    titles,
    erase,
    otherPartner,
    post,
  }
}

export async function tablesOfMember({ db }: Context, memberId: number): Promise<string[]> {
  const found: string[] = []
  for (const { name, columns } of await readTableShapes(db)) {
    const column = name === 'member' ? 'id' : 'member_id'
    if (!columns.some((one) => one.name === column)) continue
    const { rows } = await sql`select 1 from ${sql.id(name)} where ${sql.id(column)} = ${memberId} limit 1`.execute(
      db.read,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** The tables that contain one of these texts, in any column. */
export async function tablesWith({ db }: Context, texts: string[]): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await readTableShapes(db)) {
    const { rows } = await sql`select * from ${sql.id(name)}`.execute(db.read)
    const all = JSON.stringify(rows)
    for (const text of texts) if (all.includes(text)) found.push(`${name}: ${text}`)
  }
  return found
}
