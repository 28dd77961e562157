import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AuditEntry } from '@estante/contract/panel/audit.ts'
import { startMailServer } from '../test/mail-server.ts'
import { joinPanel, type PanelPage, panelPage } from '../test/panel.ts'
import { addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'

async function service(config: Parameters<typeof testApp>[0] = {}) {
  const { app, context, clock, db, partner } = await testApp(config)
  const join = (role: 'owner' | 'developer' | 'analyst') => joinPanel(app, context, partner.id, role)
  const audit = async (page: Pick<PanelPage, 'get'>, cursor = '') => (await page.get(`/panel/v1/audit${cursor}`)).json()
  return { app, context, clock, db, partner, join, audit }
}

describe('The team', () => {
  it('shows its admins and invitations, and no other team’s', async () => {
    const { app, context, join } = await service()
    const [owner, analyst] = [await join('owner'), await join('analyst')]
    await joinPanel(app, context, (await addPartner(context)).id, 'owner')
    const invited = await owner.post('/panel/v1/team/invitations', { email: 'bia@example.com', role: 'developer' })

    const team = (await analyst.get('/panel/v1/team')).json()

    assert.equal(invited.statusCode, 201)
    assert.match(invited.json().invitationUrl, /^http:\/\/localhost:3000\/painel\/convite#iv_/)
    assert.deepEqual(
      new Set(team.admins.map((one: { email: string }) => one.email)),
      new Set([owner.email, analyst.email]),
    )
    assert.deepEqual(
      team.invitations.map((one: { email: string; role: string }) => [one.email, one.role]),
      [['bia@example.com', 'developer']],
    )
    assert.doesNotMatch(JSON.stringify(team), /hash|secret|iv_/)
  })

  it('invites each person once, reveals nothing about other teams, and withdraws invitations', async () => {
    const { app, context, join } = await service()
    const [owner, colleague] = [await join('owner'), await join('analyst')]
    const stranger = await joinPanel(app, context, (await addPartner(context)).id, 'owner')
    const invite = (email: string) => owner.post('/panel/v1/team/invitations', { email, role: 'analyst' })

    const [ours, theirs] = [await invite(colleague.email.toUpperCase()), await invite(stranger.email)]
    const nobodys = await invite('ninguem@example.com')
    const { invitations } = (await owner.get('/panel/v1/team')).json()
    for (const { id } of invitations) await owner.delete(`/panel/v1/team/invitations/${id}`)
    const token = nobodys.json().invitationUrl.split('#')[1]
    const read = await panelPage(app, context).post('/panel/v1/invitations/read', { token })

    assert.equal(ours.json().code, 'ADMIN_EXISTS')
    assert.deepEqual([theirs.statusCode, nobodys.statusCode], [201, 201])
    assert.equal(read.json().code, 'INVALID_INVITATION')
  })

  it('shows the link of an invitation only where there is no mail server, and says so in the audit', async () => {
    const refusing = await startMailServer({ isRefusing: true })
    const [without, withMail] = [await service(), await service({ smtpUrl: refusing.url })]
    const invite = async ({ join, audit }: typeof without) => {
      const owner = await join('owner')
      const body = { email: 'bia@example.com', role: 'analyst' }
      const answer = (await owner.post('/panel/v1/team/invitations', body)).json()
      const { invitations } = (await owner.get('/panel/v1/team')).json()
      const { items } = await audit(owner)
      return { answer, pending: invitations.length, acts: items.map(({ act, detail }: AuditEntry) => [act, detail]) }
    }

    const [byHand, refused] = [await invite(without), await invite(withMail)]

    assert.match(byHand.answer.invitationUrl, /#iv_/)
    assert.deepEqual([byHand.pending, byHand.acts[0]], [1, ['admin-invited', { role: 'analyst', link: 'by-hand' }]])
    assert.deepEqual([refused.answer.code, refused.pending], ['INVITATION_NOT_SENT', 0])
    assert.doesNotMatch(JSON.stringify(refused.answer), /iv_/)
    assert.deepEqual(refused.acts.slice(0, 2), [
      ['invitation-withdrawn', null],
      ['admin-invited', { role: 'analyst' }],
    ])
  })

  it('has at most twenty pending invitations and twenty e-mails an hour, in concurrent calls too', ON_PG, async () => {
    const { clock, join } = await service()
    const owner = await join('owner')
    const invite = (page: PanelPage, email: string) =>
      page.post('/panel/v1/team/invitations', { email, role: 'analyst' })

    const answers = await Promise.all(Array.from({ length: 25 }, (_, at) => invite(owner, `pessoa${at}@example.com`)))
    const [first] = (await owner.get('/panel/v1/team')).json().invitations
    const again = await invite(owner, first.email)
    await owner.delete(`/panel/v1/team/invitations/${first.id}`)
    const another = await invite(owner, 'outra@example.com')
    clock.advance(3_600_000)
    const later = await invite(await join('owner'), 'outra@example.com')

    const codes = answers.map((answer) => answer.json().code ?? answer.statusCode).sort()
    assert.deepEqual(codes, [...Array(20).fill(201), ...Array(5).fill('TOO_MANY_INVITATIONS')])
    for (const answer of [again, another]) {
      assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '3600'])
    }
    assert.equal(later.statusCode, 201)
  })

  it('ends the sessions of an admin who is removed or changes roles, at once', async () => {
    const { app, context, join } = await service()
    const [owner, one, other] = [await join('owner'), await join('analyst'), await join('developer')]

    const changed = await owner.put(`/panel/v1/team/${one.id}/role`, { role: 'developer' })
    const removed = await owner.delete(`/panel/v1/team/${other.id}`)

    assert.deepEqual([changed.statusCode, changed.json().role, removed.statusCode], [200, 'developer', 204])
    assert.equal((await one.get('/panel/v1/me')).statusCode, 401)
    assert.equal((await other.get('/panel/v1/me')).statusCode, 401)
    assert.equal((await panelPage(app, context).signIn(one.email)).json().admin.role, 'developer')
    assert.equal((await panelPage(app, context).signIn(other.email)).json().code, 'WRONG_SIGN_IN')
    assert.equal((await owner.delete(`/panel/v1/team/${other.id}`)).json().code, 'NOT_FOUND')
  })

  it('can invite a removed admin again, as a new one', ON_PG, async () => {
    const { app, context, join } = await service()
    const [owner, other] = [await join('owner'), await join('developer')]
    await owner.delete(`/panel/v1/team/${other.id}`)

    const invited = await owner.post('/panel/v1/team/invitations', { email: other.email, role: 'analyst' })
    const accepted = await panelPage(app, context).post('/panel/v1/invitations/accept', {
      token: invited.json().invitationUrl.split('#')[1],
      name: 'Bia',
      password: 'girafa-cinza-poste-81-vento',
    })

    assert.deepEqual([accepted.statusCode, accepted.json().admin.role], [200, 'analyst'])
    assert.notEqual(accepted.json().admin.id, other.id)
  })

  it('keeps its last owner, also when two remove each other at once', ON_PG, async () => {
    const { join, db } = await service()
    const [one, other] = [await join('owner'), await join('owner')]

    const answers = await Promise.all([
      one.delete(`/panel/v1/team/${other.id}`),
      other.put(`/panel/v1/team/${one.id}/role`, { role: 'analyst' }),
    ])
    const owners = await db.read
      .selectFrom('admin')
      .select('id')
      .where('role', '=', 'owner')
      .where('removed_at', 'is', null)
      .execute()
    const left = owners[0]?.id === one.adminId ? one : other
    const leaving = await left.delete(`/panel/v1/team/${left.id}`)
    const stepping = await left.put(`/panel/v1/team/${left.id}/role`, { role: 'analyst' })

    assert.equal(owners.length, 1)
    assert.equal(answers.filter(({ statusCode }) => statusCode < 300).length, 1)
    assert.deepEqual([leaving.json().code, stepping.json().code], ['LAST_OWNER', 'LAST_OWNER'])
  })
})

describe('The audit', () => {
  it('has actor, act, subject, instant and address', async () => {
    const { app, context, join, clock, audit } = await service()
    const owner = await join('owner')
    const other = await join('analyst')
    clock.advance(60_000)
    await owner.post('/panel/v1/team/invitations', { email: 'bia@example.com', role: 'developer' })
    const created = await owner.post('/panel/v1/credentials', { name: 'Servidor', environment: 'production' })
    const { clientId } = created.json().credential
    await owner.post(`/panel/v1/credentials/${clientId}/rotate`)
    await owner.post(`/panel/v1/credentials/${clientId}/revoke`)
    await owner.post(`/panel/v1/credentials/${clientId}/revoke`)
    await panelPage(app, context).signIn(owner.email, 'errada-errada-errada')
    await owner.delete(`/panel/v1/team/${other.id}`)

    const { items, nextCursor } = await audit(owner)

    const joined = items.slice(-2).map((one: Record<string, string>) => one.actor)
    assert.deepEqual(
      items.map((one: Record<string, string>) => [one.act, one.actor, one.subject]),
      [
        ['admin-removed', owner.email, other.email],
        ['sign-in-failed', null, owner.email],
        ['credential-revoked', owner.email, clientId],
        ['credential-rotated', owner.email, clientId],
        ['credential-created', owner.email, clientId],
        ['admin-invited', owner.email, 'bia@example.com'],
        // Of one millisecond: in either order.
        ...[other.email, owner.email]
          .sort((a, b) => joined.indexOf(a) - joined.indexOf(b))
          .map((email) => ['invitation-accepted', email, null]),
      ],
    )
    assert.equal(items[0].address, '127.0.0.1')
    assert.equal(Date.parse(items[0].at), clock.now())
    assert.equal(nextCursor, null)
  })

  it('has pages that stay the same while entries are added', ON_PG, async () => {
    const { join, audit } = await service()
    const owner = await join('owner')
    for (let act = 0; act < 60; act++) await owner.delete('/panel/v1/sessions')

    const first = await audit(owner)
    await owner.delete('/panel/v1/sessions')
    const second = await audit(owner, `?cursor=${first.nextCursor}`)

    const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id)
    assert.deepEqual([first.items.length, second.items.length, new Set(ids).size], [50, 11, 61])
    assert.equal(second.nextCursor, null)
    assert.equal((await audit(owner, '?cursor=made-up')).code, 'VALIDATION')
  })
})
