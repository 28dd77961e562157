import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AuditAct, acts as contractActs } from '@estante/contract/audit-sentence.ts'
import { Secret, TOTP } from 'otpauth'
import { findAdmin } from '../admins/admin.ts'
import { openAdminSession } from '../admins/admin-session.ts'
import { mintPasswordReset } from '../admins/password-reset.ts'
import { readChapterPairs } from '../chapter-pairs/chapter-pairs.ts'
import type { Context } from '../context.ts'
import { PRODUCTION } from '../environment.ts'
import { createJob } from '../imports/jobs/job.ts'
import { issueLaunch } from '../launches/launch.ts'
import { changePublicationState } from '../publications/change-state.ts'
import { findPublicationId } from '../publications/publication.ts'
import { updatePublication } from '../publications/write-publication.ts'
import { readToken } from '../secrets.ts'
import { inviteAdmin } from '../team/invitation.ts'
import { coverPicture } from '../test/cover-picture.ts'
import { startMailServer } from '../test/mail-server.ts'
import { GOOD_PASSWORD, joinPanel, panelPage, panelRoutes, routeNameOf } from '../test/panel.ts'
import { addPublication } from '../test/publications.ts'
import { testApp } from '../test/test-app.ts'
import { UNAUDITED } from './audit.ts'

/** A call of a route: the acts that it writes, its caller, and the rest of the request. */
type Change = [acts: AuditAct | AuditAct[], by: 'owner' | 'operator' | 'visitor', rest?: Rest | RestOf]
type RestOf = (instance: Instance) => Rest | Promise<Rest>

interface Rest {
  /** The parameters of the address. */
  slug?: string
  id?: string
  item?: string
  /** A buffer is sent as a picture. */
  body?: object
  /** Work that goes on after the answer. */
  until?: Promise<unknown>
}

type Instance = Awaited<ReturnType<typeof openInstance>>

const OTHER_PASSWORD = 'outra-boa-senha-bem-rara-9'
const ofMember: RestOf = ({ memberId }) => ({ id: memberId, body: { environment: 'production' } })
const ofCredential: RestOf = ({ partner }) => ({ id: partner.clientId })
const ofImport: RestOf = ({ jobId }) => ({ id: jobId, body: { publish: true } })
const ofTitle =
  (body: object = {}): RestOf =>
  ({ ebook }) => ({ id: ebook, body })
const ofPairs =
  (pairs: [] | null): RestOf =>
  async ({ context, ebook }) => ({
    id: ebook,
    body: { pairs, version: (await readChapterPairs(context, ebook))!.version },
  })
const NEW_PARTNER = { slug: 'novo' }

/** Every route that changes something: its calls, in order, or the reason why it writes no act. */
const CHANGES: Record<string, Change[] | string> = {
  'POST /panel/v1/session': [
    ['signed-in', 'visitor', ({ owner }) => ({ body: { email: owner.email, password: GOOD_PASSWORD } })],
    ['sign-in-failed', 'visitor', ({ owner }) => ({ body: { email: owner.email, password: OTHER_PASSWORD } })],
  ],
  'DELETE /panel/v1/session': [['signed-out', 'visitor']],
  'POST /panel/v1/session/confirm': [
    ['reauthentication-failed', 'owner', { body: { password: OTHER_PASSWORD } }],
    // A session goes on: no act of its own.
    [[], 'owner', { body: { password: GOOD_PASSWORD } }],
  ],
  'PUT /panel/v1/me': [['name-changed', 'owner', { body: { name: 'Ana Maria' } }]],
  'DELETE /panel/v1/sessions/:id': [
    ['sessions-ended', 'owner', async ({ signInElsewhere }) => ({ id: await signInElsewhere() })],
  ],
  'DELETE /panel/v1/sessions': [['sessions-ended', 'owner']],
  'PUT /panel/v1/password': [['password-changed', 'owner', { body: { password: OTHER_PASSWORD } }]],
  'POST /panel/v1/password/rate': 'changes nothing',
  'POST /panel/v1/password/reset': [
    [
      'password-reset-requested',
      'visitor',
      ({ developer, mail }) => ({ body: { email: developer.email }, until: mail() }),
    ],
  ],
  'POST /panel/v1/password/reset/finish': [
    ['password-reset', 'visitor', async ({ reset }) => ({ body: { token: await reset(), password: OTHER_PASSWORD } })],
  ],
  'POST /panel/v1/second-factor': 'has effect when a code confirms it',
  'POST /panel/v1/second-factor/confirm': [
    ['second-factor-enabled', 'owner', async ({ nextCode }) => ({ body: { code: await nextCode() } })],
  ],
  'POST /panel/v1/second-factor/recovery-codes': [['recovery-codes-renewed', 'owner']],
  'PUT /panel/v1/team/second-factor': [
    ['second-factor-required', 'owner', { body: { isRequired: true } }],
    ['second-factor-optional', 'owner', { body: { isRequired: false } }],
  ],
  'DELETE /panel/v1/second-factor': [['second-factor-disabled', 'owner']],

  'POST /panel/v1/team/invitations': [
    ['admin-invited', 'owner', { body: { email: 'a@example.com', role: 'analyst' } }],
  ],
  'DELETE /panel/v1/team/invitations/:id': [
    ['invitation-withdrawn', 'owner', async ({ invitationId }) => ({ id: await invitationId() })],
  ],
  'POST /panel/v1/invitations/read': 'changes nothing',
  'POST /panel/v1/invitations/accept': [
    [
      'invitation-accepted',
      'visitor',
      async ({ invite }) => ({ body: { token: await invite(), name: 'Bia', password: GOOD_PASSWORD } }),
    ],
  ],
  'PUT /panel/v1/team/:id/role': [
    ['role-changed', 'owner', ({ developer }) => ({ id: developer.id, body: { role: 'analyst' } })],
  ],
  'DELETE /panel/v1/team/:id': [['admin-removed', 'owner', ({ developer }) => ({ id: developer.id })]],

  'POST /panel/v1/credentials': [
    ['credential-created', 'owner', { body: { name: 'Servidor', environment: 'production' } }],
  ],
  'POST /panel/v1/credentials/:clientId/rotate': [['credential-rotated', 'owner', ofCredential]],
  'PUT /panel/v1/partners/:slug/credentials/:clientId/limit': [
    [
      'limit-changed',
      'operator',
      ({ partner: { slug, clientId } }) => ({ slug, id: clientId, body: { rateLimit: 10 } }),
    ],
  ],
  'POST /panel/v1/credentials/:clientId/revoke': [['credential-revoked', 'owner', ofCredential]],
  'POST /panel/v1/credentials/:clientId/end-views': [['credential-views-ended', 'owner', ofCredential]],

  'POST /panel/v1/members/:id/block': [['member-blocked', 'owner', ofMember]],
  'POST /panel/v1/members/:id/restore': [['member-restored', 'owner', ofMember]],
  'POST /panel/v1/members/:id/erase': [['member-erased', 'owner', ofMember]],

  'PUT /panel/v1/appearance': [
    ['appearance-changed', 'owner', { body: { displayName: 'Livros', accentColor: null, frameOrigins: [] } }],
  ],
  'PUT /panel/v1/appearance/logo': [['appearance-changed', 'owner', async () => ({ body: await coverPicture() })]],
  'DELETE /panel/v1/appearance/logo': [['appearance-changed', 'owner']],
  'PUT /panel/v1/privacy': [
    [
      ['privacy-contact-changed', 'titles-disclosure-changed'],
      'owner',
      { body: { contact: 'dados@example.com', titlesDisclosedTo: 'owner' } },
    ],
  ],
  'POST /panel/v1/sandbox/examples': [['sandbox-seeded', 'owner']],
  'POST /panel/v1/try': 'is a launch of the admin’s own member of the sandbox',
  'PUT /panel/v1/try/member': 'blocks or restores the admin’s own member of the sandbox',

  'POST /panel/v1/partners': [
    [
      ['admin-invited', 'partner-created'],
      'operator',
      { body: { name: 'Novo', slug: 'novo', ownerEmail: 'b@example.com' } },
    ],
  ],
  'POST /panel/v1/partners/:slug/invitations': [
    ['admin-invited', 'operator', { ...NEW_PARTNER, body: { email: 'c@example.com' } }],
  ],
  'PUT /panel/v1/partners/:slug': [['partner-renamed', 'operator', { ...NEW_PARTNER, body: { name: 'Banco Novo' } }]],
  'PUT /panel/v1/partners/:slug/limit': [
    ['partner-limit-changed', 'operator', { ...NEW_PARTNER, body: { rateLimit: 1000 } }],
  ],
  'POST /panel/v1/partners/:slug/suspend': [['partner-suspended', 'operator', NEW_PARTNER]],
  'POST /panel/v1/partners/:slug/resume': [['partner-resumed', 'operator', NEW_PARTNER]],

  'POST /panel/v1/imports': 'imports nothing before its start',
  'PUT /panel/v1/imports/:id/files': 'imports nothing before its start',
  'POST /panel/v1/imports/:id/start': [['import-started', 'operator', ofImport]],
  'POST /panel/v1/imports/:id/items/:item/retry': [
    ['import-retried', 'operator', ({ jobId }) => ({ id: jobId, item: 'imi_1' })],
  ],
  'DELETE /panel/v1/imports/:id/items/:item': [
    ['import-discarded', 'operator', ({ jobId }) => ({ id: jobId, item: 'imi_2' })],
  ],
  'DELETE /panel/v1/imports/:id': [['import-forgotten', 'operator', ofImport]],

  'PUT /panel/v1/publications/:id/chapter-pairs': [
    ['chapters-paired', 'operator', ofPairs([])],
    ['chapters-unpaired', 'operator', ofPairs(null)],
  ],
  'PUT /panel/v1/publications/:id': [['publication-edited', 'operator', ofTitle({ description: 'Sobre o mar.' })]],
  'PUT /panel/v1/publications/:id/cover': [
    ['cover-changed', 'operator', async ({ ebook }) => ({ id: ebook, body: await coverPicture() })],
  ],
  'DELETE /panel/v1/publications/:id/cover': [['cover-removed', 'operator', ofTitle()]],
  'PUT /panel/v1/publications/:id/featured': [
    ['title-featured', 'operator', ofTitle({ isFeatured: true })],
    ['title-unfeatured', 'operator', ofTitle({ isFeatured: false })],
  ],
  'PUT /panel/v1/publications/:id/partners': [
    ['publication-partners-changed', 'operator', ofTitle({ partnerIds: [] })],
  ],
  'PUT /panel/v1/publications/:id/state': [
    ['publication-withdrawn', 'operator', ofTitle({ state: 'withdrawn' })],
    ['publication-drafted', 'operator', ofTitle({ state: 'draft' })],
    ['publication-published', 'operator', ofTitle({ state: 'published' })],
  ],
  'POST /panel/v1/publications/drafts': [
    [
      'publication-withdrawn',
      'operator',
      async ({ draft }) => ({ body: { state: 'withdrawn', ids: [await draft()] } }),
    ],
    [
      'publication-published',
      'operator',
      async ({ draft }) => ({ body: { state: 'published', ids: [await draft()] } }),
    ],
  ],
  'POST /panel/v1/publications/:id/preview': [['publication-previewed', 'operator', ofTitle()]],
}

/** Acts of reads, of a sign-in with a second factor, and of the command line, each tested by its owner. */
const OTHER_ACTS = [
  'invitation-link-shown',
  'member-exported',
  'member-titles-viewed',
  'partner-purged',
  'recovery-code-used',
] as const satisfies AuditAct[]

describe('Every route of the panel that changes something', () => {
  it('writes an act to the audit, or has a reason not to', async () => {
    const { app } = await testApp()

    const changes = panelRoutes(app).filter(({ method }) => method !== 'GET')

    assert.deepEqual(Object.keys(CHANGES).sort(), changes.map(routeNameOf).sort())
  })

  it('writes every act of the contract, except other callers’ acts', () => {
    const calls = Object.values(CHANGES).flatMap((changes) => (typeof changes === 'string' ? [] : changes))
    const written = calls.flatMap(([acts]) => acts)

    const all = Object.values(contractActs).flatMap((group) => Object.keys(group))
    assert.deepEqual([...new Set([...written, ...OTHER_ACTS])].sort(), all.sort())
  })

  it('writes these acts, each once', async () => {
    const instance = await openInstance()
    const { app, context, db } = instance
    let seen: string[] = []
    const newEntries = async () => {
      const entries = await db.read.selectFrom('audit').selectAll().orderBy('act').execute()
      const added = entries.filter(({ id }) => !seen.includes(id))
      seen = entries.map(({ id }) => id)
      return added
    }
    await newEntries()

    for (const [route, changes] of Object.entries(CHANGES)) {
      if (typeof changes === 'string') continue
      for (const [acts, by, rest = {}] of changes) {
        const { slug = '', id = '', item = '', body, until } = typeof rest === 'function' ? await rest(instance) : rest
        const [method, pattern = ''] = route.split(' ') as ['POST' | 'PUT' | 'DELETE', string?]
        const path = pattern
          .replace(':slug', slug)
          .replace(/:(?:id|clientId)/, id)
          .replace(':item', item)
        const page =
          body instanceof Buffer
            ? panelPage(app, context, { 'content-type': 'image/png' }, instance[by].cookie())
            : instance[by]

        const answer = await page.call(method, path, body)

        await until
        const entries = await newEntries()
        const about = `${route}: ${answer.statusCode} ${answer.body}`
        assert.deepEqual(
          entries.map(({ act }) => act),
          [acts].flat(),
          about,
        )
        // In the audit of the partner, unless an operator acts on the catalog.
        const isOnPartner = by !== 'operator' || path.startsWith('/panel/v1/partners')
        for (const { partner_id } of entries) assert.equal(partner_id !== null, isOnPartner, about)
      }
    }
  })
})

/** A partner with a team and a member, an import that begins, and a title in both forms. */
async function openInstance() {
  const mailServer = await startMailServer()
  const opened = await testApp({ smtpUrl: mailServer.url, mailFrom: 'nao-responda@example.com' })
  const { app, context, db, clock, partner } = opened
  const owner = await joinPanel(app, context, partner.id, 'owner')
  const developer = await joinPanel(app, context, partner.id, 'developer')
  const operator = await joinPanel(app, context, null, 'operator')
  const tenancy = { partnerId: partner.id, environment: PRODUCTION }
  const { member } = await db.write((tx) => issueLaunch(tx, clock.now(), tenancy, { externalUserId: 'u1' }))
  const ebook = await addForm(context, 'ebook', { href: '1.xhtml', properties: { letters: 1000 } })
  await addForm(context, 'audiobook', { href: '1.mp3', duration: 60 })
  return {
    ...opened,
    owner,
    developer,
    operator,
    visitor: panelPage(app, context),
    memberId: member.public_id,
    ebook,
    jobId: await addImport(context, operator.adminId),
    /** Adds a draft. Returns its id. */
    async draft() {
      const id = await addPublication(context, { type: 'ebook', title: 'O mar' })
      await changePublicationState(context, id, { state: 'draft' }, UNAUDITED)
      return id
    },
    /** Waits for an e-mail. */
    mail: () => mailServer.next(),
    /** Mints a link for a new password of the developer. */
    async reset() {
      const admin = await findAdmin(db.read, developer.email)
      return (await db.write((tx) => mintPasswordReset(tx, clock.now(), admin!, UNAUDITED))).token
    },
    /** Begins the owner's second factor. Returns the code that confirms it. */
    async nextCode() {
      const { secret } = (await owner.post('/panel/v1/second-factor')).json()
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
    },
    async invite() {
      const invitation = { partnerId: partner.id, email: 'd@example.com', role: 'analyst' } as const
      return (await db.write((tx) => inviteAdmin(tx, clock.now(), invitation, UNAUDITED))).token
    },
    async invitationId() {
      const invitations = (await owner.get('/panel/v1/team')).json().invitations as { id: string }[]
      return invitations[0]!.id
    },
    /** Opens a second session of the owner. Returns its id. */
    async signInElsewhere() {
      const admin = await findAdmin(db.read, owner.email)
      const client = { address: '127.0.0.1', userAgent: '' }
      const token = await db.write((tx) => openAdminSession(tx, clock.now(), admin!, client))
      return `ads_${readToken('as', token!)!.uuid}`
    },
  }
}

/** Adds a form of the work, with a single chapter. Returns its id. */
async function addForm(context: Context, type: 'ebook' | 'audiobook', chapter: object): Promise<string> {
  const id = await addPublication(context, { type, title: 'O rio', work: 'o-rio' })
  const metadata = { title: 'O rio', author: ['Marina Duarte'], language: ['pt-BR'] }
  const manifest = JSON.stringify({ metadata, readingOrder: [chapter], toc: [] })
  await context.db.write(async (tx) => updatePublication(tx, await findPublicationId(tx, id), { manifest }))
  return id
}

/** A job with one file, and two titles in quarantine. */
async function addImport(context: Context, createdBy: number): Promise<string> {
  const { db, clock } = context
  const { id: jobId } = await createJob(context, { name: 'Lote', createdBy })
  await db.write(async (tx) => {
    await tx.updateTable('import_job').set({ file_count: 1 }).where('id', '=', jobId).execute()
    for (const position of [1, 2]) {
      await tx
        .insertInto('import_item')
        .values({
          job_id: jobId,
          id: `imi_${position}`,
          position,
          path: `${position}.epub`,
          is_folder: 0,
          size_bytes: 1,
          state: 'failed',
          quarantined_until: clock.now() + 1,
        })
        .execute()
    }
  })
  return jobId
}
