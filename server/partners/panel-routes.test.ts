import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import type { PartnerSummary } from '@estante/contract/panel/partners.ts'
import { UNAUDITED } from '../audit/audit.ts'
import { toMonth } from '../calendar.ts'
import { addCalls, quarterOf } from '../credentials/calls-by-day.ts'
import { revokeCredential } from '../credentials/credential.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { startMailServer } from '../test/mail-server.ts'
import { GOOD_PASSWORD, joinPanel, panelPage } from '../test/panel.ts'
import { openPage } from '../test/people.ts'
import { readPages } from '../test/read-pages.ts'
import { addCredential, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { createPartner } from './partner.ts'

const PARTNERS = '/panel/v1/partners'
const CATALOG = '/partner/v1/catalog'

async function operated(settings = {}) {
  const test = await testApp(settings)
  const operator = await joinPanel(test.app, test.context, null, 'operator')
  return { ...test, operator, address: `${PARTNERS}/${test.partner.slug}` }
}

type Service = Awaited<ReturnType<typeof operated>>

/** Inserts present calls, and members who listened this month. */
async function addFigures(
  { db, clock, context, partner }: Service,
  credentialId: number,
  calls: number,
  active: number[],
) {
  const key = {
    partner_id: partner.id,
    environment: PRODUCTION,
    month: toMonth('2026-11'),
    publication_id: 1,
  } as const
  const figures = { titles_started: 2, listening_seconds: 60, reading_chapters: 1, title: 'T', author: 'A' }
  await db.write(async (tx) => {
    await addCalls(tx, context.config.timeZone, credentialId, new Map([[quarterOf(clock.now()), calls]]))
    for (const [shard, active_users] of active.entries()) {
      await tx
        .insertInto('usage_title')
        .values({ ...key, ...figures, shard, active_users })
        .execute()
    }
  })
}

const tokenOf = (url: string) => url.slice(url.indexOf('#') + 1)

describe('The partners, for an operator', () => {
  it('are listed with credentials, calls and members of this month, newest first', ON_PG, async () => {
    const service = await operated()
    const { context, clock, db, partner, operator } = service
    await addFigures(service, partner.credentialId, 5, [3, 4])
    const other = await addCredential(context, partner.id, SANDBOX)
    await addFigures(service, other.credentialId, 2, [])
    await createPartner(db, clock.now(), { slug: 'novo', name: 'Parceiro Novo' }, UNAUDITED)

    const { items, nextCursor } = (await operator.get(PARTNERS)).json()

    assert.deepEqual(
      items.map(({ slug, suspendedAt, activeCredentials, callsByDay, activeUsers }: PartnerSummary) => ({
        slug,
        suspendedAt,
        activeCredentials,
        today: callsByDay.at(-1),
        activeUsers,
      })),
      [
        { slug: 'novo', suspendedAt: null, activeCredentials: 0, today: 0, activeUsers: 0 },
        { slug: partner.slug, suspendedAt: null, activeCredentials: 2, today: 7, activeUsers: 7 },
      ],
    )
    assert.equal(nextCursor, null)
  })

  it('are searched by prefixes of the words of name or slug, ignoring accents', ON_PG, async () => {
    const { operator, clock, db } = await operated()
    await createPartner(db, clock.now(), { slug: 'credito-ja', name: 'Crédito Já 100%' }, UNAUDITED)
    await createPartner(db, clock.now(), { slug: 'farmacia', name: 'Rede de Farmácias do Ipê' }, UNAUDITED)
    const found = async (search: string) =>
      (await operator.get(`${PARTNERS}?search=${encodeURIComponent(search)}`))
        .json()
        .items.map(({ slug }: PartnerSummary) => slug)

    assert.deepEqual(await found('crédito'), ['credito-ja'])
    assert.deepEqual(await found('IPE farm'), ['farmacia'])
    assert.deepEqual(await found('credito-j'), ['credito-ja'])
    assert.deepEqual(await found('édito'), [])
    for (const symbols of ['%', '_', '-', '🙂 !']) assert.deepEqual(await found(symbols), [], symbols)
    // Ids of one millisecond are in any order.
    const all = ['credito-ja', 'farmacia', ...(await found('parceiro'))]
    for (const blank of ['', ' ']) assert.deepEqual((await found(blank)).sort(), all)
  })

  it('are found by the new name after a rename, with the same slug', async () => {
    const { operator, address, partner } = await operated()

    const renamed = await operator.put(address, { name: ' Banco do Amanhã ' })

    assert.deepEqual([renamed.json().name, renamed.json().slug], ['Banco do Amanhã', partner.slug])
    const found = (await operator.get(`${PARTNERS}?search=amanha`)).json().items
    assert.equal(found.length, 1)
    assert.equal((await operator.put(address, { name: '  ' })).statusCode, 400)
  })

  it('are paged, each once', ON_PG, async () => {
    const { operator, clock, db } = await operated()
    for (let index = 0; index < 120; index++) {
      await createPartner(db, clock.now(), { slug: `lote-${index}`, name: `Lote ${index}` }, UNAUDITED)
    }

    const pages = await readPages<PartnerSummary>(operator.get, `${PARTNERS}?search=lote`)

    assert.deepEqual(
      pages.map((page) => page.length),
      [50, 50, 20],
    )
    assert.equal(new Set(pages.flat().map(({ slug }) => slug)).size, 120)
  })

  it('are filtered by suspension', ON_PG, async () => {
    const { operator, address, clock, db, partner } = await operated()
    await createPartner(db, clock.now(), { slug: 'novo', name: 'Parceiro Novo' }, UNAUDITED)
    await operator.post(`${address}/suspend`)
    const found = async (state: string) =>
      (await operator.get(`${PARTNERS}?state=${state}`)).json().items.map(({ slug }: PartnerSummary) => slug)

    assert.deepEqual(await found('suspended'), [partner.slug])
    assert.deepEqual(await found('active'), ['novo'])
  })
})

describe('A new partner', () => {
  it('is created with the invitation of its first owner, who can sign up', async () => {
    const { app, context, operator, caller } = await operated()

    const created = await operator.post(PARTNERS, {
      name: 'Banco Ipê',
      slug: 'banco-ipe',
      ownerEmail: 'ana@banco-ipe.example',
    })

    const { partner, invitation } = created.json()
    assert.deepEqual([created.statusCode, partner.name, partner.slug], [201, 'Banco Ipê', 'banco-ipe'])
    const owner = panelPage(app, context)
    const entered = await owner.post('/panel/v1/invitations/accept', {
      token: tokenOf(invitation.invitationUrl),
      name: 'Ana',
      password: GOOD_PASSWORD,
    })
    const { admin, partner: team } = entered.json()
    assert.deepEqual([admin.role, team.name, team.slug, team.suspendedAt], ['owner', 'Banco Ipê', 'banco-ipe', null])
    const issued = (await owner.post('/panel/v1/credentials', { name: 'Backend', environment: 'production' })).json()
    const authorization = `Basic ${Buffer.from(`${issued.credential.clientId}:${issued.clientSecret}`).toString('base64')}`
    assert.equal((await caller({ authorization }).get(CATALOG)).statusCode, 200)
  })

  it('has its owner’s invitation e-mailed when there is a mail server', async () => {
    const mail = await startMailServer()
    const { operator } = await operated({ smtpUrl: mail.url })

    const created = await operator.post(PARTNERS, { name: 'Banco', slug: 'banco', ownerEmail: 'ana@example.com' })

    assert.deepEqual(created.json().invitation.invitationUrl, null)
    const [sent] = mail.mails
    assert.deepEqual(sent?.to, ['ana@example.com'])
    assert.match(sent?.text ?? '', /na equipe Banco/)
  })

  it('shows the operator the link of an invitation that the mail server refuses, and says so in its audit', async () => {
    const mail = await startMailServer({ isRefusing: true })
    const { operator } = await operated({ smtpUrl: mail.url })

    const created = await operator.post(PARTNERS, { name: 'Banco', slug: 'banco', ownerEmail: 'ana@example.com' })
    const { items } = (await operator.get('/panel/v1/audit?partner=banco')).json()

    assert.match(created.json().invitation.invitationUrl, /#iv_/)
    const { act, actor, subject } = items[0]
    assert.deepEqual([act, actor, subject], ['invitation-link-shown', operator.email, 'ana@example.com'])
  })

  it('sends the invitation only to its owner, with any characters in the name or the e-mail', async () => {
    const mail = await startMailServer()
    const { operator } = await operated({ smtpUrl: mail.url, serviceName: 'Livros\r\nBcc: todos@example.com' })
    const requests: [name: string, ownerEmail: string][] = [
      ['Banco\r\nBcc: vitima@example.com', 'ana@example.com'],
      ['Banco', 'ana@example.com\r\nBcc: vitima@example.com'],
      ['Banco', 'ana@example.com, vitima@example.com'],
      ['Banco', 'ana@example.com'],
    ]

    const answers = []
    for (const [name, ownerEmail] of requests) {
      answers.push((await operator.post(PARTNERS, { name, slug: 'banco', ownerEmail })).statusCode)
    }

    assert.deepEqual(answers, [400, 400, 400, 201])
    assert.deepEqual(
      mail.mails.map(({ to }) => to),
      [['ana@example.com']],
    )
    assert.doesNotMatch(mail.mails[0]?.headers ?? '', /^Bcc:/im)
  })

  it('is not created when its slug or its owner’s e-mail is taken', async () => {
    const { operator, clock, db } = await operated()
    await createPartner(db, clock.now(), { slug: 'aurora', name: 'Aurora' }, UNAUDITED)
    const body = { name: 'Banco', slug: 'banco' }

    const sameSlug = await operator.post(PARTNERS, { ...body, slug: 'aurora', ownerEmail: 'nova@example.com' })
    const sameEmail = await operator.post(PARTNERS, { ...body, ownerEmail: operator.email })
    const badSlug = await operator.post(PARTNERS, { ...body, slug: 'Não Serve' })

    assert.deepEqual([sameSlug.statusCode, sameSlug.json().code], [409, 'SLUG_TAKEN'])
    assert.deepEqual([sameEmail.statusCode, sameEmail.json().code], [409, 'ADMIN_EXISTS'])
    assert.equal(badSlug.statusCode, 400)
    assert.match(badSlug.json().message[0], /^O campo "slug" deve ter até 40 letras minúsculas/)
    assert.equal((await db.read.selectFrom('partner').select('id').execute()).length, 2)
    assert.equal((await db.read.selectFrom('admin_invitation').select('id').execute()).length, 0)
  })

  it('can invite its first owner again, which voids the first link', ON_PG, async () => {
    const { app, context, operator, address } = await operated()
    const invite = async () =>
      (await operator.post(`${address}/invitations`, { email: 'ana@example.com' })).json().invitationUrl
    const read = (url: string) => panelPage(app, context).post('/panel/v1/invitations/read', { token: tokenOf(url) })

    const [first, second] = [await invite(), await invite()]

    assert.equal((await read(first)).statusCode, 404)
    assert.deepEqual((await read(second)).json().role, 'owner')
  })
})

describe('A partner, for an operator', () => {
  it('is shown with all details, and no secret', async () => {
    const service = await operated()
    const { app, context, partner, operator, address } = service
    await openPage(app, partner.authorization, 'u1')
    const revoked = await addCredential(context, partner.id)
    await revokeCredential(context.db, context.clock.now(), { clientId: revoked.clientId }, UNAUDITED)
    await addCredential(context, partner.id, SANDBOX)
    await addFigures(service, partner.credentialId, 5, [3, 4])
    const owner = await joinPanel(app, context, partner.id, 'owner')

    const response = await operator.get(address)

    const { members, credentials, team, months, audit } = response.json()
    assert.deepEqual(members, { production: { count: 1, isMore: false }, sandbox: { count: 0, isMore: false } })
    assert.deepEqual(
      credentials.map((one: PanelCredential) => [one.environment, one.revokedAt !== null]),
      [
        ['production', false],
        ['sandbox', false],
        ['production', true],
      ],
    )
    assert.deepEqual(
      team.admins.map(({ email }: { email: string }) => email),
      [owner.email],
    )
    assert.deepEqual(months, [
      { month: '2026-11', activeUsers: 7, titlesStarted: 4, listeningSeconds: 120, readingChapters: 2 },
    ])
    assert.equal(audit[0].act, 'invitation-accepted')
    const hashes = await context.db.read.selectFrom('credential').select('secret_hash').execute()
    for (const hidden of [
      partner.clientSecret,
      ...hashes.flatMap((row) =>
        ['hex', 'base64url'].map((form) => Buffer.from(row.secret_hash).toString(form as 'hex')),
      ),
    ]) {
      assert.ok(!response.body.includes(hidden))
    }
  })

  it('is answered as not found on every route, if it is unknown', async () => {
    const { operator } = await operated()

    const answers = [
      await operator.get(`${PARTNERS}/nenhum`),
      await operator.put(`${PARTNERS}/nenhum`, { name: 'X' }),
      await operator.post(`${PARTNERS}/nenhum/suspend`),
      await operator.post(`${PARTNERS}/nenhum/resume`),
      await operator.put(`${PARTNERS}/nenhum/limit`, { rateLimit: 1 }),
      await operator.put(`${PARTNERS}/nenhum/credentials/x/limit`, { rateLimit: 1 }),
      await operator.post(`${PARTNERS}/nenhum/invitations`, { email: 'a@example.com' }),
    ]

    assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([404]))
  })
})

describe('The limit of a credential', () => {
  it('takes effect at the next call', async () => {
    const { operator, address, partner, get } = await operated()

    const changed = await operator.put(`${address}/credentials/${partner.clientId}/limit`, { rateLimit: 2 })

    assert.equal(changed.json().rateLimit, 2)
    const statuses = [await get(CATALOG), await get(CATALOG), await get(CATALOG)].map(({ statusCode }) => statusCode)
    assert.deepEqual(statuses, [200, 200, 429])
  })

  it('refuses a change over another operator’s, as does the partner’s name', async () => {
    const { operator, address, partner, db } = await operated()
    const limit = `${address}/credentials/${partner.clientId}/limit`
    const rateLimitBefore = 120
    await operator.put(limit, { rateLimit: 300, rateLimitBefore })
    await operator.put(address, { name: 'Banco da Manhã', nameBefore: 'Banco Aurora' })

    await operator.put(`${address}/limit`, { rateLimit: 700, rateLimitBefore: 600 })

    const refused = [
      await operator.put(limit, { rateLimit: 600, rateLimitBefore }),
      await operator.put(`${address}/limit`, { rateLimit: 900, rateLimitBefore: 600 }),
      await operator.put(address, { name: 'Banco da Tarde', nameBefore: 'Banco Aurora' }),
    ]
    // The same request repeated, after a lost answer, is no conflict.
    const again = [
      await operator.put(limit, { rateLimit: 300, rateLimitBefore }),
      await operator.put(address, { name: 'Banco da Manhã', nameBefore: 'Banco Aurora' }),
    ]
    const saved = (await operator.get(address)).json()
    const over = [
      await operator.put(limit, { rateLimit: 600, rateLimitBefore: 300 }),
      await operator.put(address, { name: 'Banco da Tarde', nameBefore: 'Banco da Manhã' }),
    ]

    assert.deepEqual(
      refused.map((answer) => answer.json().code),
      ['CHANGED_MEANWHILE', 'CHANGED_MEANWHILE', 'CHANGED_MEANWHILE'],
    )
    assert.deepEqual([saved.name, saved.credentials[0].rateLimit, saved.rateLimit], ['Banco da Manhã', 300, 700])
    assert.deepEqual(
      [...again, ...over].map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    )
    const acts = await db.read.selectFrom('audit').select('act').where('partner_id', '=', partner.id).execute()
    const changes = acts.filter(({ act }) => act === 'limit-changed' || act === 'partner-renamed')
    assert.equal(changes.length, 4)
  })

  it('is a whole number from 1 to 100,000, of an active credential of that very partner', async () => {
    const { operator, address, partner, context, clock, db } = await operated()
    const other = await createPartner(db, clock.now(), { slug: 'outro', name: 'Outro' }, UNAUDITED)
    const theirs = await addCredential(context, other.id)
    const set = async (clientId: string, rateLimit: unknown) =>
      (await operator.put(`${address}/credentials/${clientId}/limit`, { rateLimit })).statusCode

    const statuses = [
      await set(partner.clientId, 0),
      await set(partner.clientId, 100_001),
      await set(partner.clientId, 1.5),
      await set(partner.clientId, '10'),
      await set(theirs.clientId, 10),
      await set(partner.clientId, 100_000),
    ]

    assert.deepEqual(statuses, [400, 400, 400, 400, 404, 200])
  })
})

describe('The limit of a partner', () => {
  it('is 600 calls a minute in each environment by default; the operator’s change is audited', async () => {
    const { operator, address, db } = await operated()
    const before = (await operator.get(address)).json()

    const changed = await operator.put(`${address}/limit`, { rateLimit: 1500 })
    await operator.put(`${address}/limit`, { rateLimit: 1500 })

    assert.deepEqual([before.rateLimit, changed.json().rateLimit], [600, 1500])
    assert.equal((await operator.get(address)).json().rateLimit, 1500)
    const acts = await db.read
      .selectFrom('audit')
      .select(['detail', 'by_operator'])
      .where('act', '=', 'partner-limit-changed')
      .execute()
    assert.deepEqual(
      acts.map((act) => ({ ...act })),
      [{ detail: '{"from":600,"to":1500}', by_operator: 1 }],
    )
  })

  it('is a whole number from 1 to 100,000', async () => {
    const { operator, address } = await operated()
    const set = async (rateLimit: unknown) => (await operator.put(`${address}/limit`, { rateLimit })).statusCode

    const statuses = [await set(0), await set(100_001), await set(1.5), await set('10'), await set(1)]

    assert.deepEqual(statuses, [400, 400, 400, 400, 200])
  })
})

describe('A suspension made in the panel', () => {
  it('takes effect at once, is explained to the partner’s team, and can be undone', async () => {
    const { app, context, operator, address, partner, get, clock } = await operated()
    const owner = await joinPanel(app, context, partner.id, 'owner')

    const suspended = await operator.post(`${address}/suspend`)
    clock.advance(1000)
    const again = await operator.post(`${address}/suspend`)

    assert.equal((await get(CATALOG)).statusCode, 401)
    assert.equal(suspended.json().suspendedAt, again.json().suspendedAt)
    assert.equal((await owner.get('/panel/v1/me')).json().partner.suspendedAt, suspended.json().suspendedAt)
    assert.equal((await operator.post(`${address}/resume`)).json().suspendedAt, null)
    assert.equal((await get(CATALOG)).statusCode, 200)
    assert.equal((await owner.get('/panel/v1/me')).json().partner.suspendedAt, null)
  })
})
