import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { createApp } from '../app.ts'
import { UNAUDITED } from '../audit/audit.ts'
import { sweep } from '../sweep/sweep.ts'
import { inviteAdmin } from '../team/invitation.ts'
import { GOOD_PASSWORD, joinPanel, type PanelPage, panelPage } from '../test/panel.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'
import { findSignedInAdmin } from './admin-session.ts'
import { changePassword } from './change-password.ts'
import { hashNewPassword } from './hash-new-password.ts'
import { isPassword } from './password.ts'
import { ratePassword } from './password-strength.ts'
import { clearAttempts, consumeAttempt, ofAccount } from './sign-in-throttle.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

async function service(settings = {}) {
  const { app, context, clock, db, partner } = await testApp(settings)
  const join = (role: 'owner' | 'developer' | 'analyst' = 'owner') => joinPanel(app, context, partner.id, role)
  const open = (headers?: Record<string, string>) => panelPage(app, context, headers)
  const invite = (email: string) =>
    db.write((tx) => inviteAdmin(tx, clock.now(), { partnerId: partner.id, email, role: 'developer' }, UNAUDITED))
  return { app, context, clock, db, partner, join, open, invite }
}

/** The code that an authenticator app shows at an instant. */
function codeAt(secret: string, now: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
}

async function enableSecondFactor(page: Pick<PanelPage, 'post'>, now: number) {
  const { secret } = (await page.post('/panel/v1/second-factor')).json()
  const confirmed = await page.post('/panel/v1/second-factor/confirm', { code: codeAt(secret, now) })
  return { secret: String(secret), recoveryCodes: confirmed.json().recoveryCodes as string[] }
}

describe('An invitation', () => {
  it('says what it is for, creates the admin, and signs them in', async () => {
    const { open, invite } = await service()
    const { token } = await invite('ana@example.com')
    const page = open()

    const read = await page.post('/panel/v1/invitations/read', { token })
    const accepted = await page.post('/panel/v1/invitations/accept', { token, name: 'Ana', password: GOOD_PASSWORD })

    assert.deepEqual(
      { email: read.json().email, role: read.json().role, partner: read.json().partner, service: read.json().service },
      { email: 'ana@example.com', role: 'developer', partner: { name: 'Banco Aurora' }, service: { name: 'Estante' } },
    )
    assert.equal(accepted.statusCode, 200)
    const me = await page.get('/panel/v1/me')
    assert.deepEqual(me.json(), accepted.json())
    assert.equal(me.json().admin.email, 'ana@example.com')
    assert.equal(me.json().recoveryCodesLeft, null)
  })

  it('works once, for seven days, and only the latest one does', async () => {
    const { open, invite, clock } = await service()
    const [used, replaced, late] = [
      await invite('ana@example.com'),
      await invite('bia@example.com'),
      await invite('caio@example.com'),
    ]
    await invite('BIA@example.com')
    const accept = async (token: string) =>
      (await open().post('/panel/v1/invitations/accept', { token, name: 'X', password: GOOD_PASSWORD })).json()

    const first = await accept(used.token)
    const answers = [await accept(used.token), await accept(replaced.token), await accept(`${late.token}x`)]
    clock.advance(7 * DAY_MS)
    answers.push(await accept(late.token))

    assert.equal(first.admin.email, 'ana@example.com')
    assert.deepEqual(
      answers.map(({ code }) => code),
      ['INVALID_INVITATION', 'INVALID_INVITATION', 'INVALID_INVITATION', 'INVALID_INVITATION'],
    )
  })

  it('creates one admin when it is accepted twice at once', async () => {
    const { open, invite, db } = await service()
    const { token } = await invite('ana@example.com')

    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        open().post('/panel/v1/invitations/accept', { token, name: 'Ana', password: GOOD_PASSWORD }),
      ),
    )

    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 404, 404, 404])
    assert.equal((await db.read.selectFrom('admin').select('id').execute()).length, 1)
  })

  it('is refused only to a person who already has an account', async () => {
    const { open, invite, join } = await service()
    const { email } = await join()
    const { token } = await invite(email.toUpperCase())

    const answer = await open().post('/panel/v1/invitations/accept', { token, name: 'Ana', password: GOOD_PASSWORD })

    assert.equal(answer.json().code, 'ADMIN_EXISTS')
  })

  it('takes no password that is short, common, or the person’s own name', async () => {
    const { open, invite } = await service()
    const { token } = await invite('anabela.figueira@example.com')
    const weak = ['senha123456789', 'qwertyuiop12', 'anabela.figueira', 'Anabela-Figueira-1', 'estanteestante12']

    const answers = []
    for (const password of weak) {
      const body = { token, name: 'Anabela Figueira', password }
      answers.push((await open().post('/panel/v1/invitations/accept', body)).json().code)
    }
    const short = await open().post('/panel/v1/invitations/accept', { token, name: 'Ana', password: 'x9!kQ2' })

    assert.deepEqual(new Set(answers), new Set(['WEAK_PASSWORD']))
    assert.equal(short.json().code, 'VALIDATION')
  })

  it('refuses a password that is long but common', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    const common = Object.entries(dictionary).find(([name]) => name.startsWith('passwords'))?.[1] ?? []
    const long = common.map(String).filter((password) => password.length >= 12)

    const ratings = await Promise.all(long.map((password) => ratePassword(password, [])))

    assert.ok(long.length > 300, `only ${long.length}`)
    assert.deepEqual(
      long.filter((_, index) => ratings[index]?.isAccepted),
      [],
    )
  })
})

describe('Signing in', () => {
  it('delays no file, however many passwords are checked at once', async () => {
    let checked = 0
    const checks = Array.from({ length: 8 }, async () => {
      await isPassword('errada-errada-errada', undefined)
      checked++
    })

    await stat('.')
    const checkedBefore = checked
    await Promise.all(checks)

    assert.ok(checkedBefore <= 1, `${checkedBefore} passwords were checked before a file`)
  })

  it('sets a cookie that no script reads, and that stays with this host', async () => {
    const { join, open, context } = await service({ baseUrl: 'https://api.example.com' })
    const { email } = await join()

    const answer = await open().signIn(email)

    const [cookie = ''] = [answer.headers['set-cookie'] ?? ''].flat()
    assert.match(cookie, /^__Host-estante_admin=as_[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800; Secure$/)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(context.config.baseUrl, 'https://api.example.com')
  })

  it('takes the e-mail in any case, and the password in any composition of its accents', async () => {
    const { open, invite } = await service()
    const { token } = await invite('Ana@Example.com')
    const password = 'trovão-búfalo-maçã-31'
    await open().post('/panel/v1/invitations/accept', { token, name: 'Ana', password: password.normalize('NFC') })

    const answer = await open().signIn('ANA@example.COM', password.normalize('NFD'))

    assert.equal(answer.statusCode, 200)
  })

  it('answers a wrong password and an unknown e-mail alike', async () => {
    const { join, open } = await service()
    const { email } = await join()

    const [wrong, unknown] = [await open().signIn(email, 'errada-errada-errada'), await open().signIn('x@example.com')]

    assert.deepEqual([wrong.statusCode, wrong.body], [401, unknown.body])
    assert.equal(wrong.json().code, 'WRONG_SIGN_IN')
    assert.deepEqual(Object.keys(wrong.headers).sort(), Object.keys(unknown.headers).sort())
  })

  it('stores nothing that would sign anyone in: neither password, token, link nor recovery code', async () => {
    const { join, db, clock, invite } = await service()
    const page = await join()
    const { recoveryCodes } = await enableSecondFactor(page, clock.now())
    const { token } = await invite('bia@example.com')

    const stored = JSON.stringify(
      await Promise.all(
        (['admin', 'admin_session', 'admin_invitation', 'recovery_code', 'audit'] as const).map((table) =>
          db.read.selectFrom(table).selectAll().execute(),
        ),
      ),
    )

    const secretOf = (value: string) => value.slice(value.indexOf('.') + 1)
    for (const secret of [GOOD_PASSWORD, secretOf(page.cookie()), secretOf(token), ...recoveryCodes]) {
      assert.ok(!stored.includes(secret) && !stored.includes(secret.replaceAll('-', '')))
    }
  })

  it('makes guesses at an account wait longer and longer, from any network', async () => {
    const { app, context, join, clock } = await service({ trustedProxies: ['127.0.0.1'] })
    const { email } = await join()
    const guess = (from: number) =>
      panelPage(app, context, { 'x-forwarded-for': `203.0.113.${from}` }).signIn(email, 'errada-errada-errada')
    for (let from = 0; from < 4; from++) assert.equal((await guess(from)).json().code, 'WRONG_SIGN_IN')

    const waits = []
    for (let round = 0; round < 4; round++) {
      await guess(10 + round)
      const refused = await guess(20 + round)
      assert.equal(refused.json().code, 'TOO_MANY_ATTEMPTS')
      waits.push(Number(refused.headers['retry-after']))
      clock.advance(Number(refused.headers['retry-after']) * SECOND_MS)
    }

    assert.deepEqual(waits, [1, 2, 4, 8])
    assert.equal((await panelPage(app, context).signIn(email)).statusCode, 200)
  })

  it('counts guesses that come all at once one by one', async () => {
    const { join, open } = await service()
    const { email } = await join()

    const answers = await Promise.all(Array.from({ length: 12 }, () => open().signIn(email, 'errada-errada-errada')))

    assert.equal(answers.filter((answer) => answer.json().code === 'WRONG_SIGN_IN').length, 5)
    assert.equal(answers.filter((answer) => answer.json().code === 'TOO_MANY_ATTEMPTS').length, 7)
  })

  it('counts an attempt while another one, of the same account, succeeds', {
    ...ON_PG,
    skip: testsOn !== 'postgresql',
  }, async () => {
    const { db, clock } = await service()
    const account = { ...ofAccount('ana@example.com'), free: 1000 }
    const repeat = (act: () => Promise<void>) =>
      Array.from({ length: 4 }, async () => {
        for (let time = 0; time < 25; time++) await act()
      })

    const attempts = repeat(() => consumeAttempt(db, clock.now(), [account]))
    const successes = repeat(() => db.write((tx) => clearAttempts(tx, account)))

    await assert.doesNotReject(Promise.all([...attempts, ...successes]))
  })

  it('is refused while a hundred passwords wait to be checked, without counting as an attempt', async () => {
    const { join, open, db } = await service()
    const { email } = await join()
    const check = (passes: number, memory: number) =>
      isPassword('errada-errada-errada', `$argon2id$v=19$m=${memory},t=${passes},p=1$c2FsdHNhbHQ$aGFzaA`)
    // The first takes long, and the others hardly any time.
    const waiting = [check(12, 19_456), ...Array.from({ length: 99 }, () => check(1, 8))]

    const refused = await open().signIn(email)
    const attempts = await db.read.selectFrom('sign_in_attempt').select('failures').execute()
    await Promise.all(waiting)
    const accepted = await open().signIn(email)

    assert.deepEqual([refused.json().code, refused.headers['retry-after']], ['TOO_MANY_ATTEMPTS', '3'])
    assert.deepEqual(
      attempts.map(({ failures }) => failures),
      [0, 0],
    )
    assert.equal(accepted.statusCode, 200)
  })

  it('does not wait for all the passwords that one admin chooses at once', async () => {
    const hashed: string[] = []
    const choose = (admin: string) => hashNewPassword(admin, GOOD_PASSWORD, []).then(() => hashed.push(admin))

    await Promise.all(['one', 'one', 'one', 'other'].map(choose))

    assert.deepEqual(hashed, ['one', 'other', 'one', 'one'])
  })

  it('makes a network that tries many accounts wait, and ignores an address that only a header claims', async () => {
    const { open, db } = await service()
    const codes = []
    for (let account = 0; account < 22; account++) {
      const page = open({ 'x-forwarded-for': `203.0.113.${account}` })
      codes.push((await page.signIn(`ninguem${account}@example.com`)).json().code)
    }

    const stored = await db.read.selectFrom('sign_in_attempt').select('subject').execute()
    assert.equal(codes.filter((code) => code === 'WRONG_SIGN_IN').length, 20)
    assert.equal(codes.at(-1), 'TOO_MANY_ATTEMPTS')
    // Of the network, and of each account that was tried.
    assert.equal(stored.length, 21)
  })
})

describe('A call that changes something', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]

  it('is refused when it comes from another page, or from none, with the address of the panel', async () => {
    const { app, join } = await service()
    const page = await join()
    const headers = { host: 'localhost:3000', cookie: page.cookie() }

    const answers = []
    for (const from of [...foreign, {}]) {
      answers.push(await app.inject({ method: 'DELETE', url: '/panel/v1/sessions', headers: { ...headers, ...from } }))
    }

    assert.deepEqual(
      answers.map((answer) => answer.json().code),
      answers.map(() => 'FOREIGN_ORIGIN'),
    )
    assert.match(answers[0]?.json().message, / O endereço é http:\/\/localhost:3000\/painel\.$/)
    assert.equal((await page.get('/panel/v1/me')).statusCode, 200)
  })

  it('is accepted from the panel when the browser says so, with or without Origin', async () => {
    const { app, join } = await service()
    const page = await join()
    const headers = { host: 'localhost:3000', cookie: page.cookie(), 'sec-fetch-site': 'same-origin' }

    const answer = await app.inject({ method: 'DELETE', url: '/panel/v1/sessions', headers })

    assert.equal(answer.statusCode, 204)
  })

  it('is refused when it is not JSON, such as the body of a form', async () => {
    const { app, join } = await service()
    const page = await join()
    const types = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']

    const answers = await Promise.all(
      types.map((type) =>
        app.inject({
          method: 'POST',
          url: '/panel/v1/session/confirm',
          headers: { cookie: page.cookie(), origin: 'http://localhost:3000', 'content-type': type },
          payload: '{"password":"x"}',
        }),
      ),
    )

    assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([415]))
  })
})

describe('The second factor', () => {
  it('is requested only after the right password', async () => {
    const { join, open, clock } = await service()
    const page = await join()
    const { secret } = await enableSecondFactor(page, clock.now())
    clock.advance(MINUTE_MS)

    const wrongPassword = await open().signIn(page.email, 'errada-errada-errada', codeAt(secret, clock.now()))
    const withoutCode = await open().signIn(page.email)
    const wrongCode = await open().signIn(page.email, GOOD_PASSWORD, '000000')
    const right = await open().signIn(page.email, GOOD_PASSWORD, codeAt(secret, clock.now()))

    assert.equal(wrongPassword.json().code, 'WRONG_SIGN_IN')
    assert.equal(withoutCode.json().code, 'CODE_REQUIRED')
    assert.equal(wrongCode.json().code, 'WRONG_CODE')
    assert.deepEqual([right.statusCode, right.json().admin.hasSecondFactor], [200, true])
  })

  it('takes the code of the step before or after, each once', async () => {
    const { join, open, clock } = await service()
    const page = await join()
    const { secret } = await enableSecondFactor(page, clock.now())
    clock.advance(5 * MINUTE_MS)
    const at = (steps: number) => codeAt(secret, clock.now() + steps * 30 * SECOND_MS)
    const signIn = async (code: string) => (await open().signIn(page.email, GOOD_PASSWORD, code)).statusCode

    const answers = [await signIn(at(-2)), await signIn(at(-1)), await signIn(at(-1)), await signIn(at(1))]
    const earlier = await signIn(at(0))
    const both = await Promise.all([signIn(at(2)), signIn(at(2))])

    assert.deepEqual(answers, [401, 200, 401, 200])
    assert.deepEqual([earlier, both], [401, [401, 401]])
  })

  it('accepts only one of two concurrent uses of a code', async () => {
    const { join, open, clock } = await service()
    const page = await join()
    const { secret } = await enableSecondFactor(page, clock.now())
    clock.advance(5 * MINUTE_MS)
    const code = codeAt(secret, clock.now())

    const answers = await Promise.all([1, 2, 3].map(() => open().signIn(page.email, GOOD_PASSWORD, code)))

    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 401, 401])
  })

  it('gives ten recovery codes, each good once, however they are typed', async () => {
    const { join, open, clock, db } = await service()
    const page = await join()
    const { recoveryCodes } = await enableSecondFactor(page, clock.now())
    const [code = ''] = recoveryCodes
    const signIn = (typed: string) => open().signIn(page.email, GOOD_PASSWORD, typed)

    const [first, again] = [await signIn(code.toLowerCase().replaceAll('-', ' ')), await signIn(code)]

    assert.equal(new Set(recoveryCodes).size, 10)
    // 24 of 28 letters: more than the 112 bits from which a hash needs no salt (OWASP ASVS 5.0, 6.5.2).
    assert.match(code, /^([B-DF-HJ-NP-TV-Z2-9]{4}-){5}[B-DF-HJ-NP-TV-Z2-9]{4}$/)
    assert.deepEqual([first.statusCode, first.json().recoveryCodesLeft], [200, 9])
    assert.equal(again.json().code, 'WRONG_CODE')
    const renewed = (await page.post('/panel/v1/second-factor/recovery-codes')).json().recoveryCodes
    assert.equal((await signIn(recoveryCodes[1] ?? '')).json().code, 'WRONG_CODE')
    assert.equal((await signIn(renewed[0])).statusCode, 200)
    const uses = await db.read.selectFrom('audit').select('actor').where('act', '=', 'recovery-code-used').execute()
    assert.deepEqual(
      uses.map(({ actor }) => actor),
      [page.email, page.email],
    )
  })

  it('is on only once a code confirmed it, and off when it is turned off', async () => {
    const { join, open, clock } = await service()
    const page = await join()

    const started = (await page.post('/panel/v1/second-factor')).json()
    const refused = await page.post('/panel/v1/second-factor/confirm', { code: '000000' })
    const before = await open().signIn(page.email)
    await page.post('/panel/v1/second-factor/confirm', { code: codeAt(started.secret, clock.now()) })
    const on = await open().signIn(page.email)
    await page.delete('/panel/v1/second-factor')
    const off = await open().signIn(page.email)

    assert.match(started.qrCode, /^<svg/)
    assert.equal(refused.json().code, 'WRONG_CODE')
    assert.deepEqual([before.statusCode, on.json().code, off.statusCode], [200, 'CODE_REQUIRED', 200])
  })

  it('throttles guesses of the code', async () => {
    const { join, open, clock } = await service()
    const page = await join()
    await enableSecondFactor(page, clock.now())

    const codes = []
    for (let guess = 0; guess < 7; guess++) {
      codes.push((await open().signIn(page.email, GOOD_PASSWORD, '000000')).json().code)
    }

    assert.equal(codes.filter((code) => code === 'WRONG_CODE').length, 5)
    assert.equal(codes.at(-1), 'TOO_MANY_ATTEMPTS')
  })
})

describe('A second factor that a team requires', () => {
  const team = '/panel/v1/team'
  const requirement = `${team}/second-factor`
  const refusal = ({ statusCode, json }: Awaited<ReturnType<PanelPage['get']>>) => [statusCode, json().code]

  it('comes before anything else, in sessions open before, too, and is written down', async () => {
    const { join, clock, db, open } = await service()
    const [owner, developer] = [await join(), await join('developer')]
    await enableSecondFactor(owner, clock.now())
    const before = await developer.get(team)

    const refused = await developer.put(requirement, { isRequired: true })
    const required = await owner.put(requirement, { isRequired: true })
    await owner.put(requirement, { isRequired: true })
    const entered = open()
    const signedIn = await entered.signIn(developer.email)

    assert.equal(before.json().isSecondFactorRequired, false)
    assert.equal(refused.json().code, 'NOT_ALLOWED')
    assert.equal(required.statusCode, 204)
    assert.equal((await owner.get(team)).json().isSecondFactorRequired, true)
    assert.deepEqual([signedIn.statusCode, signedIn.json().isSecondFactorRequired], [200, true])
    for (const page of [developer, entered]) {
      assert.deepEqual(refusal(await page.get(team)), [403, 'SECOND_FACTOR_NOT_SET_UP'])
      assert.deepEqual(refusal(await page.put('/panel/v1/me', { name: 'Bia' })), [403, 'SECOND_FACTOR_NOT_SET_UP'])
    }
    await enableSecondFactor(developer, clock.now())
    for (const page of [developer, entered]) assert.equal((await page.get(team)).statusCode, 200)
    await owner.put(requirement, { isRequired: false })
    const acts = await db.read
      .selectFrom('audit')
      .select(['act', 'actor'])
      .where('act', 'in', ['second-factor-required', 'second-factor-optional'])
      .orderBy('id')
      .execute()
    assert.deepEqual(
      acts.map(({ act, actor }) => [act, actor]),
      [
        ['second-factor-required', owner.email],
        ['second-factor-optional', owner.email],
      ],
    )
  })

  it('is not turned off, but moved to another app, until the team no longer requires it', async () => {
    const { join, open, clock } = await service()
    const owner = await join()
    await enableSecondFactor(owner, clock.now())
    await owner.put(requirement, { isRequired: true })

    const refused = await owner.delete('/panel/v1/second-factor')
    clock.advance(MINUTE_MS)
    const moved = await enableSecondFactor(owner, clock.now())
    clock.advance(MINUTE_MS)
    const entered = await open().signIn(owner.email, GOOD_PASSWORD, codeAt(moved.secret, clock.now()))
    await owner.put(requirement, { isRequired: false })
    const turnedOff = await owner.delete('/panel/v1/second-factor')

    assert.deepEqual(refusal(refused), [409, 'SECOND_FACTOR_MANDATORY'])
    assert.equal(moved.recoveryCodes.length, 10)
    assert.equal(entered.statusCode, 200)
    assert.equal(turnedOff.statusCode, 204)
  })

  it('is announced by the invitation, and required once it was accepted', async () => {
    const { join, open, invite, clock } = await service()
    const owner = await join()
    await enableSecondFactor(owner, clock.now())
    await owner.put(requirement, { isRequired: true })
    const { token } = await invite('bia@example.com')
    const page = open()

    const read = await page.post('/panel/v1/invitations/read', { token })
    const accepted = await page.post('/panel/v1/invitations/accept', { token, name: 'Bia', password: GOOD_PASSWORD })

    assert.equal(read.json().isSecondFactorRequired, true)
    assert.equal(accepted.json().isSecondFactorRequired, true)
    assert.deepEqual(refusal(await page.get(team)), [403, 'SECOND_FACTOR_NOT_SET_UP'])
  })
})

describe('Being signed in', () => {
  it('ends after twelve hours without use, and after seven days in any case', async () => {
    const { join, open, clock } = await service()
    const { email } = await join()
    const [idle, used] = [open(), open()]
    await idle.signIn(email)
    await used.signIn(email)
    const isIn = async (page: PanelPage) => (await page.get('/panel/v1/me')).statusCode === 200

    const states = []
    for (let hours = 0; hours < 7 * 24; hours += 11) {
      states.push(await isIn(used))
      clock.advance(11 * HOUR_MS)
    }

    assert.ok(states.every(Boolean))
    assert.deepEqual([await isIn(idle), await isIn(used)], [false, false])
  })

  it('is listed, and ended, one by one or all the others', async () => {
    const { join, open, clock } = await service()
    const { email } = await join()
    const [phone, laptop, desk] = [open({ 'user-agent': 'Phone' }), open(), open()]
    for (const page of [phone, laptop, desk]) {
      clock.advance(MINUTE_MS)
      await page.signIn(email)
    }

    const { items } = (await laptop.get('/panel/v1/sessions')).json()
    const onPhone = items.find((one: { userAgent: string }) => one.userAgent === 'Phone')
    const ended = await laptop.delete(`/panel/v1/sessions/${onPhone.id}`)

    assert.deepEqual([items.length, items[0].isCurrent, items[1].isCurrent], [4, true, false])
    assert.equal(onPhone.address, '127.0.0.1')
    assert.equal(ended.statusCode, 204)
    assert.equal((await phone.get('/panel/v1/me')).json().code, 'NOT_SIGNED_IN')
    await laptop.delete('/panel/v1/sessions')
    assert.equal((await desk.get('/panel/v1/me')).statusCode, 401)
    assert.equal((await laptop.get('/panel/v1/me')).statusCode, 200)
  })

  it('allows an admin of a partner 120 calls at once and ten a second, in all sessions together', async () => {
    const { clock, join, open } = await service()
    const [page, colleague, other] = [await join(), await join(), open()]
    await other.signIn(page.email)
    const me = async (of: Pick<PanelPage, 'get'>) => (await of.get('/panel/v1/me')).statusCode

    const first = await Promise.all(Array.from({ length: 120 }, (_, at) => me(at % 2 ? page : other)))
    const refused = [await me(page), await me(other), await me(colleague)]
    clock.advance(100)
    const later = [await me(page), await me(page)]

    assert.deepEqual(new Set(first), new Set([200]))
    assert.deepEqual(
      [refused, later],
      [
        [429, 429, 200],
        [200, 429],
      ],
    )
  })

  it('is over with signing out, wherever the cookie was copied to', async () => {
    const { app, join } = await service()
    const page = await join()
    const cookie = page.cookie()

    const out = await page.delete('/panel/v1/session')

    assert.match(String(out.headers['set-cookie']), /Max-Age=0/)
    const copied = await app.inject({ url: '/panel/v1/me', headers: { cookie } })
    assert.deepEqual([copied.statusCode, (await page.delete('/panel/v1/session')).statusCode], [401, 204])
  })

  it('begins and ends on every node together', async () => {
    const { context, join, open } = await service()
    const page = await join()
    const node = createApp(context)
    const there = (url: string) => node.inject({ url, headers: { cookie: page.cookie() } })

    const before = await there('/panel/v1/me')
    const elsewhere = open()
    await elsewhere.signIn(page.email)
    await elsewhere.delete('/panel/v1/sessions')
    const after = await there('/panel/v1/me')
    await node.close()

    assert.deepEqual([before.statusCode, after.statusCode], [200, 401])
  })

  it('is fresh for fifteen minutes after the password', async () => {
    const { join, clock } = await service()
    const page = await join()
    const change = () => page.put('/panel/v1/password', { password: 'outra-boa-senha-bem-rara-9' })

    clock.advance(15 * MINUTE_MS)
    const stale = await change()
    const wrong = await page.post('/panel/v1/session/confirm', { password: 'errada-errada-errada' })
    await page.post('/panel/v1/session/confirm', { password: GOOD_PASSWORD })
    clock.advance(15 * MINUTE_MS - 1)

    assert.equal(stale.json().code, 'SIGN_IN_AGAIN')
    assert.equal(wrong.json().code, 'WRONG_PASSWORD')
    assert.equal((await change()).statusCode, 204)
  })

  it('is accepted from the owner while strangers guess at the sign-in, and throttled on a stolen device', async () => {
    const { app, context, join, open } = await service({ trustedProxies: ['127.0.0.1'] })
    const page = await join()
    const stranger = panelPage(app, context, { 'x-forwarded-for': '203.0.113.7' })
    for (let guess = 0; guess < 6; guess++) await stranger.signIn(page.email, 'errada-errada-errada')
    const confirm = (password: string) => page.post('/panel/v1/session/confirm', { password })

    const refused = await open().signIn(page.email)
    const confirmed = await confirm(GOOD_PASSWORD)
    const guesses = []
    for (let guess = 0; guess < 6; guess++) guesses.push((await confirm('errada-errada-errada')).json().code)

    assert.equal(refused.json().code, 'TOO_MANY_ATTEMPTS')
    assert.equal(confirmed.statusCode, 200)
    assert.deepEqual(guesses, [...Array(5).fill('WRONG_PASSWORD'), 'TOO_MANY_ATTEMPTS'])
  })

  it('ends everywhere else when the password changes', async () => {
    const { join, open } = await service()
    const page = await join()
    const other = open()
    await other.signIn(page.email)

    await page.put('/panel/v1/password', { password: 'outra-boa-senha-bem-rara-9' })

    assert.equal((await other.get('/panel/v1/me')).statusCode, 401)
    assert.equal((await page.get('/panel/v1/me')).statusCode, 200)
    assert.equal((await open().signIn(page.email)).statusCode, 401)
    assert.equal((await open().signIn(page.email, 'outra-boa-senha-bem-rara-9')).statusCode, 200)
  })

  it('changes no password once it has ended, even if the change had begun before', async () => {
    const { context, clock, db, join, open } = await service()
    const page = await join()
    const signedIn = await findSignedInAdmin(db, clock.now(), page.cookie().replace(/^.*?=/, ''))
    await page.delete('/panel/v1/session')

    const change = changePassword(context, signedIn!, 'outra-boa-senha-bem-rara-9', UNAUDITED)

    await assert.rejects(change, { code: 'NOT_SIGNED_IN' })
    assert.equal((await open().signIn(page.email)).statusCode, 200)
  })
})

describe('Expired rows of signing in', () => {
  it('are swept a day later: sessions, invitations, links and attempts, but no audit entries', async () => {
    const { context, join, open, invite, clock, db } = await service()
    const { email } = await join()
    await invite('bia@example.com')
    await open().signIn(email, 'errada-errada-errada')
    const left = async () =>
      Promise.all(
        (['admin_session', 'admin_invitation', 'sign_in_attempt', 'audit'] as const).map(
          async (table) => (await db.read.selectFrom(table).selectAll().execute()).length,
        ),
      )
    const before = await left()

    clock.advance(8 * DAY_MS - MINUTE_MS)
    await sweep(context)
    const recent = await left()
    clock.advance(2 * MINUTE_MS)
    await sweep(context)

    assert.deepEqual(before, [1, 1, 2, 2])
    assert.deepEqual(recent, [1, 1, 0, 2])
    assert.deepEqual(await left(), [0, 0, 0, 2])
  })
})

describe('The meter beside a new password', () => {
  it('returns the service’s decision, and its reason', async () => {
    const { open } = await service()
    const rate = async (password: string) =>
      (await open().post('/panel/v1/password/rate', { password, about: ['Ana Souza', 'ana@example.com'] })).json()

    const [good, common, empty] = [await rate(GOOD_PASSWORD), await rate('senha123456789'), await rate('')]

    assert.deepEqual([good.score, good.isAccepted, good.warning], [4, true, null])
    assert.ok(!common.isAccepted && common.warning.length > 0)
    assert.equal(empty.isAccepted, false)
  })
})
