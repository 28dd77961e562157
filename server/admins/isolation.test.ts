import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, it } from 'node:test'
import type { AdminRole } from '@estante/contract/roles.ts'
import type { FastifyInstance } from 'fastify'
import { toMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { toKey } from '../db/ids.ts'
import { PRODUCTION } from '../environment.ts'
import { issueLaunch } from '../launches/launch.ts'
import { writeMilestone } from '../milestones/milestone.ts'
import { findPublicationId } from '../publications/publication.ts'
import { contractRoutes } from '../test/contract.ts'
import { joinPanel, type PanelPage, type PanelRoute, panelPage, panelRoutes, routeNameOf } from '../test/panel.ts'
import { addPublication } from '../test/publications.ts'
import { addCredential, addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

/** The declared access of every route of the contract, by method and path. */
const ACCESS = new Map((await contractRoutes()).map((route) => [routeNameOf(route), route.access]))

/** Routes that anyone may call. Every other route of the panel requires a signed-in admin. */
const PUBLIC_ROUTES = [
  'GET /panel/v1/service',
  'POST /panel/v1/session',
  'DELETE /panel/v1/session',
  'POST /panel/v1/invitations/read',
  'POST /panel/v1/invitations/accept',
  'POST /panel/v1/password/rate',
  'POST /panel/v1/password/reset',
  'POST /panel/v1/password/reset/finish',
]

/** Routes for operators, on any partner: a partner's team is refused. */
const OPERATION = (name: string) =>
  /^\w+ \/panel\/v1\/(?:partners|calls|health|imports|quarantine|publications)\b/.test(name)

/** Routes that show operators several partners: they are only searched for secrets. */
const ACROSS_PARTNERS = (name: string) => /^\w+ \/panel\/v1\/(?:partners|calls|health|audit)\b/.test(name)

/** Removals that may be repeated: what is not there is removed already. */
const REPEATABLE = (name: string) => /^DELETE \/panel\/v1\/imports\b/.test(name)

/** Valid bodies, so that only the caller decides the answer. */
const BODIES: Record<string, object> = {
  'POST /panel/v1/credentials': { name: 'Servidor', environment: 'production' },
  'POST /panel/v1/team/invitations': { email: 'zeca@example.com', role: 'analyst' },
  // Called for, it would close the team's other sessions here.
  'PUT /panel/v1/team/second-factor': { isRequired: false },
  'PUT /panel/v1/team/:id/role': { role: 'analyst' },
  'POST /panel/v1/partners': { name: 'Banco Novo', slug: 'banco-novo' },
  'PUT /panel/v1/partners/:slug': { name: 'Outro nome' },
  'PUT /panel/v1/partners/:slug/limit': { rateLimit: 1000 },
  'PUT /panel/v1/partners/:slug/credentials/:clientId/limit': { rateLimit: 10 },
  'POST /panel/v1/partners/:slug/invitations': { email: 'zeca@example.com' },
  'PUT /panel/v1/me': { name: 'Ana Souza' },
  'PUT /panel/v1/password': { password: 'outra-boa-senha-bem-rara-9' },
  'POST /panel/v1/session/confirm': { password: 'errada-errada-errada' },
  'POST /panel/v1/second-factor/confirm': { code: '000000' },
  'POST /panel/v1/try': { redirectPath: '/explorar' },
  'PUT /panel/v1/try/member': { status: 'BLOCKED' },
  'PUT /panel/v1/appearance': { displayName: 'Outro nome', accentColor: '#336699', frameOrigins: [] },
  'PUT /panel/v1/privacy': { contact: 'outro@example.com', titlesDisclosedTo: 'developer' },
  'POST /panel/v1/imports': {},
  'POST /panel/v1/imports/:id/start': { publish: true },
  'PUT /panel/v1/publications/:id': { title: 'Outro' },
  'PUT /panel/v1/publications/:id/state': { state: 'draft' },
  'POST /panel/v1/publications/drafts': { state: 'published', ids: ['pub_x'] },
  'PUT /panel/v1/publications/:id/partners': { partnerIds: null },
  'PUT /panel/v1/publications/:id/featured': { isFeatured: true },
  'PUT /panel/v1/publications/:id/chapter-pairs': { pairs: null, version: 'v' },
  'POST /panel/v1/members/:id/block': { environment: 'production' },
  'POST /panel/v1/members/:id/restore': { environment: 'production' },
  'POST /panel/v1/members/:id/erase': { environment: 'production' },
}

const MONTH = '2026-11'
/** The time after which an admin's limit allows another call. */
const REFILL_MS = 100

/** The address of a route, with its parameters filled with another partner's ids. */
function addressesOf(
  { path: pattern }: PanelRoute,
  theirs: { clientId: string; slug: string; member: string; callId: string; ids: string[] },
): string[] {
  const path = pattern.replace(':slug', theirs.slug)
  const query = /^\/panel\/v1\/(?:credentials(?:\/usage)?|log|launches|first-steps|member-count)$/.test(path)
    ? '?environment=production'
    : ''
  if (path === '/panel/v1/calls/:id') return [path.replace(':id', theirs.callId)]
  if (path === '/panel/v1/log') return [`${path}${query}`, `${path}${query}&credential=${theirs.clientId}`]
  if (path === '/panel/v1/launches') return [`${path}${query}`, `${path}${query}&externalUserId=${theirs.member}`]
  if (/^\/panel\/v1\/(?:members|usage)/.test(path)) {
    const ids = path.includes(':id') ? theirs.ids : ['']
    return ids.map((id) => `${path.replace(':month', MONTH).replace(':id', id)}?environment=production&day=${MONTH}-12`)
  }
  if (path.includes(':clientId')) return [path.replace(':clientId', theirs.clientId)]
  if (path.endsWith('/files')) return theirs.ids.map((id) => `${path.replace(':id', id)}?path=livro.epub`)
  if (path.includes(':id')) return theirs.ids.map((id) => path.replace(':id', id).replace(':item', id))
  return [`${path}${query}`]
}

async function twoPartners() {
  const { app, context, clock, db, partner } = await testApp()
  const owner = await joinPanel(app, context, partner.id, 'owner')
  await owner.post('/panel/v1/team/invitations', { email: 'convidada@example.com', role: 'developer' })
  const created = await owner.post('/panel/v1/credentials', { name: 'Principal', environment: 'production' })
  const tenancy = { partnerId: partner.id, environment: PRODUCTION }
  const callId = randomUUIDv7()
  await db.write((tx) => issueLaunch(tx, context.clock.now(), tenancy, { externalUserId: 'membro-deles' }))
  await db.write((tx) =>
    tx
      .insertInto('request_log')
      .values({
        partner_id: partner.id,
        environment: PRODUCTION,
        id: toKey(callId),
        at: context.clock.now(),
        credential_id: partner.credentialId,
        method: 'GET',
        route: null,
        status: 404,
        code: 'NOT_FOUND',
        ms: 1,
        omitted: 0,
      })
      .execute(),
  )
  await owner.put('/panel/v1/appearance', {
    displayName: 'Livros da Aurora',
    accentColor: '#a1b2c3',
    frameOrigins: ['https://app.aurora.example'],
  })
  await db.write((tx) => writeMilestone(tx, context.clock.now(), tenancy, 'first-call'))
  const member = await db.read.selectFrom('member').select(['id', 'public_id']).executeTakeFirstOrThrow()
  const title = await findPublicationId(
    db.read,
    await addPublication(context, { type: 'ebook', title: 'O rio', hrefs: ['1.xhtml'] }),
  )
  const usage = { partner_id: partner.id, environment: PRODUCTION, month: toMonth(MONTH) }
  await db.write(async (tx) => {
    await tx
      .insertInto('usage_month')
      .values({
        ...usage,
        external_user_id: 'membro-deles',
        member_id: member.id,
        listening_ms: 7_654_321,
        content_ms: 0,
        reading_ms: 0,
        titles_started: 1,
        chapters_read: 0,
        last_activity_at: context.clock.now(),
      })
      .execute()
    await tx
      .insertInto('usage_title')
      .values({
        ...usage,
        publication_id: title,
        shard: 0,
        active_users: 1,
        titles_started: 1,
        listening_seconds: 7654,
        reading_chapters: 0,
        title: '',
        author: '',
      })
      .execute()
  })
  const session = await db.read.selectFrom('admin_session').select('id').executeTakeFirstOrThrow()
  const invitation = await db.read.selectFrom('admin_invitation').select('id').executeTakeFirstOrThrow()
  const theirs = {
    clientId: String(created.json().credential.clientId),
    slug: partner.slug,
    member: 'membro-deles',
    callId,
    ids: [owner.id, session.id, invitation.id, callId, member.public_id],
  }
  /** Every row of the first partner, with all columns. */
  const belongings = async () => ({
    partner: await db.read.selectFrom('partner').selectAll().where('id', '=', partner.id).execute(),
    admins: await db.read.selectFrom('admin').selectAll().where('partner_id', '=', partner.id).execute(),
    sessions: await db.read.selectFrom('admin_session').selectAll().where('admin_id', '=', owner.adminId).execute(),
    invitations: await db.read
      .selectFrom('admin_invitation')
      .selectAll()
      .where('partner_id', '=', partner.id)
      .execute(),
    credentials: await db.read.selectFrom('credential').selectAll().where('partner_id', '=', partner.id).execute(),
    audit: await db.read.selectFrom('audit').selectAll().where('partner_id', '=', partner.id).execute(),
    milestones: await db.read.selectFrom('milestone').selectAll().where('partner_id', '=', partner.id).execute(),
    members: await db.read.selectFrom('member').selectAll().where('partner_id', '=', partner.id).execute(),
  })
  const marks = [
    theirs.clientId,
    ...theirs.ids,
    owner.email,
    theirs.member,
    'convidada@example.com',
    'Principal',
    'Livros da Aurora',
    '#a1b2c3',
    'app.aurora.example',
    // The listening time.
    '7654',
    partner.public_id,
  ]
  /** Values that are never shown, not even to an operator. */
  const secrets = async () => {
    const credentials = await db.read.selectFrom('credential').select('secret_hash').execute()
    const admins = await db.read.selectFrom('admin').select('password_hash').where('id', '=', owner.adminId).execute()
    const sessions = await db.read.selectFrom('admin_session').select('secret_hash').execute()
    return [
      String(created.json().clientSecret),
      ...[...credentials, ...sessions].flatMap((row) =>
        ['hex', 'base64url'].map((form) => Buffer.from(row.secret_hash).toString(form as 'hex')),
      ),
      ...admins.map((row) => row.password_hash),
    ]
  }
  return { app, context, clock, partner, owner, theirs, belongings, secrets, marks }
}

/** Every field of an answer, at any depth, with its name. */
function fieldsOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [[name, inner], ...fieldsOf(inner)])
}

/** A signed-in admin of a role; another one once a call has ended the session. */
function somebody(app: FastifyInstance, context: Context, partnerId: number | null, role: AdminRole) {
  let page: PanelPage | undefined
  return async () => {
    if ((await page?.get('/panel/v1/me'))?.statusCode !== 200) page = await joinPanel(app, context, partnerId, role)
    return page as PanelPage
  }
}

describe('Every address of the panel', () => {
  it('is covered by this test', async () => {
    const { app } = await testApp()

    const names = panelRoutes(app).map(routeNameOf)

    assert.ok(names.length >= 25, names.join('\n'))
    assert.deepEqual(
      PUBLIC_ROUTES.filter((name) => !names.includes(name)),
      [],
    )
    assert.deepEqual(
      Object.keys(BODIES).filter((name) => !names.includes(name)),
      [],
    )
  })

  it('declares in the contract who may call it', async () => {
    const { app } = await testApp()

    const names = panelRoutes(app).map(routeNameOf)

    assert.deepEqual(names.filter((name) => ACCESS.get(name) === 'anyone').sort(), PUBLIC_ROUTES.toSorted())
    assert.deepEqual(
      names.filter((name) => !PUBLIC_ROUTES.includes(name) && typeof ACCESS.get(name) !== 'object'),
      [],
    )
  })

  it('names rows by public ids, never by their integer keys', async () => {
    const { app, context, clock, owner, theirs } = await twoPartners()
    const operator = await joinPanel(app, context, null, 'operator')
    const found = new Set<string>()

    for (const route of panelRoutes(app).filter(({ method }) => method === 'GET')) {
      for (const page of [owner, operator]) {
        for (const address of addressesOf(route, theirs)) {
          clock.advance(REFILL_MS)
          const answer = await page.get(address)
          if (!/json/.test(String(answer.headers['content-type']))) continue
          for (const [name, value] of fieldsOf(answer.json()).filter(([name]) => /^id$|Ids?$/.test(name))) {
            found.add(name)
            const isPublic = (id: unknown) => id === null || (typeof id === 'string' && /\D/.test(id))
            assert.ok([value].flat().every(isPublic), `${routeNameOf(route)}: ${name} ${value}`)
          }
        }
      }
    }

    assert.ok(found.size > 3, [...found].join())
  })

  it('refuses callers who are not signed in, except to sign in', async () => {
    const { app, context, theirs, belongings } = await twoPartners()
    const before = await belongings()
    const strangers = [panelPage(app, context), panelPage(app, context, { cookie: 'estante_admin=as_x.y' })]

    for (const stranger of strangers) {
      for (const route of panelRoutes(app).filter((one) => !PUBLIC_ROUTES.includes(routeNameOf(one)))) {
        for (const address of addressesOf(route, theirs)) {
          const answer = await stranger.call(route.method, address, BODIES[routeNameOf(route)])

          assert.deepEqual([answer.statusCode, answer.json().code], [401, 'NOT_SIGNED_IN'], `${routeNameOf(route)}`)
        }
      }
    }
    assert.deepEqual(await belongings(), before)
  })

  it('refuses admins who lack a required second factor, except to sign in and set it up', async () => {
    const { app, context, clock, theirs } = await twoPartners()
    const other = await addPartner(context)
    const pages = [await joinPanel(app, context, null, 'operator'), await joinPanel(app, context, other.id, 'owner')]
    await context.db.write(async (tx) => {
      await tx.updateTable('admin').set({ totp_secret: null }).execute()
      await tx.updateTable('partner').set({ second_factor_required_at: 1 }).where('id', '=', other.id).execute()
    })

    for (const page of pages) {
      const open = new Set<string>()
      for (const route of panelRoutes(app).filter((one) => !PUBLIC_ROUTES.includes(routeNameOf(one)))) {
        for (const address of addressesOf(route, theirs)) {
          clock.advance(REFILL_MS)
          const answer = await page.call(route.method, address, BODIES[routeNameOf(route)])
          if (answer.json().code !== 'SECOND_FACTOR_NOT_SET_UP') open.add(routeNameOf(route))
        }
      }

      assert.deepEqual([...open].sort(), [
        'GET /panel/v1/me',
        'POST /panel/v1/second-factor',
        'POST /panel/v1/second-factor/confirm',
        'POST /panel/v1/session/confirm',
      ])
    }
  })

  for (const role of ['owner', 'developer', 'analyst', 'operator'] as const) {
    it(`shows and changes nothing of another partner to its ${role}`, async () => {
      const { app, context, clock, theirs, belongings, marks } = await twoPartners()
      const other = role === 'operator' ? null : (await addPartner(context)).id
      const before = await belongings()
      const routes = panelRoutes(app).filter((one) => !PUBLIC_ROUTES.includes(routeNameOf(one)))

      const signedIn = somebody(app, context, other, role)
      for (const route of routes.filter((one) => role !== 'operator' || !ACROSS_PARTNERS(routeNameOf(one)))) {
        const page = await signedIn()
        clock.advance(REFILL_MS)
        for (const address of addressesOf(route, theirs)) {
          clock.advance(REFILL_MS)
          const answer = await page.call(route.method, address, BODIES[routeNameOf(route)])

          assert.ok(answer.statusCode < 500, `${routeNameOf(route)}: ${answer.body}`)
          if (OPERATION(routeNameOf(route)) && role !== 'operator')
            assert.equal(answer.json().code, 'NOT_ALLOWED', routeNameOf(route))
          for (const mark of marks) assert.ok(!answer.body.includes(mark), `${routeNameOf(route)}: ${answer.body}`)
          if (/:(?:id|clientId|slug)/.test(route.path)) {
            const refusals = [403, REPEATABLE(routeNameOf(route)) ? 204 : 404]
            assert.ok(refusals.includes(answer.statusCode), `${routeNameOf(route)}: ${answer.statusCode}`)
          }
        }
      }
      assert.deepEqual(await belongings(), before)
    })
  }

  it('shows an operator no secret, hash or token of a partner', async () => {
    const { app, context, theirs, secrets } = await twoPartners()
    const page = await joinPanel(app, context, null, 'operator')
    const hidden = await secrets()
    assert.ok(hidden.length >= 4)

    for (const route of panelRoutes(app).filter((one) => ACROSS_PARTNERS(routeNameOf(one)))) {
      for (const address of addressesOf(route, theirs)) {
        const answer = await page.call(route.method, address, BODIES[routeNameOf(route)])

        assert.ok(answer.statusCode < 400, `${routeNameOf(route)}: ${answer.body}`)
        for (const secret of hidden) assert.ok(!answer.body.includes(secret), `${routeNameOf(route)}: ${answer.body}`)
      }
    }
  })

  it('in the request log shows an operator the calls of every partner, and no member', async () => {
    const { app, context, theirs, partner } = await twoPartners()
    const page = await joinPanel(app, context, null, 'operator')
    const refused = { method: 'POST' as const, url: '/partner/v1/sessions', payload: { externalUserId: theirs.member } }
    const { clientId, clientSecret, authorization } = await addCredential(context, partner.id)
    await app.inject({ method: 'DELETE', url: `/partner/v1/users/${theirs.member}`, headers: { authorization } })
    const { headers, statusCode } = await app.inject({ ...refused, headers: { authorization } })

    const one = await page.get(`/panel/v1/calls/${headers['x-request-id']}`)
    const all = await page.get('/panel/v1/calls')

    assert.deepEqual([statusCode, one.json().code, one.json().partner.slug], [403, 'USER_REVOKED', partner.slug])
    assert.deepEqual(
      all
        .json()
        .items.map(({ id }: { id: string }) => id)
        .slice(0, 1),
      [headers['x-request-id']],
    )
    const hidden = [clientSecret, theirs.member, ...theirs.ids.filter((id) => id.startsWith('mbr_'))]
    assert.ok(hidden.length === 3 && all.body.includes(clientId))
    for (const mark of hidden) assert.ok(![one, all].some(({ body }) => body.includes(mark)), mark)
  })

  it('adds to the audit, and changes nothing that is in it', ON_PG, async () => {
    const { app, context, partner, theirs, belongings } = await twoPartners()
    const { audit: before } = await belongings()
    const routes = panelRoutes(app)

    for (const role of ['owner', 'operator'] as const) {
      const signedIn = somebody(app, context, role === 'operator' ? null : partner.id, role)
      for (const route of routes) {
        const page = await signedIn()
        for (const address of addressesOf(route, theirs))
          await page.call(route.method, address, BODIES[routeNameOf(route)])
      }
    }

    const { audit } = await belongings()
    const remaining = audit.filter(({ id }) => before.some((row) => row.id === id))
    assert.deepEqual(remaining, before)
    assert.ok(audit.length > before.length)
  })

  it('answers only on its host when the embedded application has another', async () => {
    const { app } = await testApp({ baseUrl: 'https://api.example.com', playUrl: 'https://livros.example.com' })

    for (const host of ['livros.example.com', '203.0.113.9', 'other.example.com']) {
      for (const url of ['/panel/v1/me', '/painel', '/painel/assets/index.js']) {
        const answer = await app.inject({ url, headers: { host, 'x-forwarded-host': 'api.example.com' } })
        assert.deepEqual([answer.statusCode, answer.json().code], [404, 'NOT_FOUND'], `${host}${url}`)
      }
    }
    assert.equal((await app.inject({ url: '/panel/v1/me', headers: { host: 'api.example.com' } })).statusCode, 401)
  })
})

describe('A role', () => {
  /** The roles of a partner that may do each thing; the others are refused. */
  const allowed: Record<string, string[]> = {
    'GET /panel/v1/credentials?environment=production': ['owner', 'developer', 'analyst'],
    'POST /panel/v1/credentials': ['owner', 'developer'],
    'POST /panel/v1/credentials/CLIENT/rotate': ['owner', 'developer'],
    'POST /panel/v1/credentials/CLIENT/revoke': ['owner', 'developer'],
    'POST /panel/v1/credentials/CLIENT/end-views': ['owner', 'developer'],
    'GET /panel/v1/credentials/usage?environment=production': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/log?environment=production': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/log/x': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/launches?environment=production': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/team': ['owner', 'developer', 'analyst', 'operator'],
    'PUT /panel/v1/team/second-factor': ['owner'],
    'POST /panel/v1/team/invitations': ['owner'],
    'DELETE /panel/v1/team/invitations/inv_x': ['owner'],
    'PUT /panel/v1/team/adm_x/role': ['owner'],
    'DELETE /panel/v1/team/adm_x': ['owner'],
    'GET /panel/v1/audit': ['owner', 'operator'],
    'GET /panel/v1/audit.csv': ['owner', 'operator'],
    'GET /panel/v1/members?environment=production': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/member-count?environment=production': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/members/mbr_x?environment=production': ['owner', 'developer', 'analyst'],
    'POST /panel/v1/members/mbr_x/block': ['owner', 'developer'],
    'POST /panel/v1/members/mbr_x/restore': ['owner', 'developer'],
    'GET /panel/v1/members/mbr_x/data?environment=production': ['owner'],
    'POST /panel/v1/members/mbr_x/erase': ['owner'],
    'GET /panel/v1/usage?environment=production': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/usage/2026-11?environment=production': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/usage/2026-11/titles?environment=production': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/usage/2026-11/members?environment=production': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/usage/2026-11/members/mbr_x?environment=production': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/usage/2026-11/members/mbr_x/minutes?environment=production&day=2026-11-12': ['owner', 'developer'],
    'GET /panel/v1/usage/2026-11/members.csv?environment=production': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/usage/2026-11/titles.csv?environment=production': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/first-steps?environment=production': ['owner', 'developer', 'analyst'],
    'POST /panel/v1/try': ['owner', 'developer'],
    'PUT /panel/v1/try/member': ['owner', 'developer'],
    'POST /panel/v1/sandbox/examples': ['owner', 'developer'],
    'GET /panel/v1/appearance': ['owner', 'developer', 'analyst'],
    'GET /panel/v1/privacy': ['owner', 'developer', 'analyst'],
    'PUT /panel/v1/privacy': ['owner'],
    'PUT /panel/v1/appearance': ['owner'],
    'PUT /panel/v1/appearance/logo': ['owner'],
    'DELETE /panel/v1/appearance/logo': ['owner'],
    'GET /panel/v1/partners': ['operator'],
    'POST /panel/v1/partners': ['operator'],
    'GET /panel/v1/partners/SLUG': ['operator'],
    'PUT /panel/v1/partners/SLUG': ['operator'],
    'POST /panel/v1/partners/SLUG/suspend': ['operator'],
    'POST /panel/v1/partners/SLUG/resume': ['operator'],
    'PUT /panel/v1/partners/SLUG/limit': ['operator'],
    'PUT /panel/v1/partners/SLUG/credentials/CLIENT/limit': ['operator'],
    'POST /panel/v1/partners/SLUG/invitations': ['operator'],
    'GET /panel/v1/imports': ['operator'],
    'POST /panel/v1/imports': ['operator'],
    'GET /panel/v1/imports/imp_x': ['operator'],
    'GET /panel/v1/imports/imp_x/files': ['operator'],
    'PUT /panel/v1/imports/imp_x/files?path=livro.epub': ['operator'],
    'POST /panel/v1/imports/imp_x/start': ['operator'],
    'DELETE /panel/v1/imports/imp_x': ['operator'],
    'POST /panel/v1/imports/imp_x/items/imi_x/retry': ['operator'],
    'DELETE /panel/v1/imports/imp_x/items/imi_x': ['operator'],
    'GET /panel/v1/quarantine': ['operator'],
    'GET /panel/v1/publications': ['operator'],
    'GET /panel/v1/publications/summary': ['operator'],
    'GET /panel/v1/publications/pub_x': ['operator'],
    'PUT /panel/v1/publications/pub_x': ['operator'],
    'PUT /panel/v1/publications/pub_x/cover': ['operator'],
    'DELETE /panel/v1/publications/pub_x/cover': ['operator'],
    'PUT /panel/v1/publications/pub_x/state': ['operator'],
    'POST /panel/v1/publications/drafts': ['operator'],
    'PUT /panel/v1/publications/pub_x/partners': ['operator'],
    'PUT /panel/v1/publications/pub_x/featured': ['operator'],
    'GET /panel/v1/publications/pub_x/chapter-pairs': ['operator'],
    'PUT /panel/v1/publications/pub_x/chapter-pairs': ['operator'],
    'POST /panel/v1/publications/pub_x/preview': ['operator'],
    'GET /panel/v1/calls': ['operator'],
    'GET /panel/v1/calls/x': ['operator'],
    'GET /panel/v1/health': ['operator'],
    'GET /panel/v1/health/anomalies': ['operator'],
  }
  /** Routes that change something without showing a secret or giving access. */
  const mayBeStale = [
    'PUT /panel/v1/me',
    'DELETE /panel/v1/sessions/:id',
    'DELETE /panel/v1/sessions',
    // It makes the sign-in fresh.
    'POST /panel/v1/session/confirm',
    'PUT /panel/v1/partners/SLUG',
    'PUT /panel/v1/partners/SLUG/limit',
    'PUT /panel/v1/partners/SLUG/credentials/CLIENT/limit',
    // The member is in the sandbox, and is the admin's own.
    'POST /panel/v1/try',
    'PUT /panel/v1/try/member',
    'POST /panel/v1/sandbox/examples',
    'PUT /panel/v1/appearance',
    'PUT /panel/v1/appearance/logo',
    'DELETE /panel/v1/appearance/logo',
    ...Object.keys(allowed).filter((name) => /^\w+ \/panel\/v1\/(?:imports|publications)/.test(name)),
  ]
  const isStale = (name: string) => /^GET|\/(?:block|restore)$/.test(name) || mayBeStale.includes(name)
  const patternOf = (name: string) =>
    name
      .replace(/\?.*/, '')
      .replace('2026-11', ':month')
      .replace(/(?:adm|inv|mbr|imp|pub)_x|(?<=\/(?:log|calls)\/)x/, ':id')
      .replace('imi_x', ':item')
      .replace('SLUG', ':slug')
      .replace('CLIENT', ':clientId')
  const addressOf = (path: string, partner: { slug: string; clientId: string }) =>
    path.replace('SLUG', partner.slug).replace('CLIENT', partner.clientId)

  it('may do what the contract says', () => {
    for (const [name, roles] of Object.entries(allowed)) {
      const declared = ACCESS.get(patternOf(name))
      assert.ok(typeof declared === 'object', name)
      // A partner's settings decide this on top of the role: which titles a named member has.
      const more = name.includes('/minutes') ? ['analyst'] : []
      assert.deepEqual(declared.roles.toSorted(), [...roles, ...more].sort(), name)
      assert.equal(declared.fresh, isStale(name) ? undefined : true, name)
    }
    const others = [...ACCESS].filter(([name]) => !Object.keys(allowed).map(patternOf).includes(name))
    for (const [name, access] of others) {
      if (typeof access === 'string') continue
      assert.equal(access.roles.length, 4, name)
      assert.equal(access.fresh, isStale(name) ? undefined : true, name)
    }
  })

  it('may do what it is for, and is refused everything else', async () => {
    const { app, context, partner } = await testApp()

    for (const role of ['owner', 'developer', 'analyst', 'operator'] as const) {
      const page = await joinPanel(app, context, role === 'operator' ? null : partner.id, role)
      for (const [name, roles] of Object.entries(allowed)) {
        const [method, path = ''] = name.split(' ') as [PanelRoute['method'], string]
        const answer = await page.call(method, addressOf(path, partner), BODIES[patternOf(name)])

        const isRefused = answer.statusCode === 403 && answer.json().code === 'NOT_ALLOWED'
        assert.equal(isRefused, !roles.includes(role), `${role}: ${name}: ${answer.body}`)
      }
    }
  })

  it('needs a fresh sign-in for secrets, people and permissions', async () => {
    const { app, context, partner, clock } = await testApp()
    const owner = await joinPanel(app, context, partner.id, 'owner')
    const operator = await joinPanel(app, context, null, 'operator')
    clock.advance(15 * 60_000)

    for (const [name, roles] of Object.entries(allowed)) {
      if (isStale(name)) continue
      const [method, path = ''] = name.split(' ') as [PanelRoute['method'], string]
      const page = roles.includes('owner') ? owner : operator
      const answer = await page.call(method, addressOf(path, partner), BODIES[patternOf(name)])

      assert.equal(answer.json().code, 'SIGN_IN_AGAIN', name)
    }
  })
})
