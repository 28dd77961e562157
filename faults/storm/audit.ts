import type { Manifest } from '@estante/contract/manifest.ts'
import type { UsageReport } from '@estante/contract/partner/usage.ts'
import { monthOf, nameOfMonth } from '@estante/server/calendar.ts'
import { findFaults } from '@estante/server/cli/find-faults.ts'
import type { Database } from '@estante/server/db/database.ts'
import { toUuid } from '@estante/server/db/ids.ts'
import type { LibraryEntry, Member, MemberSession } from '@estante/server/db/tables.ts'
import { readToken, sameHash } from '@estante/server/secrets.ts'
import { pageKey } from '@estante/server/test/people.ts'
import { type Credential, call, openLaunch, type SignedInPage, signIn } from '../people.ts'
import {
  acknowledgeFields,
  COUNTED_AFTER_MS,
  type LaunchRecord,
  type MemberRecord,
  type SessionRecord,
  type Tally,
  type Title,
  takeCredit,
  takeTokens,
  usageOf,
} from './acknowledged.ts'
import type { Cluster } from './cluster.ts'
import type { BookRecord, Importer } from './importer.ts'
import { bearer } from './pages.ts'
import type { Worker } from './worker.ts'

/** Launches are probed only with at least this long to live. */
const LAUNCH_USE_MS = 45_000
/** A refresh is repeated only this soon: a minute after it, its token ends the session. */
const REFRESH_AGAIN_MS = 45_000
/** Number of calls of each kind that compare the answers to pages with the rows. */
const PROBES = 20

export interface AuditScope {
  cluster: Cluster
  db: Database
  partner: Credential
  workers: Worker[]
  importer: Importer
  titles: Title[]
}

/**
 * Compares all acknowledged state with the actual state. Adds missing or unexpected things to `tally.losses`. Calls
 * without an answer may have been executed or not.
 */
export async function audit(audited: AuditScope, tally: Tally): Promise<void> {
  const lose = (loss: string) => void tally.losses.push(loss)
  for (const fault of await findFaults(audited.db)) lose(`the database is damaged: ${fault}`)
  await compareMembers(audited, lose)
  await compareSessions(audited, lose)
  await compareActivity(audited, lose)
  await compareReports(audited, lose)
  await compareAccounts(audited, lose)
  await probeTokens(audited, lose)
  await compareBooks(audited, lose)
}

type ReportLoss = (loss: string) => void

async function compareMembers({ db, workers }: AuditScope, lose: ReportLoss): Promise<void> {
  const rows = await db.read
    .selectFrom('member')
    .selectAll()
    .where('external_user_id', 'is not', null)
    .where('external_user_id', 'not like', `${READER}%`)
    .execute()
  const found = Map.groupBy(rows, (row) => row.external_user_id as string)
  for (const member of membersOf(workers)) {
    const [row, ...others] = found.get(member.externalUserId) ?? []
    found.delete(member.externalUserId)
    if (others.length > 0) lose(`${member.externalUserId} is ${others.length + 1} members`)
    if (!row) {
      if (member.fields) lose(`${member.externalUserId} is gone`)
      continue
    }
    const maybe = member.doubt?.kind === 'fields' ? member.doubt.fields : undefined
    const actual = { email: row.email, name: row.name, isRevoked: row.revoked_at !== null }
    if (isSame(actual, maybe)) acknowledgeFields(member, actual)
    else if (!isSame(actual, member.fields)) {
      lose(`${member.externalUserId} is ${JSON.stringify(actual)}, not ${JSON.stringify(member.fields)}`)
    }
    if (maybe) member.doubt = undefined
  }
  for (const id of found.keys()) lose(`${id} is a member that nobody made`)
  const emails = rows.flatMap(({ email_key }) => (email_key === null ? [] : [email_key]))
  if (new Set(emails).size !== emails.length) lose('an e-mail belongs to two members')
}

/** Every session lives with its latest tokens; sessions of revoked members are void. */
async function compareSessions({ db, workers }: AuditScope, lose: ReportLoss): Promise<void> {
  const rows = await db.read
    .selectFrom('member_session')
    .innerJoin('member', 'member.id', 'member_session.member_id')
    .selectAll('member_session')
    .select(['member.revoked_at', 'member.revocation_count as members_count'])
    .execute()
  const found = new Map(rows.map((row) => [toUuid(row.id), row]))
  for (const member of membersOf(workers)) {
    for (const session of member.sessions) {
      const refresh = readToken('rt', session.tokens.refreshToken)
      const row = found.get(refresh?.uuid ?? '')
      const isDoubtful = member.doubt?.kind === 'refresh' && member.doubt.session === session
      if (!row || !isLive(row)) lose(`${member.externalUserId} lost a session`)
      else if (!holds(row.refresh_hash, refresh) && !(isDoubtful && holds(row.previous_refresh_hash, refresh))) {
        lose(`${member.externalUserId} lost a refreshed session`)
      }
    }
    for (const token of member.deadAccessTokens) {
      const access = readToken('at', token)
      const row = found.get(access?.uuid ?? '')
      if (row && isLive(row) && holds(row.access_hash, access))
        lose(`${member.externalUserId} has a dead token that works`)
    }
  }
  const launched = await db.read.selectFrom('launch').select('member_session_id').execute()
  const sessions = launched.flatMap(({ member_session_id: id }) => (id === null ? [] : [toUuid(id)]))
  if (new Set(sessions).size !== sessions.length) lose('two launches opened one session')

  function holds(stored: Uint8Array | null, token: ReturnType<typeof readToken>): boolean {
    return sameHash(stored ?? '', token?.hash ?? '-')
  }

  function isLive(row: MemberSession & Pick<Member, 'revoked_at'> & { members_count: number }): boolean {
    return row.ended_at === null && row.revoked_at === null && row.revocation_count === row.members_count
  }
}

/** Saved titles, credited time and chapters read match what was acknowledged, to the millisecond. */
async function compareActivity({ db, workers, titles }: AuditScope, lose: ReportLoss): Promise<void> {
  const entries = Map.groupBy(
    await db.read
      .selectFrom('library_entry')
      .innerJoin('member', 'member.id', 'library_entry.member_id')
      .innerJoin('publication', 'publication.id', 'library_entry.publication_id')
      .selectAll('library_entry')
      .select('publication.public_id')
      .select('member.external_user_id')
      .execute(),
    (row) => String(row.external_user_id),
  )
  const chapters = await db.read
    .selectFrom('chapter_read')
    .innerJoin('member', 'member.id', 'chapter_read.member_id')
    .innerJoin('publication', 'publication.id', 'chapter_read.publication_id')
    .select(['external_user_id', 'publication.public_id', 'chapter'])
    .execute()
  const read = new Set(chapters.map((row) => `${row.external_user_id} ${row.public_id} ${row.chapter}`))

  for (const member of membersOf(workers)) {
    const mine = new Map(entries.get(member.externalUserId)?.map((row) => [row.public_id, row]))
    for (const title of titles) {
      const entry = mine.get(title.id)
      compareCredit(member, title, entry)
      compareSaved(member, title, entry)
      const { chapters } = usageOf(member, title)
      for (const chapter of [0, 1]) {
        const isRead = read.has(`${member.externalUserId} ${title.id} ${chapter}`)
        if (isRead !== chapters.has(chapter)) lose(`${member.externalUserId}: chapter ${chapter} read: ${isRead}`)
      }
      const isStarted =
        title.type === 'ebook' ? chapters.size > 0 : usageOf(member, title).creditedMs >= COUNTED_AFTER_MS
      if (isStarted !== ((entry?.started_at ?? null) !== null)) lose(`${member.externalUserId}: started: ${!isStarted}`)
    }
  }

  function compareCredit(member: MemberRecord, title: Title, entry: LibraryEntry | undefined): void {
    const { doubt } = member
    const creditedMs = entry?.active_ms ?? 0
    if (doubt?.kind === 'heartbeat' && doubt.lease.title.id === title.id) {
      member.doubt = undefined
      if (creditedMs === usageOf(member, title).creditedMs + doubt.ms) takeCredit(member, doubt.lease, doubt.ms)
    }
    const expectedMs = usageOf(member, title).creditedMs
    if (creditedMs !== expectedMs) lose(`${member.externalUserId}: ${creditedMs} ms credited, not ${expectedMs}`)
  }

  function compareSaved(member: MemberRecord, title: Title, entry: LibraryEntry | undefined): void {
    const { doubt } = member
    const isSaved = (entry?.saved_at ?? null) !== null
    if (doubt?.kind === 'library' && doubt.publicationId === title.id) {
      member.doubt = undefined
      member.saved.set(title.id, isSaved)
    }
    if (isSaved !== (member.saved.get(title.id) ?? false)) lose(`${member.externalUserId}: saved: ${isSaved}`)
  }
}

/** The report of every node matches what was acknowledged, by member and in total. */
async function compareReports({ cluster, partner, workers, titles }: AuditScope, lose: ReportLoss): Promise<void> {
  const month = nameOfMonth(monthOf(Date.now(), 'America/Sao_Paulo'))
  const expected = membersOf(workers).flatMap((member) => toReported(member, titles))
  const sum = (count: (one: ReportLine) => number) => expected.reduce((total, one) => total + count(one), 0)
  for (const node of cluster.nodes()) {
    const report = (await call(node, 'GET', `/partner/v1/usage?month=${month}`, partner)).json() as UsageReport
    const found = new Map(report.users.map((user) => [user.externalUserId, user]))
    if (found.size !== report.users.length) lose('a member is in the report twice')
    for (const { externalUserId, listeningSeconds, titlesStarted } of expected) {
      const user = found.get(externalUserId)
      if (user?.listeningSeconds !== listeningSeconds || user.titlesStarted !== titlesStarted) {
        lose(
          `report: ${externalUserId} is ${JSON.stringify(user)}, not ${listeningSeconds} s and ${titlesStarted} titles`,
        )
      }
    }
    const totals = {
      activeUsers: expected.length,
      titlesStarted: sum((one) => one.titlesStarted),
      listeningSeconds: sum((one) => one.listeningSeconds),
      readingChapters: sum((one) => one.readingChapters),
    }
    for (const [name, total] of Object.entries(totals)) {
      const reported = report.totals[name as keyof typeof totals]
      if (reported !== total) lose(`report: ${name} is ${reported}, not ${total}`)
    }
  }
}

interface ReportLine {
  externalUserId: string
  listeningSeconds: number
  titlesStarted: number
  readingChapters: number
}

/** A member's line of the report. None below one second heard or one chapter read. */
function toReported(member: MemberRecord, titles: Title[]): ReportLine[] {
  const of = (type: Title['type']) =>
    titles.filter((title) => title.type === type).map((title) => usageOf(member, title))
  const heard = of('audiobook')
  const read = of('ebook')
  const listeningSeconds = Math.floor(heard.reduce((sum, { creditedMs }) => sum + creditedMs, 0) / 1000)
  const readingChapters = read.reduce((sum, { chapters }) => sum + chapters.size, 0)
  const titlesStarted =
    heard.filter(({ creditedMs }) => creditedMs >= COUNTED_AFTER_MS).length +
    read.filter(({ chapters }) => chapters.size > 0).length
  if (listeningSeconds === 0 && readingChapters === 0) return []
  return [{ externalUserId: member.externalUserId, listeningSeconds, titlesStarted, readingChapters }]
}

/** Each account exists once, linked or not. */
async function compareAccounts({ db, importer: { accounts }, workers }: AuditScope, lose: ReportLoss): Promise<void> {
  const rows = await db.read
    .selectFrom('member')
    .select(['email', 'external_user_id'])
    .where('email_key', 'like', 'conta-%')
    .execute()
  const found = new Set(rows.map(({ email }) => email as string))
  // The e-mail of a linked member may have changed.
  const linked = new Set(workers.flatMap((worker) => worker.linked))
  if (found.size !== rows.length) lose('an account is there twice')
  for (const [email, state] of accounts) {
    if (found.has(email) || linked.has(email)) accounts.set(email, 'acknowledged')
    else if (state === 'acknowledged') lose(`the account ${email} is gone`)
    else accounts.delete(email)
  }
  const unlinked = rows.flatMap(({ email, external_user_id }) => (external_user_id === null && email ? [email] : []))
  for (const [at, worker] of workers.entries()) {
    worker.accounts.splice(0, worker.accounts.length, ...unlinked.filter((_, index) => index % workers.length === at))
  }
}

/** Compares the answers to pages with the rows: live sessions work, void tokens do not, and a link opens once. */
async function probeTokens({ cluster, workers }: AuditScope, lose: ReportLoss): Promise<void> {
  const members = membersOf(workers)
  const node = () => cluster.anyNode() ?? ''
  for (const member of members) await retryUnanswered(member)

  const sessions = latest(members.flatMap(({ sessions }) => sessions))
  for (const { tokens } of sessions) {
    const { status } = await call(node(), 'GET', '/play/v1/profile', bearer(tokens.accessToken))
    if (status !== 200) lose(`a live session is answered ${status}`)
  }
  for (const token of latest(members.flatMap(({ deadAccessTokens }) => deadAccessTokens))) {
    const { status } = await call(node(), 'GET', '/play/v1/profile', bearer(token))
    if (status !== 401) lose(`a dead token is answered ${status}`)
  }
  const fresh = members.flatMap((member) =>
    member.launches.filter(isFresh).map((launch) => ({ member, launch, isUsed: launch.key !== undefined })),
  )
  for (const { launch } of latest(fresh.filter(({ isUsed }) => isUsed))) {
    const { status } = await openLaunch(node(), launch.token)
    if (status !== 401) lose(`a used launch is answered ${status}`)
  }
  for (const { member, launch } of latest(fresh.filter(({ isUsed }) => !isUsed))) {
    launch.key = pageKey()
    const opened = await openLaunch(node(), launch.token, launch.key)
    const again = await openLaunch(node(), launch.token)
    if (opened.status !== 200) lose(`a launch that was acknowledged is answered ${opened.status}`)
    else member.sessions.push({ tokens: opened.json().tokens })
    if (again.status !== 401) lose(`a launch just used is answered ${again.status}`)
  }

  /** Repeats a call without an answer, as the page would. */
  async function retryUnanswered(member: MemberRecord): Promise<void> {
    const { doubt } = member
    member.doubt = undefined
    if (doubt?.kind === 'exchange') await openAgain(member, doubt.launch, doubt.key)
    if (doubt?.kind === 'refresh') await refreshAgain(member, doubt.session, doubt.at)
  }

  async function openAgain(member: MemberRecord, launch: LaunchRecord, key: string): Promise<void> {
    // An expired launch cannot show whether it was exchanged.
    if (!isFresh(launch)) return void member.launches.splice(member.launches.indexOf(launch), 1)
    launch.key = key
    const answer = await openLaunch(node(), launch.token, key)
    if (answer.status === 200) member.sessions.push({ tokens: answer.json().tokens })
    else lose(`a launch opened again by its page is answered ${answer.status}`)
  }

  async function refreshAgain(member: MemberRecord, session: SessionRecord, at: number): Promise<void> {
    const age = Date.now() - at
    if (age > REFRESH_AGAIN_MS) return void member.sessions.splice(member.sessions.indexOf(session), 1)
    const body = { refreshToken: session.tokens.refreshToken }
    const answer = await call(node(), 'POST', '/play/v1/refresh', { body })
    if (answer.status === 200) takeTokens(member, session, answer.json())
    else lose(`a refresh whose answer was lost is answered ${answer.status} when made again after ${age} ms`)
  }
}

function isFresh({ mintedAt }: { mintedAt: number }): boolean {
  return Date.now() - mintedAt < LAUNCH_USE_MS
}

/** Every title exists once, with all files of one edition. */
async function compareBooks({ cluster, partner, importer }: AuditScope, lose: ReportLoss): Promise<void> {
  const node = cluster.anyNode() ?? ''
  const catalog = await readCatalog(node, partner)
  const byTitle = Map.groupBy(catalog, ({ title }) => title)
  let page: SignedInPage | undefined
  for (const [index, book] of importer.books.entries()) {
    if (index % BOOKS_A_READER === 0) page = await signIn(node, partner.authorization, `${READER}${index}`)
    const [item, ...others] = byTitle.get(book.title) ?? []
    if (others.length > 0) lose(`“${book.title}” is in the catalog ${others.length + 1} times`)
    if (item) await compareFiles(book, item)
    else if (book.edition > 0) lose(`“${book.title}” is gone`)
    book.maybe = undefined
  }

  async function compareFiles(book: BookRecord, { id, coverUrl }: { id: string; coverUrl: string }): Promise<void> {
    const detail = await call(node, 'GET', `/play/v1/publications/${id}`, page)
    if (detail.status !== 200) return lose(`“${book.title}” is answered ${detail.status}`)
    const manifestUrl: string = detail.json().media.manifestUrl
    const manifest = (await call(node, 'GET', manifestUrl)).json() as Manifest
    const hrefs = [...manifest.readingOrder, ...manifest.resources].map(({ href }) => href)
    const files = await Promise.all(
      hrefs.map(async (href) => {
        const answer = await call(node, 'GET', manifestUrl.replace('manifest.json', href))
        return [decodeURI(href), answer.status === 200 ? Buffer.byteLength(answer.text) : answer.status] as const
      }),
    )
    const possible = [book.edition, book.maybe].filter((edition) => edition !== undefined && edition > 0)
    const edition = possible.find((edition) =>
      files.every(([href, bytes]) => bytes === book.sizes.get(edition ?? 0)?.get(href)),
    )
    if (edition === undefined || files.length === 0) lose(`“${book.title}” has ${JSON.stringify(files)}`)
    else book.edition = edition
    const cover = await call(node, 'GET', new URL(coverUrl).pathname)
    if (cover.status !== 200) lose(`“${book.title}” has no cover: ${cover.status}`)
  }
}

/** The identifiers of members who belong to no worker, and open books to inspect them, begin with it. */
const READER = 'leitor'
/** Less than the burst of calls that a member may make. */
const BOOKS_A_READER = 50

async function readCatalog(node: string, { authorization }: Credential) {
  const items: { id: string; title: string; coverUrl: string }[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const path: string = `/partner/v1/catalog?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const page: { items: typeof items; nextCursor: string | null } = (
      await call(node, 'GET', path, { authorization })
    ).json()
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

function membersOf(workers: Worker[]): MemberRecord[] {
  return workers.flatMap(({ members }) => members)
}

function latest<T>(list: T[]): T[] {
  return list.slice(-PROBES)
}

function isSame(actual: object, expected: object | undefined): boolean {
  return JSON.stringify(actual) === JSON.stringify(expected)
}
