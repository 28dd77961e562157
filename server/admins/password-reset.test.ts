import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startMailServer } from '../test/mail-server.ts'
import { GOOD_PASSWORD, joinPanel, panelPage } from '../test/panel.ts'
import { testApp } from '../test/test-app.ts'

const NEW_PASSWORD = 'outra-boa-senha-bem-rara-9'
const MAIL_FROM = 'Estante <nao-responda@example.com>'

async function service() {
  const mailServer = await startMailServer()
  const { app, context, clock, db, partner } = await testApp({ smtpUrl: mailServer.url, mailFrom: MAIL_FROM })
  const owner = await joinPanel(app, context, partner.id, 'owner')
  const open = (headers?: Record<string, string>) => panelPage(app, context, headers)
  const ask = (email: string) => open().post('/panel/v1/password/reset', { email })
  const finish = (token: string, password = NEW_PASSWORD) =>
    open().post('/panel/v1/password/reset/finish', { token, password })
  /** Requests a link, and reads it in the e-mail. */
  async function resetToken() {
    const mail = mailServer.next()
    await ask(owner.email)
    return tokenIn((await mail).text)
  }
  return { app, clock, db, owner, open, ask, finish, resetToken, mailServer }
}

function tokenIn(text: string): string {
  return /#(\S+)/.exec(text)?.[1] ?? ''
}

describe('a link for a new password', () => {
  it('is offered only where the service sends e-mail', async () => {
    const withMail = await service()
    const without = await testApp()

    const answers = [withMail.app, without.app].map((app) => app.inject('/panel/v1/service'))

    assert.deepEqual(
      (await Promise.all(answers)).map((answer) => answer.json().sendsMail),
      [true, false],
    )
    assert.equal((await withMail.owner.get('/panel/v1/me')).json().service.sendsMail, true)
  })

  it('comes by e-mail, in Portuguese, to an admin', async () => {
    const { owner, ask, mailServer } = await service()

    const arriving = mailServer.next()
    const answer = await ask(owner.email.toUpperCase())
    const mail = await arriving

    assert.equal(answer.statusCode, 204)
    assert.deepEqual([mail.from, mail.to], ['nao-responda@example.com', [owner.email]])
    assert.match(mail.headers, /^Content-Type: text\/plain; charset=utf-8/im)
    assert.match(mail.text, /Alguém pediu uma nova senha para a sua conta no painel Estante/)
    assert.match(mail.text, /http:\/\/localhost:3000\/painel\/nova-senha#pr_[\w-]+\.[\w-]{43}\s/)
    assert.match(mail.text, /12 de novembro de 2026 às 16:00/)
  })

  it('gives the same answer for an unknown e-mail, and sends nothing', async () => {
    const { app, owner, ask, mailServer } = await service()

    const [unknown, known] = [await ask('ninguem@example.com'), await ask(owner.email)]
    await app.close()

    assert.deepEqual([unknown.statusCode, unknown.body], [known.statusCode, known.body])
    const withoutOwn = ({ 'x-request-id': _, date: __, ...rest }: Record<string, unknown>) => rest
    assert.deepEqual(withoutOwn(unknown.headers), withoutOwn(known.headers))
    assert.deepEqual(
      mailServer.mails.map(({ to }) => to),
      [[owner.email]],
    )
  })

  it('changes the password, once, and ends every session', async () => {
    const { owner, open, finish, resetToken } = await service()
    const token = await resetToken()

    const [weak, first, again] = [await finish(token, 'senha123456789'), await finish(token), await finish(token)]

    assert.deepEqual([weak.json().code, first.statusCode, again.json().code], ['WEAK_PASSWORD', 204, 'INVALID_RESET'])
    assert.equal((await owner.get('/panel/v1/me')).statusCode, 401)
    assert.equal((await open().signIn(owner.email, GOOD_PASSWORD)).statusCode, 401)
    assert.equal((await open().signIn(owner.email, NEW_PASSWORD)).statusCode, 200)
  })

  it('is good for an hour, and only the latest', async () => {
    const { finish, resetToken, clock } = await service()
    const [replaced, late] = [await resetToken(), await resetToken()]

    const earlier = await finish(replaced)
    clock.advance(3_600_000)
    const expired = await finish(late)

    assert.deepEqual([earlier.json().code, expired.json().code], ['INVALID_RESET', 'INVALID_RESET'])
  })

  it('does not work once the password was changed by other means', async () => {
    const { owner, finish, resetToken } = await service()
    const token = await resetToken()
    await owner.put('/panel/v1/password', { password: NEW_PASSWORD })

    assert.equal((await finish(token)).json().code, 'INVALID_RESET')
  })

  it('works while strangers are locked out of the account', async () => {
    const { owner, open, finish, resetToken } = await service()
    const token = await resetToken()
    for (let guess = 0; guess < 6; guess++) await open().signIn(owner.email, 'errada-errada-errada')
    const blocked = await open().signIn(owner.email)

    await finish(token)

    assert.equal(blocked.json().code, 'TOO_MANY_ATTEMPTS')
    assert.equal((await open().signIn(owner.email, NEW_PASSWORD)).statusCode, 200)
  })

  it('leaves out who signs in at that moment with the password that it replaces', async () => {
    const { owner, open, finish, resetToken } = await service()
    const token = await resetToken()
    const pages = Array.from({ length: 4 }, () => open())

    await Promise.all([finish(token), ...pages.map((page) => page.signIn(owner.email, GOOD_PASSWORD))])

    const states = await Promise.all(pages.map((page) => page.get('/panel/v1/me')))
    assert.deepEqual(
      states.map(({ statusCode }) => statusCode),
      [401, 401, 401, 401],
    )
  })

  it('is limited for each e-mail', async () => {
    const { app, ask, mailServer } = await service()
    const email = 'ninguem@example.com'

    const answers = [await ask(email), await ask(email), await ask(email), await ask(email)]
    await app.close()

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [204, 204, 204, 429],
    )
    assert.equal(mailServer.mails.length, 0)
  })
})

describe('An invitation by e-mail', () => {
  it('sends the link only to the invited person', async () => {
    const { owner, open, mailServer } = await service()

    const invited = await owner.post('/panel/v1/team/invitations', { email: 'bia@example.com', role: 'developer' })
    const [mail] = mailServer.mails
    const read = await open().post('/panel/v1/invitations/read', { token: tokenIn(mail?.text ?? '') })

    assert.deepEqual([invited.statusCode, invited.json().invitationUrl], [201, null])
    assert.deepEqual(mail?.to, ['bia@example.com'])
    assert.match(mail?.text ?? '', /Este é o seu convite para o painel Estante, na equipe Banco Aurora\./)
    assert.equal(read.json().email, 'bia@example.com')
  })
})
