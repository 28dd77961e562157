import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createBatchingWriter } from '../db/batching-writer.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { toKey } from '../db/ids.ts'
import { PRODUCTION, SANDBOX } from '../environment.ts'
import { linkAccount } from '../members/link-account.ts'
import { eventually } from '../test/eventually.ts'
import { importAccountsFrom } from '../test/people.ts'
import { addCredential, addPartner, testApp } from '../test/test-app.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'

const SESSIONS = '/partner/v1/sessions'

describe('POST /partner/v1/sessions', () => {
  it('creates the member and answers a link that opens once, within 60 seconds', async () => {
    const { post, clock, context } = await testApp()

    const response = await post(SESSIONS, { externalUserId: 'u1', email: 'Ana@Example.com', name: 'Ana' })

    assert.equal(response.statusCode, 201)
    const { launchUrl, launchToken, expiresAt, user, ...rest } = response.json()
    assert.deepEqual(rest, {})
    assert.equal(launchUrl, `${context.config.playUrl}/launch?token=${launchToken}`)
    assert.equal(Date.parse(expiresAt), clock.now() + 60_000)
    assert.match(user.id, /^mbr_/)
    assert.deepEqual(user, { ...user, externalUserId: 'u1', email: 'Ana@Example.com', name: 'Ana', status: 'ACTIVE' })
    assert.equal(response.headers['cache-control'], 'no-store')
    assert.match(String(response.headers['x-request-id']), /^[0-9a-f-]{36}$/)
  })

  it('finds a known member, and issues another link', async () => {
    const { post } = await testApp()

    const [first, second] = [
      await post(SESSIONS, { externalUserId: 'u1' }),
      await post(SESSIONS, { externalUserId: 'u1' }),
    ]

    assert.equal(first.json().user.id, second.json().user.id)
    assert.notEqual(first.json().launchToken, second.json().launchToken)
  })

  it('creates one member for fifty concurrent first sessions', ON_PG, async () => {
    const { post, db } = await testApp()

    const responses = await Promise.all(
      Array.from({ length: 50 }, () => post(SESSIONS, { externalUserId: 'u1', email: 'ana@example.com' })),
    )

    assert.deepEqual(new Set(responses.map((response) => response.statusCode)), new Set([201]))
    assert.equal(new Set(responses.map((response) => response.json().user.id)).size, 1)
    assert.equal((await db.read.selectFrom('member').select('id').execute()).length, 1)
  })

  it('answers each of many concurrent requests separately', ON_PG, async () => {
    const { post, delete: remove, db, context, caller } = await testApp()
    const other = caller(await addPartner(context))
    for (const name of ['u1', 'u2', 'u3']) await post(SESSIONS, { externalUserId: name, email: `${name}@example.com` })
    await remove('/partner/v1/users/u3')
    const bodies = [
      { externalUserId: 'u1' },
      { externalUserId: 'u1', email: 'u1@example.com' },
      { externalUserId: 'u1', email: 'u2@example.com' },
      { externalUserId: 'u2', name: 'Bia "B" \\ Ção' },
      { externalUserId: 'u3' },
      { externalUserId: 'u4' },
      { externalUserId: '' },
    ]
    const namesakes = ['u5', 'u6'].map((externalUserId) => ({ externalUserId, email: 'nova@example.com' }))

    const answers = await Promise.all([
      ...bodies.map((body) => post(SESSIONS, body)),
      other.post(SESSIONS, bodies[1]),
      ...namesakes.map((body) => post(SESSIONS, body)),
    ])

    assert.deepEqual(
      answers
        .splice(8)
        .map(({ statusCode }) => statusCode)
        .sort(),
      [201, 409],
    )
    assert.deepEqual(
      answers.map((answer) => answer.json().user?.externalUserId ?? answer.json().code),
      ['u1', 'u1', 'EMAIL_CONFLICT', 'u2', 'USER_REVOKED', 'u4', 'VALIDATION', 'u1'],
    )
    assert.equal(answers[0]?.json().user.email, 'u1@example.com')
    assert.equal(answers[0]?.json().user.id, answers[1]?.json().user.id)
    assert.notEqual(answers[0]?.json().user.id, answers[7]?.json().user.id)
    const found = await post(SESSIONS, { externalUserId: 'u2' })
    assert.equal(found.json().user.name, 'Bia "B" \\ Ção')
    const tokens = answers.map((answer) => answer.json().launchToken).filter(Boolean)
    for (const token of tokens) {
      const launch = await db.read
        .selectFrom('launch')
        .innerJoin('member', 'member.id', 'launch.member_id')
        .select('external_user_id')
        .where('launch.id', '=', toKey(token.slice(3, 39)))
        .executeTakeFirst()
      const answer = answers.find((one) => one.json().launchToken === token)
      assert.equal(launch?.external_user_id, answer?.json().user.externalUserId)
    }
  })

  it('updates the e-mail and name of a known member, and keeps omitted fields', async () => {
    const { post } = await testApp()
    await post(SESSIONS, { externalUserId: 'u1', email: 'ana@example.com', name: 'Ana' })

    const renamed = await post(SESSIONS, { externalUserId: 'u1', name: 'Ana Souza' })

    assert.equal(renamed.json().user.name, 'Ana Souza')
    assert.equal(renamed.json().user.email, 'ana@example.com')
  })

  it('encodes the redirect path in the link', async () => {
    const { post } = await testApp()

    const response = await post(SESSIONS, { externalUserId: 'u1', redirectPath: '/player/pub_1?a=b&c=ção' })

    assert.ok(response.json().launchUrl.endsWith('&redirect=%2Fplayer%2Fpub_1%3Fa%3Db%26c%3D%C3%A7%C3%A3o'))
  })

  it('refuses a revoked or blocked member before anything else', ON_PG, async () => {
    const { post, put } = await testApp()
    await post(SESSIONS, { externalUserId: 'u1' })
    await post(SESSIONS, { externalUserId: 'u2', email: 'b@example.com' })
    await put('/partner/v1/users/u1', { status: 'BLOCKED' })

    const response = await post(SESSIONS, { externalUserId: 'u1', email: 'b@example.com' })

    assert.equal(response.statusCode, 403)
    assert.deepEqual(response.json(), { ...response.json(), statusCode: 403, code: 'USER_REVOKED' })
    assert.equal(typeof response.json().message, 'string')
  })

  it('refuses a member who is blocked while the call renames them', {
    ...ON_PG,
    skip: testsOn !== 'postgresql',
  }, async () => {
    const { post, db } = await testApp()
    await post(SESSIONS, { externalUserId: 'u1' })

    const renaming = await db.write(async (tx) => {
      await tx.updateTable('member').set({ revoked_at: 1, revocation_count: 1 }).execute()
      const answer = post(SESSIONS, { externalUserId: 'u1', name: 'Ana' })
      await eventually(() => isWaitingForLock(db.read))
      return { answer }
    })

    assert.equal((await renaming.answer).json().code, 'USER_REVOKED')
    assert.deepEqual(await db.read.selectFrom('member').select('name').execute(), [{ name: null }])
  })

  it('changes the members of a batch in the order in which heartbeats lock them', {
    ...ON_PG,
    skip: testsOn !== 'postgresql',
  }, async () => {
    const { post, db, clock, partner } = await testApp()
    for (const externalUserId of ['a', 'b']) await post(SESSIONS, { externalUserId })
    const tenancy = { partnerId: partner.id, environment: PRODUCTION }
    const write = createBatchingWriter(db)
    const rename = (externalUserId: string) =>
      write(externalUserId, (tx) => linkAccount(tx, clock.now(), tenancy, { externalUserId, name: 'Novo' }))
    const lock = (tx: Transaction, externalUserId: string) =>
      tx
        .selectFrom('member')
        .select('id')
        .where('external_user_id', '=', externalUserId)
        .forNoKeyUpdate()
        .noWait()
        .executeTakeFirstOrThrow()

    const renamed = await db.write(async (tx) => {
      await lock(tx, 'a')
      const renaming = Promise.all(['b', 'a'].map(rename))
      await eventually(() => isWaitingForLock(db.read))
      await lock(tx, 'b')
      return { renaming }
    })

    assert.deepEqual(
      (await renamed.renaming).map(({ name }) => name),
      ['Novo', 'Novo'],
    )
  })

  describe('account linking', () => {
    it('links the account with the e-mail and no identifier, and keeps it linked', ON_PG, async () => {
      const { post, context, partner, db } = await testApp()
      await importAccountsFrom(context, partner.id, 'email,name\nana@example.com,Ana\n')
      const [account] = await db.read.selectFrom('member').selectAll().execute()

      const response = await post(SESSIONS, { externalUserId: 'u1', email: 'ANA@example.com' })

      assert.equal(response.json().user.id, account?.public_id)
      assert.equal(response.json().user.name, 'Ana')
      assert.equal(response.json().user.externalUserId, 'u1')
    })

    it('refuses the e-mail of a member with another identifier, and creates none', ON_PG, async () => {
      const { post, db } = await testApp()
      await post(SESSIONS, { externalUserId: 'u1', email: 'ana@example.com' })

      const response = await post(SESSIONS, { externalUserId: 'u2', email: 'Ana@Example.com' })

      assert.equal(response.statusCode, 409)
      assert.equal(response.json().code, 'EMAIL_CONFLICT')
      assert.equal((await db.read.selectFrom('member').select('id').execute()).length, 1)
      assert.equal((await db.read.selectFrom('launch').select('id').execute()).length, 1)
    })

    it('refuses to give a known member another’s e-mail, linked or not', ON_PG, async () => {
      const { post, context, partner } = await testApp()
      await importAccountsFrom(context, partner.id, 'email\nlivre@example.com\n')
      await post(SESSIONS, { externalUserId: 'u1' })

      const response = await post(SESSIONS, { externalUserId: 'u1', email: 'livre@example.com' })

      assert.equal(response.json().code, 'EMAIL_CONFLICT')
    })

    it('never crosses partners or environments', ON_PG, async () => {
      const { context, caller, post, partner } = await testApp()
      const other = await addPartner(context)
      const sandbox = await addCredential(context, partner.id, SANDBOX)
      const subject = { externalUserId: 'u1', email: 'ana@example.com' }

      const ids = [
        await post(SESSIONS, subject),
        await caller(other).post(SESSIONS, subject),
        await caller(sandbox).post(SESSIONS, subject),
      ].map((response) => response.json().user.id)

      assert.equal(new Set(ids).size, 3)
    })
  })

  describe('validation', () => {
    const refused: [string, object, RegExp][] = [
      ['no identifier', {}, /externalUserId.*obrigatório/],
      ['an empty identifier', { externalUserId: '' }, /externalUserId.*vazio/],
      ['an identifier of 129 characters', { externalUserId: 'x'.repeat(129) }, /externalUserId.*128/],
      ['an identifier that is a number', { externalUserId: 12 }, /externalUserId.*texto/],
      ['an identifier that is null', { externalUserId: null }, /externalUserId.*texto/],
      ['NUL in an identifier', { externalUserId: 'a\u0000b' }, /externalUserId.*caractere nulo \(U\+0000\)/],
      ['a lone surrogate', { externalUserId: 'a\ud800' }, /externalUserId/],
      ['an identifier that is no part of a path', { externalUserId: '..' }, /externalUserId.*"\."/],
      ['an e-mail that is none', { externalUserId: 'u', email: 'ana' }, /email.*e-mail válido/],
      ['an e-mail with a space that cannot be seen', { externalUserId: 'u', email: 'ana\u00a0@example.com' }, /e-mail/],
      ['an e-mail of 255 characters', { externalUserId: 'u', email: `${'a'.repeat(243)}@example.com` }, /email.*254/],
      ['null for an e-mail', { externalUserId: 'u', email: null }, /email.*texto/],
      ['a name of 257 characters', { externalUserId: 'u', name: 'x'.repeat(257) }, /name.*256/],
      ['NUL in a name', { externalUserId: 'u', name: 'a\u0000b' }, /name.*caractere nulo \(U\+0000\)/],
      ['a redirect without slash', { externalUserId: 'u', redirectPath: 'explorar' }, /redirectPath/],
      ['a redirect with two slashes', { externalUserId: 'u', redirectPath: '//evil.example' }, /redirectPath/],
      ['a redirect with a backslash', { externalUserId: 'u', redirectPath: '/\\evil.example' }, /redirectPath/],
      ['a redirect with a control character', { externalUserId: 'u', redirectPath: '/a\nb' }, /redirectPath/],
      [
        'a redirect of 513 characters',
        { externalUserId: 'u', redirectPath: `/${'a'.repeat(512)}` },
        /redirectPath.*512/,
      ],
    ]
    it('refuses an invalid field with a sentence, and changes nothing', async () => {
      const { post, db } = await testApp()
      for (const [fault, body, sentence] of refused) {
        const response = await post(SESSIONS, body)

        const { code, message } = response.json()
        assert.deepEqual([response.statusCode, code, Array.isArray(message)], [400, 'VALIDATION', true], fault)
        assert.match(message[0], sentence, fault)
      }
      assert.deepEqual(await db.read.selectFrom('member').select('id').execute(), [])
    })

    it('accepts long e-mails in any script, and ignores their case and composition', ON_PG, async () => {
      const { post } = await testApp()
      const emails = ['joão@ação.com.br', 'ユーザー@example.jp', `${'a'.repeat(242)}@example.com`, "o'brien+x@a.co"]

      for (const email of emails) {
        const externalUserId = `de-${email.slice(0, 20)}`
        const { statusCode, json } = await post(SESSIONS, { externalUserId, email })
        const other = await post(SESSIONS, { externalUserId: 'outro', email: email.normalize('NFD').toUpperCase() })

        assert.deepEqual([statusCode, json().user.email, other.statusCode], [201, email, 409])
      }
    })

    it('reports all faults at once', async () => {
      const { post } = await testApp()

      const response = await post(SESSIONS, { email: 'x', name: 3, redirectPath: 'y' })

      assert.equal(response.json().message.length, 4)
    })

    it('counts characters, not bytes: an identifier may be 128 emoji', async () => {
      const { post, get } = await testApp()
      const externalUserId = '📚'.repeat(128)

      const response = await post(SESSIONS, { externalUserId })

      assert.equal(response.json().user.externalUserId, externalUserId)
      assert.equal((await get(`/partner/v1/users/${encodeURIComponent(externalUserId)}`)).statusCode, 200)
    })

    it('ignores unknown fields', async () => {
      const { post } = await testApp()

      const response = await post(SESSIONS, { externalUserId: 'u1', cpf: 1, constructor: 2 })

      assert.equal(response.statusCode, 201)
    })
  })
})

async function isWaitingForLock(db: Connection): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows.length > 0
}
