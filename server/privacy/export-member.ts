import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PartnerUserData } from '@estante/contract/partner/users.ts'
import { type Actor, appendMemberAudit } from '../audit/audit.ts'
import { nameOfMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import type { Connection, Database } from '../db/database.ts'
import { toUuid } from '../db/ids.ts'
import type { Member } from '../db/tables.ts'
import { nameOfEnvironment } from '../environment.ts'
import { toIsoString } from '../http/to-iso-string.ts'
import { nameOfKind } from '../members/access-events.ts'
import { toPartnerUser } from '../members/member.ts'
import { type MemberKey, memberKeyOf, ofMember, ofTenancy, type Tenancy } from '../tenancy.ts'
import { toFigures, toLastActivity } from '../usage/figures.ts'
import { launchIdsOf, sessionIdsWithoutLaunchOf } from './find-rows.ts'

const MINUTES_A_READ = 1000
const ANNOTATIONS_A_READ = 500

/** Audits an export before it begins: by the Partner API, the panel or the command line. */
export async function recordExport({ db, clock }: Context, actor: Actor, member: Member): Promise<void> {
  await db.write((tx) => appendMemberAudit(tx, clock.now(), actor, 'member-exported', member))
}

/** Streams everything that is stored about a member, as the JSON text of a `PartnerUserData`. */
export async function* writeMemberData({ db, clock }: Context, member: Member): AsyncGenerator<string> {
  const { read } = db
  const key = memberKeyOf(member)
  const months = await readMonths(read, key)
  const { launches, sessions } = await readLaunchesAndSessions(db, member)
  const user: PartnerUserData['user'] = {
    ...toPartnerUser(member),
    externalUserId: member.external_user_id,
    createdAt: instant(member.created_at),
    revokedAt: toIsoString(member.revoked_at),
    lastActivityAt: months.reduce<string | null>(
      (latest, { lastActivityAt }) => ((latest ?? '') > (lastActivityAt ?? '') ? latest : lastActivityAt),
      null,
    ),
  }
  const before = {
    exportedAt: instant(clock.now()),
    environment: nameOfEnvironment(member.environment),
    user,
    months,
    titles: await readTitles(read, key),
    formerPlaces: await readFormerPlaces(read, key),
    queue: await readQueue(read, key),
    lists: await readLists(read, key),
    preferences: await readPreferences(read, key),
  }
  yield `${JSON.stringify(before).slice(0, -1)},"minutes":[`
  yield* writeItems(readMinutes(read, key))
  yield '],"annotations":['
  yield* writeItems(readAnnotations(read, key))
  const after: Omit<PartnerUserData, keyof typeof before | 'minutes' | 'annotations'> = {
    chapters: await readChapters(read, key),
    leases: await readLeases(read, key),
    sessions,
    launches,
    accessEvents: await readAccessEvents(read, key),
    anomalies: await readAnomalies(read, key),
    audit: await readAudit(read, key),
  }
  yield `],${JSON.stringify(after).slice(1)}`
}

/** Writes the items of a list that is read in parts. */
async function* writeItems(parts: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = ''
  for await (const items of parts) {
    yield separator + JSON.stringify(items).slice(1, -1)
    separator = ','
    await nextTurn()
  }
}

function instant(at: number): string {
  return new Date(at).toISOString()
}

async function readMonths(read: Connection, member: MemberKey): Promise<PartnerUserData['months']> {
  const rows = await read.selectFrom('usage_month').selectAll().where(ofMember(member)).orderBy('month').execute()
  return rows.map((row) => {
    const { titlesStarted, listeningSeconds, readingChapters } = toFigures(row)
    return {
      month: nameOfMonth(row.month),
      titlesStarted,
      listeningSeconds,
      readingChapters,
      readingSeconds: Math.floor(row.reading_ms / 1000),
      lastActivityAt: toLastActivity(row),
    }
  })
}

async function readTitles(read: Connection, member: MemberKey): Promise<PartnerUserData['titles']> {
  const rows = await read
    .selectFrom('library_entry as entry')
    .innerJoin('publication', 'publication.id', 'entry.publication_id')
    .selectAll('entry')
    .select(['publication.public_id', 'publication.type', 'publication.title', 'publication.author'])
    .where(ofMember(member))
    .orderBy('publication.public_id')
    .execute()
  return rows.map((row) => ({
    publicationId: row.public_id,
    type: row.type,
    title: row.title,
    author: row.author,
    savedAt: toIsoString(row.saved_at),
    startedAt: toIsoString(row.started_at),
    finishedAt: toIsoString(row.finished_at),
    updatedAt: instant(row.updated_at),
    totalProgression: row.total_progression,
    activeSeconds: Math.floor(row.active_ms / 1000),
    contentSeconds: Math.floor(row.content_ms / 1000),
    locator: row.locator === null ? null : (JSON.parse(row.locator) as object),
    device: row.place_device,
    speed: row.speed,
  }))
}

async function readFormerPlaces(read: Connection, member: MemberKey): Promise<PartnerUserData['formerPlaces']> {
  const rows = await read
    .selectFrom('former_place')
    .innerJoin('publication', 'publication.id', 'former_place.publication_id')
    .select(['publication.public_id', 'locator', 'left_at', 'device'])
    .where(ofMember(member))
    .orderBy('publication.public_id')
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    publicationId: row.public_id,
    leftAt: instant(row.left_at),
    device: row.device,
    locator: JSON.parse(row.locator) as object,
  }))
}

async function readQueue(read: Connection, member: MemberKey): Promise<PartnerUserData['queue']> {
  const rows = await read
    .selectFrom('queue_entry')
    .innerJoin('publication', 'publication.id', 'queue_entry.publication_id')
    .select(['publication.public_id', 'added_at'])
    .where(ofMember(member))
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ publicationId: row.public_id, addedAt: instant(row.added_at) }))
}

async function readLists(read: Connection, member: MemberKey): Promise<PartnerUserData['lists']> {
  const lists = await read
    .selectFrom('member_list')
    .select(['id', 'name', 'created_at'])
    .where(ofMember(member))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const titles = await read
    .selectFrom('member_list_title')
    .innerJoin('publication', 'publication.id', 'member_list_title.publication_id')
    .select(['list_id', 'publication.public_id', 'added_at'])
    .where(ofMember(member))
    .orderBy('added_at')
    .execute()
  return lists.map((list) => ({
    name: list.name,
    createdAt: instant(list.created_at),
    titles: titles
      .filter(({ list_id }) => toUuid(list_id) === toUuid(list.id))
      .map((row) => ({ publicationId: row.public_id, addedAt: instant(row.added_at) })),
  }))
}

async function readPreferences(read: Connection, member: MemberKey): Promise<PartnerUserData['preferences']> {
  const row = await read
    .selectFrom('member_preferences')
    .select(['document', 'updated_at'])
    .where(ofMember(member))
    .executeTakeFirst()
  return row ? { updatedAt: instant(row.updated_at), document: JSON.parse(row.document) as object } : null
}

/** A deleted annotation has only ids and instants left. */
async function* readAnnotations(read: Connection, member: MemberKey): AsyncGenerator<PartnerUserData['annotations']> {
  for (let after: Uint8Array = new Uint8Array(); ; ) {
    const rows = await read
      .selectFrom('annotation')
      .innerJoin('publication', 'publication.id', 'annotation.publication_id')
      .selectAll('annotation')
      .select('publication.public_id')
      .where(ofMember(member))
      .where('annotation.id', '>', after)
      .orderBy('annotation.id')
      .limit(ANNOTATIONS_A_READ)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => ({
      id: toUuid(row.id),
      publicationId: row.public_id,
      motivation: row.motivation,
      color: row.color,
      note: row.note,
      locator: JSON.parse(row.locator) as object,
      start: row.range_start,
      end: row.range_end,
      createdAt: instant(row.created_at),
      updatedAt: instant(row.updated_at),
      deletedAt: toIsoString(row.deleted_at),
    }))
    after = last.id
  }
}

async function* readMinutes(read: Connection, member: MemberKey): AsyncGenerator<PartnerUserData['minutes']> {
  for (let minute = -1, publicationId = 0; ; ) {
    const rows = await read
      .selectFrom('activity_minute')
      .innerJoin('publication', 'publication.id', 'activity_minute.publication_id')
      .select(['minute', 'publication_id', 'publication.public_id', 'listening_ms', 'reading_ms', 'content_ms'])
      .where(ofMember(member))
      .where('minute', '>=', minute)
      .where((row) => row.or([row('minute', '>', minute), row('publication_id', '>', publicationId)]))
      .orderBy('minute')
      .orderBy('publication_id')
      .limit(MINUTES_A_READ)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => ({
      at: instant(row.minute * 60_000),
      publicationId: row.public_id,
      listeningMs: row.listening_ms,
      readingMs: row.reading_ms,
      contentMs: row.content_ms,
    }))
    minute = last.minute
    publicationId = last.publication_id
  }
}

async function readChapters(read: Connection, member: MemberKey): Promise<PartnerUserData['chapters']> {
  const rows = await read
    .selectFrom('chapter_read')
    .innerJoin('publication', 'publication.id', 'chapter_read.publication_id')
    .select(['month', 'publication.public_id', 'chapter', 'read_at'])
    .where(ofMember(member))
    .orderBy('read_at')
    .execute()
  return rows.map((row) => ({
    month: nameOfMonth(row.month),
    publicationId: row.public_id,
    chapter: row.chapter,
    readAt: instant(row.read_at),
  }))
}

async function readLeases(read: Connection, member: MemberKey): Promise<PartnerUserData['leases']> {
  const rows = await read
    .selectFrom('lease')
    .innerJoin('publication', 'publication.id', 'lease.publication_id')
    .select(['publication.public_id', 'opened_at', 'settled_until'])
    .where(ofMember(member))
    .orderBy('opened_at')
    .execute()
  return rows.map((row) => ({
    publicationId: row.public_id,
    openedAt: instant(row.opened_at),
    settledUntil: instant(row.settled_until),
  }))
}

/** Launches, and member sessions that they opened or that outlived them. */
async function readLaunchesAndSessions(
  db: Database,
  member: Member,
): Promise<Pick<PartnerUserData, 'launches' | 'sessions'>> {
  const launches: PartnerUserData['launches'] = []
  const sessionIds = new Map<string, Uint8Array>()
  const add = (id: Uint8Array) => sessionIds.set(toUuid(id), id)
  for await (const ids of launchIdsOf(db, member)) {
    const rows = await db.read.selectFrom('launch').selectAll().where('id', 'in', ids).orderBy('id').execute()
    for (const row of rows) {
      if (row.member_session_id !== null) add(row.member_session_id)
      launches.push({
        createdAt: instant(row.created_at),
        expiresAt: instant(row.expires_at),
        openedAt: toIsoString(row.consumed_at),
        refusedAt: toIsoString(row.refused_at),
        refusedReason: row.refused_reason,
      })
    }
  }
  for await (const ids of sessionIdsWithoutLaunchOf(db, member)) for (const id of ids) add(id)
  const sessions: PartnerUserData['sessions'] = []
  for (const [, id] of [...sessionIds].sort()) {
    const row = await db.read.selectFrom('member_session').selectAll().where('id', '=', id).executeTakeFirst()
    // Swept before its launch.
    if (!row) continue
    sessions.push({
      openedAt: instant(row.created_at),
      lastSeenAt: instant(row.rotated_at),
      expiresAt: instant(row.expires_at),
      endedAt: toIsoString(row.ended_at),
    })
  }
  return { launches, sessions }
}

async function readAccessEvents(read: Connection, member: MemberKey): Promise<PartnerUserData['accessEvents']> {
  const rows = await read
    .selectFrom('access_event')
    .select(['at', 'kind', 'omitted'])
    .where(ofMember(member))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ at: instant(row.at), kind: nameOfKind(row), omitted: row.omitted }))
}

async function readAnomalies(read: Connection, member: MemberKey & Tenancy): Promise<PartnerUserData['anomalies']> {
  const rows = await read
    .selectFrom('usage_anomaly')
    .select(['month', 'kind', 'at', 'value'])
    .where(ofTenancy(member))
    .where('member_id', '=', member.memberId)
    .orderBy('at')
    .execute()
  return rows.map(({ month, kind, at, value }) => ({ month: nameOfMonth(month), kind, at: instant(at), value }))
}

async function readAudit(read: Connection, member: MemberKey): Promise<PartnerUserData['audit']> {
  const rows = await read.selectFrom('audit').select(['at', 'act']).where(ofMember(member)).orderBy('id').execute()
  return rows.map(({ at, act }) => ({ at: instant(at), act }))
}
