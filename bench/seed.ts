import { createHash, randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import type { Manifest } from '@estante/contract/manifest.ts'
import { UNAUDITED } from '@estante/server/audit/audit.ts'
import { monthOf, nameOfMonth, toMonth } from '@estante/server/calendar.ts'
import { readConfig } from '@estante/server/config.ts'
import { closeContext, openContext } from '@estante/server/context.ts'
import { createCredential } from '@estante/server/credentials/credential.ts'
import type { Database } from '@estante/server/db/database.ts'
import { newId, toKey } from '@estante/server/db/ids.ts'
import { openDatabase } from '@estante/server/db/open.ts'
import type { Tables } from '@estante/server/db/tables.ts'
import { PRODUCTION } from '@estante/server/environment.ts'
import { createPartner } from '@estante/server/partners/partner.ts'
import { toSearchText } from '@estante/server/search-text.ts'
import { mintToken } from '@estante/server/secrets.ts'
import type { Tenancy } from '@estante/server/tenancy.ts'
import { type Insertable, sql } from 'kysely'

const DAY_MS = 86_400_000
const ROWS_A_STATEMENT = 100
const ROWS_A_COMMIT = 10_000
/** Enabled and counting, but never reached. */
const RATE_LIMIT = 99_999_999

/** Location of the data, as for `estante serve`. */
export interface DataLocation {
  dataDir: string
  databaseUrl?: string
}

export interface InstanceSize {
  members: number
  titles: number
  /** Members who are signed in with a title open. */
  pages?: number
  /** Whether every member has usage in the current and the previous month. */
  hasUsage?: boolean
}

/** A seeded instance that is not running yet. */
export interface Instance extends DataLocation, InstanceSize {
  tenancy: Tenancy
  /** `Authorization` header of the partner's backend. */
  authorization: string
  /** Internal ids, in order. */
  memberIds: number[]
  titleIds: string[]
  openPages: OpenPage[]
}

/** A member's page that is signed in and listening. */
export interface OpenPage {
  memberId: number
  accessToken: string
  leaseId: string
  titleId: string
}

/** The partner's identifier of a member, by index. */
export function externalUserId(at: number): string {
  return `cliente-${String(at).padStart(7, '0')}`
}

export function emailOf(at: number): string {
  return `${externalUserId(at)}@example.com`
}

export function memberNameOf(at: number): string {
  const [first, last] = [FIRST_NAMES[at % 7], LAST_NAMES[at % 11]]
  return `${first} ${last}`
}
const FIRST_NAMES = ['Ana', 'Davi', 'Rosângela', 'Tiago', 'Zuri', 'João', 'Conceição']
const LAST_NAMES = [
  'Souza',
  'Okamoto',
  'Prates',
  'do Carmo',
  'Nogueira',
  'Lima',
  'Araújo',
  'Reis',
  'Sá',
  'Melo',
  'Dias',
]

/** Seeds an empty database: tables by the migrations, rows as the service would write them. */
export async function seedInstance(location: DataLocation, size: InstanceSize): Promise<Instance> {
  const context = await openContext(toConfig(location))
  const { db, config } = context
  const now = Date.now()
  try {
    const partner = await createPartner(db, now, { slug: 'aurora', name: 'Banco Aurora' }, UNAUDITED)
    const tenancy: Tenancy = { partnerId: partner.id, environment: PRODUCTION }
    const backend = { ...tenancy, name: 'Backend', rateLimit: RATE_LIMIT }
    const { credential, clientSecret } = await createCredential(db, now, config, backend, UNAUDITED)
    // In empty tables, ids count from 1.
    const memberIds = Array.from({ length: size.members }, (_, at) => at + 1)
    const titleIds = Array.from({ length: size.titles }, () => newId('pub'))
    const openPages = Array.from({ length: size.pages ?? 0 }, (_, at) => openPageOf(at, memberIds, titleIds))
    await insertAll(db, 'publication', titleRows(titleIds, now))
    await insertAll(db, 'member', memberRows(memberIds, tenancy, now))
    await insertOpenPages(db, openPages, tenancy, now)
    if (size.hasUsage) {
      for (const month of reportedMonths()) {
        await insertAll(db, 'usage_month', usageRows(memberIds, tenancy, month))
        await insertAll(db, 'usage_title', usageTitleRows(memberIds, titleIds, tenancy, month))
      }
    }
    // Autovacuum would do so within a minute; until then the planner has no statistics and scans some tables.
    if (db.kind === 'postgresql') await sql`analyze`.execute(db.read)
    const authorization = `Basic ${Buffer.from(`${credential.client_id}:${clientSecret}`).toString('base64')}`
    return {
      ...location,
      ...size,
      tenancy,
      authorization,
      memberIds,
      titleIds,
      openPages: openPages.map(({ page }) => page),
    }
  } finally {
    await closeContext(context)
  }
}

/** Copies an instance, so that a path does not affect the next one's data. */
export async function copyInstance(instance: Instance, dataDir: string): Promise<Instance> {
  await cp(instance.dataDir, dataDir, { recursive: true })
  return { ...instance, dataDir }
}

/** Opens an instance's database beside the running service. */
export function openInstance(instance: DataLocation): Promise<Database> {
  return openDatabase(toConfig(instance))
}

/** Inserts pending launches that outlive the bench. Returns their tokens. */
export async function insertLaunches(db: Database, { tenancy, memberIds }: Instance, count: number): Promise<string[]> {
  const now = Date.now()
  const tokens: string[] = []
  await insertAll(db, 'launch', rows())
  return tokens

  function* rows() {
    for (let at = 0; at < count; at++) {
      const id = newId('lch')
      const { token, hash } = mintToken('lt', id)
      tokens.push(token)
      yield {
        id: toKey(id),
        secret_hash: hash,
        partner_id: tenancy.partnerId,
        environment: tenancy.environment,
        member_id: memberIds[scatter(at, memberIds.length)] ?? 0,
        revocation_count: 0,
        created_at: now,
        expires_at: now + DAY_MS,
      }
    }
  }
}

/** The current month and a closed one. */
export function reportedMonths(): [string, string] {
  const now = Date.now()
  const nameAt = (instant: number) => nameOfMonth(monthOf(instant, 'America/Sao_Paulo'))
  return [nameAt(now), nameAt(now - 45 * DAY_MS)]
}

/** Maps indices to a permutation of `count` without locality in database pages; repeats after `count`. */
export function scatter(at: number, count: number): number {
  let stride = Math.floor(count * 0.618)
  while (greatestDivisor(stride, count) > 1) stride++
  return (at * stride) % count
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

function toConfig({ dataDir, databaseUrl }: DataLocation) {
  return readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
}

async function insertAll<T extends keyof Tables>(
  db: Database,
  table: T,
  rows: Iterable<Insertable<Tables[T]>>,
): Promise<void> {
  const waiting: Insertable<Tables[T]>[] = []
  for (const row of rows) {
    waiting.push(row)
    if (waiting.length === ROWS_A_COMMIT) await commit()
  }
  await commit()

  async function commit(): Promise<void> {
    await db.write(async (tx) => {
      while (waiting.length > 0) {
        await tx.insertInto(table).values(waiting.splice(0, ROWS_A_STATEMENT)).execute()
      }
    })
  }
}

function* memberRows(ids: number[], { partnerId, environment }: Tenancy, now: number) {
  for (const at of ids.keys()) {
    yield {
      partner_id: partnerId,
      public_id: newId('mbr'),
      environment,
      external_user_id: externalUserId(at),
      email: emailOf(at),
      email_key: emailOf(at),
      name: memberNameOf(at),
      created_at: now - DAY_MS,
      revocation_count: 0,
    }
  }
}

function* titleRows(ids: string[], now: number): Generator<Insertable<Tables['publication']>> {
  for (const [at, id] of ids.entries()) {
    const [title, author] = [`Memórias de um lugar ${at}`, memberNameOf(at)]
    const narrator = memberNameOf(at + 3)
    const hash = createHash('sha256').update(id).digest('hex')
    const manifest = toManifest(title, author)
    yield {
      public_id: id,
      type: 'audiobook',
      source_key: `audiobook:${hash}`,
      content_hash: hash,
      revision: 1,
      title,
      author,
      narrator,
      language: 'pt-BR',
      work_key: hash.slice(0, 20),
      search_text: toSearchText(title, author, narrator),
      duration_ms: 8 * 3_600_000,
      chapters: CHAPTERS,
      manifest: JSON.stringify(manifest),
      file_metadata: JSON.stringify({ naming: { title, author, narrator }, metadata: manifest.metadata }),
      cover_version: hash.slice(0, 16),
      cover_ratio: 1,
      cover_color: '#335577',
      cover_source: 'file',
      created_at: now - DAY_MS,
      updated_at: now - DAY_MS,
    }
  }
}

const CHAPTERS = 24
export const AUDIO_NAME = 'audio.mp3'

function toManifest(title: string, author: string): Manifest {
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      '@type': 'http://schema.org/Audiobook',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/audiobook',
      title,
      author: [author],
      language: ['pt-BR'],
      readingProgression: 'ltr',
      duration: 8 * 3600,
      description: 'Um livro de que ninguém se lembra, contado por quem esteve lá. '.repeat(6),
    },
    links: [],
    readingOrder: [{ href: AUDIO_NAME, type: 'audio/mpeg', duration: 8 * 3600 }],
    resources: [],
    toc: Array.from({ length: CHAPTERS }, (_, at) => ({
      href: `${AUDIO_NAME}#t=${at * 1200}`,
      title: `Capítulo ${at + 1}: o que se viu da janela`,
    })),
  }
}

/** Assigns each page a distinct member, scattered over the table. */
function openPageOf(index: number, memberIds: number[], titleIds: string[]) {
  const at = scatter(index, memberIds.length)
  const titleAt = at % titleIds.length
  const memberSessionId = newId('mss')
  const access = mintToken('at', memberSessionId)
  const page: OpenPage = {
    memberId: memberIds[at] ?? 0,
    accessToken: access.token,
    leaseId: randomUUID(),
    titleId: titleIds[titleAt] ?? '',
  }
  return { page, publicationId: titleAt + 1, memberSessionId, accessHash: access.hash }
}

async function insertOpenPages(
  db: Database,
  pages: ReturnType<typeof openPageOf>[],
  { partnerId, environment }: Tenancy,
  now: number,
): Promise<void> {
  const openedAt = now - 3_600_000
  await insertAll(
    db,
    'member_session',
    pages.map(({ page, memberSessionId, accessHash }) => ({
      id: toKey(memberSessionId),
      partner_id: partnerId,
      environment,
      member_id: page.memberId,
      revocation_count: 0,
      created_at: openedAt,
      expires_at: now + 30 * DAY_MS,
      access_hash: accessHash,
      access_expires_at: now + DAY_MS,
      refresh_hash: accessHash,
      rotated_at: openedAt,
    })),
  )
  await insertAll(
    db,
    'lease',
    pages.map(({ page, publicationId }) => ({
      partner_id: partnerId,
      member_id: page.memberId,
      id: toKey(page.leaseId),
      publication_id: publicationId,
      opened_at: openedAt,
      sequence: 1,
      claimed_ms: 0,
      claimed_content_ms: 0,
      settled_until: openedAt,
      chapter_ms: 0,
    })),
  )
  await insertAll(
    db,
    'library_entry',
    pages.map(({ page, publicationId }) => ({
      partner_id: partnerId,
      member_id: page.memberId,
      publication_id: publicationId,
      locator: JSON.stringify({
        href: AUDIO_NAME,
        type: 'audio/mpeg',
        locations: { time: 600, totalProgression: 0.02 },
      }),
      total_progression: 0.02,
      updated_at: openedAt,
      active_ms: 600_000,
      content_ms: 600_000,
      started_at: openedAt,
      place_view: page.leaseId,
      place_device: 'android-phone' as const,
    })),
  )
}

function* usageRows(memberIds: number[], { partnerId, environment }: Tenancy, month: string) {
  const [start, end] = [Date.parse(`${month}-02`), Date.parse(`${month}-20`)]
  for (const [at, memberId] of memberIds.entries()) {
    const part = scatter(at, memberIds.length) / memberIds.length
    const listeningMs = 60_000 + Math.floor(part * 36_000) * 1000
    yield {
      partner_id: partnerId,
      environment,
      month: toMonth(month),
      external_user_id: externalUserId(at),
      member_id: memberId,
      listening_ms: listeningMs,
      content_ms: listeningMs,
      reading_ms: 0,
      titles_started: 1 + (at % 4),
      chapters_read: 0,
      last_activity_at: Math.floor(start + part * (end - start)),
    }
  }
}

const TITLE_SHARDS = 4

/** The same usage by title: each member used one title. */
function* usageTitleRows(memberIds: number[], titleIds: string[], tenancy: Tenancy, month: string) {
  const { partnerId, environment } = tenancy
  const counts = titleIds.map(() => Array.from({ length: TITLE_SHARDS }, () => ({ users: 0, titles: 0, seconds: 0 })))
  let at = 0
  for (const { titles_started, listening_ms } of usageRows(memberIds, tenancy, month)) {
    const count = counts[at % titleIds.length]?.[Math.floor(at / titleIds.length) % TITLE_SHARDS]
    if (count) {
      count.users++
      count.titles += titles_started
      count.seconds += listening_ms / 1000
    }
    at++
  }
  for (const index of titleIds.keys()) {
    for (const [shard, { users, titles, seconds }] of (counts[index] ?? []).entries()) {
      yield {
        partner_id: partnerId,
        environment,
        month: toMonth(month),
        publication_id: index + 1,
        shard,
        active_users: users,
        titles_started: titles,
        listening_seconds: seconds,
        reading_chapters: 0,
        title: `Memórias de um lugar ${index}`,
        author: memberNameOf(index),
      }
    }
  }
}
