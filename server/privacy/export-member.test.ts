import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PartnerUserData, PartnerUserData as Schema } from '@estante/contract/partner/users.ts'
import { CompiledQuery, sql } from 'kysely'
import { Check } from 'typebox/value'
import type { Connection } from '../db/database.ts'
import { readTableShapes } from '../db/transfer/introspect.ts'
import { PRODUCTION } from '../environment.ts'
import { findLastActivity, findMember } from '../members/member.ts'
import { readMemberDetail, toPanelMembers } from '../members/panel-member.ts'
import { sweep } from '../sweep/sweep.ts'
import { HOUR_MS, IDENTITY, lifeOfAMember, tablesOfMember, tablesWith } from '../test/life-of-a-member.ts'
import { joinPanel } from '../test/panel.ts'
import { importAccountsFrom, openPage } from '../test/people.ts'
import { addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { writeMemberData } from './export-member.ts'

/** The part of the export that holds each table with personal data. */
const EXPORTED: Record<string, keyof PartnerUserData> = {
  member: 'user',
  usage_month: 'months',
  library_entry: 'titles',
  former_place: 'formerPlaces',
  queue_entry: 'queue',
  member_list: 'lists',
  member_list_title: 'lists',
  annotation: 'annotations',
  member_preferences: 'preferences',
  activity_minute: 'minutes',
  chapter_read: 'chapters',
  lease: 'leases',
  member_session: 'sessions',
  launch: 'launches',
  access_event: 'accessEvents',
  // The words of the name.
  member_word: 'user',
  usage_anomaly: 'anomalies',
  audit: 'audit',
  // Each access to titles is in the audit.
  titles_disclosure: 'audit',
}

/** Tables with such a column and no personal data, and why. */
const OF_NO_MEMBER: Record<string, string> = {
  admin: 'people of a team in the panel, who are removed by their team',
  admin_invitation: 'people invited to a team in the panel; gone a day after the invitation expired',
}

describe('every table with personal data', () => {
  it('is in the export, and without the member after the erasure: a new one must be added to both', async () => {
    const { context, clock, memberId, rowId, ana, erase, get } = await lifeOfAMember()
    const shapes = await readTableShapes(context.db)
    const personal = shapes
      .filter(({ columns }) => columns.some(({ name }) => /^(member_id|external_user_id|email|email_key)$/.test(name)))
      .map(({ name }) => name)
    assert.deepEqual(personal.toSorted(), [...Object.keys(EXPORTED), ...Object.keys(OF_NO_MEMBER)].toSorted())

    const data = (await get(`/partner/v1/users/${ana}/data`)).json() as PartnerUserData
    const before = await tablesOfMember(context, rowId)
    await erase(ana)
    clock.advance(2 * HOUR_MS)
    await sweep(context)

    for (const [table, field] of Object.entries(EXPORTED)) {
      assert.ok(before.includes(table), `the member of this test left no trace in ${table}`)
      assert.notDeepEqual(data[field] ?? [], [], `${table} is not in the export`)
    }
    assert.deepEqual(await tablesOfMember(context, rowId), [])
    assert.deepEqual(await tablesWith(context, [memberId, ...IDENTITY]), [])
  })
})

describe('what is read of a member', () => {
  it('is found by an index, not by going through the partner’s rows', ON_PG, async () => {
    const { context, clock, rowId } = await lifeOfAMember()
    const { db } = context
    const member = await db.read.selectFrom('member').selectAll().where('id', '=', rowId).executeTakeFirstOrThrow()
    const { recorded: read, queries } = recordQueries(db.read)

    for await (const _ of writeMemberData({ ...context, db: { ...db, read } }, member));
    await readMemberDetail(read, clock.now(), member, { hasTitles: true })
    await findLastActivity(read, member)
    await toPanelMembers(read, Array(50).fill(member))

    const plans = await db.write(async (tx) => {
      if (db.kind === 'postgresql') await sql`set local enable_seqscan = off`.execute(tx)
      const explain = db.kind === 'postgresql' ? 'explain' : 'explain query plan'
      return Promise.all(
        queries.map(async ({ sql, parameters }) => {
          const { rows } = await tx.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]))
          return { sql, plan: JSON.stringify(rows) }
        }),
      )
    })
    assert.ok(plans.length > 20)
    for (const { sql, plan } of plans) {
      // Launches and sessions are scanned (decision 30).
      if (!sql.includes('member_id') || /"(?:usage_anomaly|launch|member_session)"/.test(sql)) continue
      // PostgreSQL shows a condition that it checks row by row, too, as a filter.
      assert.match(plan, db.kind === 'postgresql' ? /Index Cond: [^"]*member_id = / : /member_id=/, `${sql}: ${plan}`)
    }
  })
})

/** Records the queries of a connection. */
function recordQueries(connection: Connection) {
  const queries: CompiledQuery[] = []
  const recorded = connection.withPlugin({
    transformQuery({ node, queryId }) {
      queries.push(connection.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { recorded, queries }
}

describe('the member sessions without a launch', () => {
  it('are searched among those older than every launch, also for a partner without launches', async () => {
    const { app, context, partner, put } = await testApp()
    await openPage(app, (await addPartner(context)).authorization)
    await put('/partner/v1/users/ana', {})
    const { db } = context
    const member = await findMember(db.read, { partnerId: partner.id, environment: PRODUCTION }, 'ana')
    const { recorded: readBulk, queries } = recordQueries(db.readBulk)

    for await (const _ of writeMemberData({ ...context, db: { ...db, readBulk } }, member!));

    const ofSessions = queries.filter(({ sql }) => sql.includes('from "member_session"'))
    assert.ok(ofSessions.length > 0)
    for (const { sql } of ofSessions) assert.match(sql, /"id" < \?/)
  })
})

describe('GET /partner/v1/users/{externalUserId}/data', () => {
  it('answers everything that is stored about the person, as described, and is audited', async () => {
    const { ana, memberId, get, owner, audiobook } = await lifeOfAMember()

    const answer = await get(`/partner/v1/users/${ana}/data`)

    assert.match(String(answer.headers['content-type']), /^application\/json/)
    const data = answer.json() as PartnerUserData
    assert.ok(Check(Schema, data), JSON.stringify(data))
    assert.deepEqual(
      [data.user.id, data.user.externalUserId, data.user.name, data.user.email],
      [memberId, ana, 'Iracema Prado', 'iracema.prado@example.com'],
    )
    assert.deepEqual(
      data.months.map(({ month, listeningSeconds, readingSeconds }) => [month, listeningSeconds, readingSeconds]),
      [
        ['2026-10', 90, 90],
        ['2026-11', 90, 90],
      ],
    )
    const heard = data.minutes.filter(({ publicationId }) => publicationId === audiobook)
    assert.equal(
      heard.reduce((sum, minute) => sum + minute.listeningMs, 0),
      180_000,
    )
    const [latest] = (await owner.get('/panel/v1/audit')).json().items
    assert.deepEqual([latest.act, latest.subject], ['member-exported', ana])
    assert.match(latest.actor, /^estante_live_/)
  })

  it('is no export when only its headers are asked for', async () => {
    const { app, partner, ana, owner } = await lifeOfAMember()
    const { authorization } = partner

    const answer = await app.inject({
      method: 'HEAD',
      url: `/partner/v1/users/${ana}/data`,
      headers: { authorization },
    })

    const [latest] = (await owner.get('/panel/v1/audit')).json().items
    assert.deepEqual([answer.statusCode, answer.body], [200, ''])
    assert.match(String(answer.headers['content-type']), /^application\/json/)
    assert.notEqual(latest.act, 'member-exported')
  })

  it('is not found for another partner’s members, nor for erased ones', async () => {
    const { ana, get, erase, caller, otherPartner } = await lifeOfAMember()

    const stranger = await caller(otherPartner).get(`/partner/v1/users/${ana}/data`)
    await erase(ana)
    const erased = await get(`/partner/v1/users/${ana}/data`)

    assert.deepEqual(
      [stranger, erased].map((answer) => [answer.statusCode, answer.json().code]),
      Array(2).fill([404, 'USER_NOT_FOUND']),
    )
  })
})

describe('personal data in the panel', () => {
  it('can be exported only by owners, and erased only by owners who have just entered their password', async () => {
    const { app, context, clock, partner, owner, memberId } = await lifeOfAMember()
    const developer = await joinPanel(app, context, partner.id, 'developer')
    const address = `/panel/v1/members/${memberId}`
    const inProduction = { environment: 'production' }

    const file = await owner.get(`${address}/data?environment=production`)
    const refused = [
      await developer.get(`${address}/data?environment=production`),
      await developer.post(`${address}/erase`, inProduction),
      await owner.post(`${address}/erase`, { environment: 'sandbox' }),
    ]
    clock.advance(16 * 60_000)
    const stale = await owner.post(`${address}/erase`, inProduction)
    const fresh = await joinPanel(app, context, partner.id, 'owner')
    const erased = await fresh.post(`${address}/erase`, inProduction)

    assert.equal(file.headers['content-disposition'], `attachment; filename="dados-${memberId}.json"`)
    assert.equal(file.json().user.id, memberId)
    assert.deepEqual(
      refused.map(({ statusCode }) => statusCode),
      [403, 403, 404],
    )
    assert.equal(stale.json().code, 'SIGN_IN_AGAIN')
    assert.match(erased.json().pseudonym, /^apagado-/)
    assert.equal((await fresh.get(`${address}?environment=production`)).statusCode, 404)
  })

  it('of an account without an identifier are exported and erased, too', async () => {
    const { context, partner, owner, clock, db } = await lifeOfAMember()
    await importAccountsFrom(context, partner.id, 'email,name\ntereza@example.com,Tereza\n')
    const [account] = (await owner.get('/panel/v1/members?environment=production&filter=unlinked')).json().items
    const address = `/panel/v1/members/${account.id}`

    const file = await owner.get(`${address}/data?environment=production`)
    const erased = await owner.post(`${address}/erase`, { environment: 'production' })
    clock.advance(2 * 60_000)
    await sweep(context)

    assert.deepEqual([file.json().user.email, file.json().user.externalUserId], ['tereza@example.com', null])
    assert.equal(erased.statusCode, 200)
    assert.deepEqual(await tablesWith({ ...context, db }, ['tereza', 'Tereza', account.id]), [])
  })
})
