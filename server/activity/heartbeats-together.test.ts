import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Heartbeat } from '@estante/contract/play/activity.ts'
import { sql } from 'kysely'
import { createApp } from '../app.ts'
import { UNAUDITED } from '../audit/audit.ts'
import { type Clock, MINUTE_MS } from '../calendar.ts'
import { closeContext, openContext } from '../context.ts'
import type { Connection } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { openSqlite } from '../db/sqlite.ts'
import { PRODUCTION } from '../environment.ts'
import { upsertMember } from '../members/member.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { createPartner } from '../partners/partner.ts'
import { eventually } from '../test/eventually.ts'
import { openPage } from '../test/people.ts'
import { addPublication } from '../test/publications.ts'
import { createRandom, type Random } from '../test/random.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { addPartner, TEST_START, testContext } from '../test/test-app.ts'
import { EMPTYING, ON_PG, testsOn } from '../test/test-database.ts'
import { recordHeartbeat } from './record-heartbeat.ts'

const ROUNDS = 10
const MEMBERS = 9
const ROUND_MS = 10_000
const TITLES = ['audiobook', 'ebook', 'audiobook', 'ebook'] as const
const TIME_ZONE = 'America/Sao_Paulo'
/** A minute before November in São Paulo: the month ends halfway. */
const EVENING = Date.parse('2026-11-01T03:00:00Z') - MINUTE_MS

/** A view of a title, and the heartbeat that it sent last. */
interface View {
  title: number
  viewId: string
  beat: Omit<Heartbeat, 'publicationId'>
}

interface SentHeartbeat {
  beat: Heartbeat
  status: number
}

interface Person {
  externalUserId: string
  accessToken: string
  views: View[]
  isRevoked: boolean
}

it('Heartbeats on two nodes, through any failure, count as one by one on the embedded database', {
  ...ON_PG,
  skip: testsOn !== 'postgresql',
}, async (test) => {
  const seed = Number(process.env.HEARTBEATS_SEED ?? Date.now() % 2 ** 31)
  test.diagnostic(`HEARTBEATS_SEED=${seed}`)

  const seen = await compare(createRandom(seed))

  test.diagnostic([...seen].map(([status, count]) => `${status}: ${count}`).join(', '))
  assert.ok(seen.get(200)! > ROUNDS)
})

async function compare(random: Random): Promise<Map<number, number>> {
  const { context, clock, closeFirst } = await testContext({ databasePoolSize: 4 })
  const other = await openContext(context.config, { clock })
  const nodes = [createApp(context), createApp(other)]
  closeFirst.push(...nodes.map((node) => () => node.close()), () => closeContext(other))
  for (const node of nodes) await node.ready()
  const { authorization } = await addPartner(context)
  const titles: string[] = []
  for (const [index, type] of TITLES.entries()) titles.push(await addPublication(context, { type, title: `T${index}` }))
  const people: Person[] = []
  for (let index = 0; index < MEMBERS; index++) {
    const externalUserId = `m${index}`
    const { tokens } = await openPage(nodes[0]!, authorization, externalUserId)
    const views = TITLES.map((_, title) => newView(title))
    people.push({ externalUserId, accessToken: tokens.accessToken, views, isRevoked: false })
  }
  clock.advance(EVENING - TEST_START)
  const reference = await openReference(clock, people)
  const seen = new Map<number, number>()

  for (let round = 0; round < ROUNDS; round++) {
    const sent = people.filter(({ isRevoked }) => !isRevoked).map((person) => ({ person, beats: nextBeats(person) }))
    const revoked = round > 2 && random.chance(0.3) ? random.pick(sent) : undefined
    const disturbances = [
      ...(random.chance(0.7) ? [signalConnections('pg_terminate_backend')] : []),
      ...(random.chance(0.5) ? [signalConnections('pg_cancel_backend')] : []),
      ...(random.chance(0.5) ? [lockMembersBackwards()] : []),
    ]
    const answers = await Promise.all(
      shuffled(sent.flatMap(({ person, beats }) => beats.map((beat) => ({ person, beat })))).map(
        async ({ person, beat }) => ({ person, beat, status: await sendUntilAnswered(person, beat) }),
      ),
    )
    await Promise.all(disturbances)
    for (const { person, beat, status } of answers) {
      seen.set(status, (seen.get(status) ?? 0) + 1)
      assert.ok(status === 200 || person === revoked?.person, `${person.externalUserId} ${status} ${beat.sequence}`)
    }
    for (const { person } of sent) {
      const own = answers.filter((answer) => answer.person === person)
      // The first reads may meet connections that were ended.
      const state = await eventually(() => readState(context.db.read, person.externalUserId))
      await reference.follow(person, own, state)
    }
    clock.advance(ROUND_MS)

    /** Sends a heartbeat to any node until it is acknowledged or refused, as a page does. */
    async function sendUntilAnswered(person: Person, beat: Heartbeat): Promise<number> {
      if (person === revoked?.person && random.chance(0.5)) await revoke(person)
      for (let attempt = 0; attempt < 40; attempt++) {
        const { statusCode } = await random.pick(nodes).inject({
          method: 'POST',
          url: '/play/v1/activity',
          headers: { authorization: `Bearer ${person.accessToken}` },
          payload: { ...beat, publicationId: titles[Number(beat.publicationId)] },
        })
        if (statusCode !== 503) return statusCode
        seen.set(503, (seen.get(503) ?? 0) + 1)
        await wait(10)
      }
      return 503
    }
  }
  assert.deepEqual(await readMonths(context.db.read), await readMonths(reference.db.read))
  await reference.db.close()
  return seen

  function newView(title: number): View {
    const beat = { leaseId: randomUUID(), sequence: 0, activeMs: 0, idleMs: 0 }
    return { title, viewId: randomUUID(), beat }
  }

  /** Up to two heartbeats of a member at once: of two views, or of one. */
  function nextBeats(person: Person): Heartbeat[] {
    const beats = [nextBeat(random.pick(person.views))]
    if (random.chance(0.6)) beats.push(random.chance(0.3) ? beats[0]! : nextBeat(random.pick(person.views)))
    return beats
  }

  function nextBeat(view: View): Heartbeat {
    const { beat, title, viewId } = view
    const isFirst = beat.sequence === 0
    const isReading = TITLES[title] === 'ebook'
    const time = random.below(6000)
    view.beat = {
      leaseId: beat.leaseId,
      sequence: beat.sequence + 1,
      activeMs: isFirst ? 0 : beat.activeMs + random.below(ROUND_MS * 1.5),
      idleMs: random.below(3) * 2000,
      ...(isReading && { chapter: random.below(3) }),
      ...(random.chance(0.5) && {
        movement: {
          locator: { href: 'x', locations: { time, totalProgression: time / 6000 } },
          viewId,
          step: beat.sequence + 1,
          basedOn: random.below(3),
          device: 'computer' as const,
        },
      }),
    }
    return { ...view.beat, publicationId: String(title) }
  }

  function shuffled<T>(items: T[]): T[] {
    return items
      .map((item) => ({ item, at: random.next() }))
      .sort((one, another) => one.at - another.at)
      .map(({ item }) => item)
  }

  async function revoke(person: Person): Promise<void> {
    person.isRevoked = true
    const url = `/partner/v1/users/${person.externalUserId}`
    await random.pick(nodes).inject({ method: 'DELETE', url, headers: { authorization } })
  }

  async function signalConnections(how: 'pg_terminate_backend' | 'pg_cancel_backend'): Promise<void> {
    await wait(random.below(30))
    await sql`
      select ${sql.raw(how)}(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name <> ${EMPTYING} and random() < 0.5
    `
      .execute(context.db.read)
      .catch(() => {})
  }

  /** Locks members in the opposite order of the batches, and is quick to find a deadlock. */
  async function lockMembersBackwards(): Promise<void> {
    await context.db
      .write(async (tx) => {
        await sql`set local deadlock_timeout = 5`.execute(tx)
        for (const { externalUserId } of people.toReversed()) {
          await tx
            .selectFrom('member')
            .select('id')
            .where('external_user_id', '=', externalUserId)
            .forNoKeyUpdate()
            .execute()
        }
      })
      .catch(() => {})
  }
}

/** The embedded database, where heartbeats are recorded one by one. */
async function openReference(clock: Clock, people: Person[]) {
  const db = openSqlite(join(await temporaryFolder(), 'reference.db'))
  await migrate(db)
  const titles: string[] = []
  for (const [index, type] of TITLES.entries()) {
    titles.push(await addPublication({ db, clock } as never, { type, title: `T${index}` }))
  }
  const partner = await createPartner(db, clock.now(), { slug: 'um', name: 'Um' }, UNAUDITED)
  const tenancy = { partnerId: partner.id, environment: PRODUCTION }
  const members = new Map<Person, SignedInMember>()
  for (const person of people) {
    const { externalUserId } = person
    const { id } = await db.write((tx) => upsertMember(tx, clock.now(), tenancy, externalUserId, {}))
    members.set(person, { ...tenancy, memberId: id, memberSessionId: '', credentialId: null, externalUserId })
  }

  /**
   * Records heartbeats in the order that leads to a state: all that were acknowledged, and any whose answer was lost
   * before the member was revoked. Fails when none does.
   */
  async function follow(person: Person, sent: SentHeartbeat[], state: object): Promise<void> {
    const found: object[] = []
    for (const order of ordersOf(sent)) {
      const isSame = await db
        .write(async (tx) => {
          for (const { beat } of order) {
            const publicationId = titles[Number(beat.publicationId)]!
            await recordHeartbeat(tx, clock.now(), TIME_ZONE, members.get(person)!, { ...beat, publicationId })
          }
          found.push(await readState(tx, person.externalUserId))
          if (!isDeepStrictEqual(found.at(-1), state)) throw new OtherState()
          return true
        })
        .catch((error) => {
          if (error instanceof OtherState) return false
          throw error
        })
      if (isSame) return
    }
    assert.deepEqual(state, found[0], person.externalUserId)
  }
  return { db, follow }
}

class OtherState extends Error {}

/** All orders of the acknowledged heartbeats, with and without the refused ones. */
function ordersOf(sent: SentHeartbeat[]): SentHeartbeat[][] {
  const [one, other] = sent
  if (!one) return [[]]
  const orders = other ? [[one, other], [other, one], [one], [other], []] : [[one], []]
  return orders.filter((order) => sent.every((each) => each.status !== 200 || order.includes(each)))
}

/** Everything that heartbeats store of a member. */
async function readState(db: Connection, externalUserId: string): Promise<object> {
  const rows: Record<string, unknown> = {}
  for (const [table, columns, order] of STORED) {
    const id = sql`select id from member where external_user_id = ${externalUserId}`
    const found = await sql<object>`
      select title, ${sql.raw(columns)} from ${sql.table(table)} as stored
      left join publication on publication.id = publication_id
      where stored.member_id = (${id}) order by ${sql.raw(order)}
    `.execute(db)
    rows[table] = found.rows.map((row) => ({ ...row }))
  }
  return rows
}

const STORED = [
  ['lease', 'sequence, opened_at, claimed_ms, settled_until, stored.chapter, chapter_ms', 'title, opened_at, sequence'],
  ['activity_minute', 'minute, listening_ms, content_ms, reading_ms, credited_until', 'title, minute'],
  ['chapter_read', 'month, chapter, read_at', 'title, month, chapter'],
  ['former_place', 'number, locator, left_at, late_view', 'title, number'],
  ['library_entry', 'locator, active_ms, started_at, place_revision, place_view, place_step', 'title'],
] as const

/** The months of members, and of all titles together: the share of each title depends on the order. */
async function readMonths(db: Connection): Promise<object[]> {
  const members = await db
    .selectFrom('usage_month')
    .select(['external_user_id', 'month', 'listening_ms', 'reading_ms', 'titles_started', 'chapters_read'])
    .select('last_activity_at')
    .orderBy('external_user_id')
    .orderBy('month')
    .execute()
  const titles = await db
    .selectFrom('usage_title')
    .select('month')
    .select(({ fn }) => [
      fn.sum('active_users').as('active_users'),
      fn.sum('titles_started').as('titles_started'),
      fn.sum('listening_seconds').as('listening_seconds'),
      fn.sum('reading_chapters').as('reading_chapters'),
    ])
    .groupBy('month')
    .orderBy('month')
    .execute()
  return [...members, ...titles].map((row) => ({ ...row }))
}
