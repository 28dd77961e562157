import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { estante as runEstante } from '../test/estante.ts'
import { startMailServer } from '../test/mail-server.ts'
import { GOOD_PASSWORD } from '../test/panel.ts'
import { startService } from '../test/running-service.ts'
import { createTestDatabase } from '../test/test-database.ts'

const NEW_PASSWORD = 'outra-boa-senha-bem-rara-9'
let settings: NodeJS.ProcessEnv
let database: Awaited<ReturnType<typeof createTestDatabase>>

before(async () => {
  database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-admin-'))
  settings = { ...database.env, DATA_DIR: dataDir, BASE_URL: 'http://painel.example.com', LOG_LEVEL: 'error' }
  await estante('partner', 'create', '--name', 'Banco Aurora', '--slug', 'aurora')
})
after(async () => {
  await database.drop()
  await rm(String(settings.DATA_DIR), { recursive: true })
})

/** Runs a command beside a running service. */
function estante(...args: string[]) {
  return runEstante({ ...process.env, ...settings }, ...args)
}

/** Requests of the panel's page to a running service. */
async function panel(address: string, method: string, path: string, body?: object, cookie = '') {
  const response = await fetch(`${address}/panel/v1/${path}`, {
    method,
    headers: { origin: String(settings.BASE_URL), cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const [set = ''] = response.headers.getSetCookie()
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), cookie: set.split(';')[0] ?? '' }
}

const tokenOf = (url: string) => url.slice(url.indexOf('#') + 1)

describe('estante admin', () => {
  it('invites, lists, resets a password and removes, with immediate effect in a running service', async () => {
    const service = await startService(settings)
    const { address } = service.ready
    try {
      const invited = JSON.parse(
        (
          await estante(
            'admin',
            'invite',
            '--email',
            'ana@example.com',
            '--partner',
            'aurora',
            '--role',
            'developer',
            '--json',
          )
        ).out,
      )
      const accepting = { token: tokenOf(invited.invitationUrl), name: 'Ana', password: GOOD_PASSWORD }
      const accepted = await panel(address, 'POST', 'invitations/accept', accepting)
      const listed = JSON.parse((await estante('admin', 'list', '--partner', 'aurora', '--json')).out)
      const reset = JSON.parse((await estante('admin', 'reset', 'ANA@example.com', '--json')).out)
      const chosen = { token: tokenOf(reset.resetUrl), password: NEW_PASSWORD }
      const finished = await panel(address, 'POST', 'password/reset/finish', chosen)
      const ended = await panel(address, 'GET', 'me', undefined, accepted.cookie)
      const entering = { email: 'ana@example.com', password: NEW_PASSWORD }
      const signedIn = await panel(address, 'POST', 'session', entering)
      const removed = await estante('admin', 'remove', 'ana@example.com')
      const gone = await panel(address, 'GET', 'me', undefined, signedIn.cookie)

      assert.match(invited.invitationUrl, /^http:\/\/painel\.example\.com\/painel\/convite#iv_/)
      assert.deepEqual(
        [invited.email, invited.role, invited.partner, invited.isSent],
        ['ana@example.com', 'developer', 'aurora', false],
      )
      assert.ok(Math.abs(Date.parse(invited.expiresAt) - Date.now() - 7 * 86_400_000) < 60_000)
      assert.equal(accepted.status, 200)
      assert.deepEqual([listed.length, listed[0].email, listed[0].role], [1, 'ana@example.com', 'developer'])
      assert.match(reset.resetUrl, /\/painel\/nova-senha#pr_/)
      assert.deepEqual([finished.status, ended.status, signedIn.status, gone.status], [204, 401, 200, 401])
      assert.equal(removed.out, 'ana@example.com não usa mais o painel.\n')
    } finally {
      service.kill('SIGTERM')
      await service.exit
    }
  })

  it('invites an operator when no partner is named, and stores no token in clear', async () => {
    const invited = await estante('admin', 'invite', '--email', 'op@example.com', '--json')

    const { role, partner } = JSON.parse(invited.out)
    assert.deepEqual([role, partner, invited.error], ['operator', null, ''])
    assert.doesNotMatch((await estante('admin', 'list')).out, /iv_|op@example/)
  })

  it('withdraws the invitation of one team, and no other of the same e-mail', async () => {
    await estante('admin', 'invite', '--email', 'leo@example.com')
    await estante('admin', 'invite', '--email', 'leo@example.com', '--partner', 'aurora')

    const withdrawn = await estante('admin', 'withdraw', 'LEO@example.com')
    const again = await estante('admin', 'withdraw', 'leo@example.com')
    const ofPartner = await estante('admin', 'withdraw', 'leo@example.com', '--partner', 'aurora', '--json')

    assert.equal(withdrawn.out, 'O convite de leo@example.com não vale mais.\n')
    assert.deepEqual([again.code, again.out], [1, ''])
    assert.match(again.error, /^[^\n]+\.\n$/)
    assert.deepEqual(JSON.parse(ofPartner.out), { email: 'leo@example.com', partner: 'aurora' })
  })

  it('explains a refusal in a sentence', async () => {
    const failures = [
      await estante('admin', 'invite', '--email', 'nada'),
      await estante('admin', 'invite', '--email', 'x@example.com', '--partner', 'nenhum'),
      await estante('admin', 'invite', '--email', 'x@example.com', '--partner', 'aurora', '--role', 'chefe'),
      await estante('admin', 'invite', '--email', 'x@example.com', '--role', 'owner'),
      await estante('admin', 'remove', 'x@example.com'),
      await estante('admin', 'reset', 'x@example.com'),
    ]

    for (const { code, out, error } of failures) {
      assert.deepEqual([code, out], [1, ''])
      assert.match(error, /^[^\n]+\.\n$/)
    }
  })

  it('also e-mails the link when there is a mail server', async () => {
    const mailServer = await startMailServer()
    const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'Estante <nao-responda@example.com>' }

    const invited = await runEstante(
      { ...process.env, ...settings, ...mail },
      'admin',
      'invite',
      '--email',
      'bia@example.com',
      '--partner',
      'aurora',
      '--json',
    )

    const { invitationUrl, isSent } = JSON.parse(invited.out)
    assert.equal(isSent, true)
    assert.deepEqual(
      mailServer.mails.map(({ to }) => to),
      [['bia@example.com']],
    )
    assert.ok(mailServer.mails[0]?.text.includes(invitationUrl))
  })

  it('says in a sentence that the mail server does not take the e-mail, and still shows the link', async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'estante@example.com' }

    const { code, out, error } = await runEstante(
      { ...process.env, ...settings, ...mail },
      ...['admin', 'invite', '--email', 'caio@example.com', '--partner', 'aurora'],
    )

    assert.equal(code, 0)
    assert.match(out, /\/painel\/convite#iv_.*\nEntregue o link só a essa pessoa/)
    assert.match(error, /^O e-mail não foi enviado \(connect ECONNREFUSED [^)]*\)\. Confira SMTP_URL\.\n$/)
  })
})
