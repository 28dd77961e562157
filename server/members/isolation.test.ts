import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Route } from '@estante/contract/route.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { toUuid } from '../db/ids.ts'
import { SANDBOX } from '../environment.ts'
import { contractRoutes, exampleOf } from '../test/contract.ts'
import { IDENTITY, lifeOfAMember, tablesOfMember } from '../test/life-of-a-member.ts'
import { openPage } from '../test/people.ts'
import { addCredential } from '../test/test-app.ts'

describe('The addresses of the embedded application', () => {
  it('show and change nothing of a member for another who has their ids', async () => {
    const { app, context, clock, partner, otherPartner, ana, rowId } = await lifeOfAMember()
    const sandbox = await addCredential(context, partner.id, SANDBOX)
    const others = [
      await openPage(app, partner.authorization, 'bia'),
      // Other people with the same identifier.
      await openPage(app, sandbox.authorization, ana),
      await openPage(app, otherPartner.authorization, ana),
    ]
    const own = await openPage(app, partner.authorization, ana)
    const calls = await callsWith(await idsOf(context, rowId))
    /** Makes the calls, and returns the ones whose answers name the member. */
    const callsThatShowTheirs = async (page: Awaited<ReturnType<typeof openPage>>) => {
      const leaks = []
      for (const { method, url, body } of calls) {
        // Within the limit of calls.
        clock.advance(500)
        const answer = await page[method.toLowerCase() as Lowercase<typeof method>](url, body)
        assert.ok(
          answer.statusCode < 500 && ![401, 429].includes(answer.statusCode),
          `${method} ${url}: ${answer.body}`,
        )
        if (NAMES.some((name) => answer.body.includes(name))) leaks.push(`${method} ${url}`)
      }
      return leaks
    }
    const before = await rowsOf(context, rowId)

    const leaks = []
    for (const other of others) leaks.push(...(await callsThatShowTheirs(other)))

    assert.deepEqual(leaks, [])
    assert.deepEqual(await rowsOf(context, rowId), before)
    // The same calls by the member show and change their things.
    assert.ok((await callsThatShowTheirs(own)).length > 5)
    assert.notDeepEqual(await rowsOf(context, rowId), before)
  })
})

interface Call {
  method: Route['method']
  url: string
  body?: object
}

/** Calls to every address of a member, with each of these ids wherever one belongs. */
async function callsWith({ uuids, titles }: { uuids: string[]; titles: string[] }): Promise<Call[]> {
  const routes = (await contractRoutes()).filter(({ access }) => access === 'member')
  const calls = routes.flatMap(({ method, path, query, body }) => {
    const needed = query?.required?.map((name) => `${name}=${exampleOf(query.properties[name]!, 'iracema')}`) ?? []
    const template = JSON.stringify({ method, url: `${path}?${needed.join('&')}`, body: body && exampleOf(body) })
    return uuids.flatMap((uuid) =>
      titles.flatMap((title) => {
        const filled = template.replaceAll(EXAMPLE_UUID, uuid).replaceAll(EXAMPLE_TEXT, title).replace(':title', title)
        return [filled.replace(':id', uuid), filled.replace(':id', title)]
      }),
    )
  })
  return (
    [...new Set(calls)]
      .map((call): Call => JSON.parse(call))
      // Signing out would end the session of the other calls.
      .filter(({ url }) => !url.includes('/sign-out'))
      // Reads first, and removals last.
      .sort((one, other) => ORDER.indexOf(one.method) - ORDER.indexOf(other.method))
  )
}

const ORDER = ['GET', 'PUT', 'POST', 'DELETE']
const EXAMPLE_UUID = exampleOf({ type: 'string', pattern: '^[0-9a-f]{8}-' }) as string
const EXAMPLE_TEXT = exampleOf({ type: 'string' }) as string

/** Without the identifier, which others have too. */
const [, ...NAMES] = IDENTITY

async function idsOf({ db }: Context, memberId: number): Promise<{ uuids: string[]; titles: string[] }> {
  const keys = await Promise.all(
    (['annotation', 'member_list', 'lease'] as const).map((table) =>
      db.read.selectFrom(table).select('id').where('member_id', '=', memberId).execute(),
    ),
  )
  const titles = await db.read.selectFrom('publication').select('public_id').execute()
  return { uuids: keys.flat().map(({ id }) => toUuid(id)), titles: titles.map(({ public_id }) => public_id) }
}

/** The member's rows in every table. */
async function rowsOf(context: Context, memberId: number): Promise<object> {
  const tables = await tablesOfMember(context, memberId)
  const rows = await Promise.all(
    tables.map((table) =>
      sql`select * from ${sql.id(table)} where ${sql.id(table === 'member' ? 'id' : 'member_id')} = ${memberId}`.execute(
        context.db.read,
      ),
    ),
  )
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]!.rows]))
}
