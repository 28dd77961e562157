import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeAct } from '@estante/contract/audit-sentence.ts'
import type { AuditEntry } from '@estante/contract/panel/audit.ts'
import { sql } from 'kysely'
import { joinPanel } from '../test/panel.ts'
import { addPublication } from '../test/publications.ts'
import { readPages } from '../test/read-pages.ts'
import { addPartner, testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { appendAudit, commandLine } from './audit.ts'

const AUDIT = '/panel/v1/audit'

async function audited() {
  const test = await testApp()
  const { app, context, partner } = test
  const owner = await joinPanel(app, context, partner.id, 'owner')
  const operator = await joinPanel(app, context, null, 'operator')
  const read = async (page: typeof owner, query: Record<string, string> = {}) =>
    (await page.get(`${AUDIT}?${new URLSearchParams(query)}`)).json().items as AuditEntry[]
  return { ...test, owner, operator, read }
}

const actsOf = (entries: AuditEntry[]) => entries.map(({ act }) => act).sort()

describe('The audit', () => {
  it('shows a partner an operator’s acts on it, without the operator’s name or address', async () => {
    const { owner, operator, partner, read } = await audited()
    await operator.put(`/panel/v1/partners/${partner.slug}/credentials/${partner.clientId}/limit`, { rateLimit: 600 })

    const [toOwner] = await read(owner, { acts: 'limit-changed' })
    const [toOperator] = await read(operator, { acts: 'limit-changed' })

    assert.deepEqual(
      [toOwner?.isByOperator, toOwner?.actor, toOwner?.address, toOwner?.partner],
      [true, null, null, null],
    )
    assert.deepEqual([toOwner?.subject, toOwner?.detail], [partner.clientId, { from: 120, to: 600 }])
    assert.deepEqual(
      [toOperator?.actor, toOperator?.address, toOperator?.partner],
      [operator.email, '127.0.0.1', { name: partner.name, slug: partner.slug }],
    )
  })

  it('names the changed fields of a title, with short values', async () => {
    const { context, operator, read } = await audited()
    const id = await addPublication(context, { type: 'ebook', title: 'O farol de sal' })
    await operator.put(`/panel/v1/publications/${id}`, {
      title: 'O farol',
      narrator: 'Bia',
      description: 'x'.repeat(81),
    })

    const [entry] = await read(operator, { acts: 'publication-edited' })

    assert.equal(
      describeAct(entry!),
      'editou os dados de “O farol de sal”: título de “O farol de sal” para “O farol”; narrador de vazio para “Bia”; sinopse',
    )
  })

  it('does not find hidden operators, neither in the list nor as CSV', ON_PG, async () => {
    const { owner, operator, partner, read } = await audited()
    await operator.put(`/panel/v1/partners/${partner.slug}/credentials/${partner.clientId}/limit`, { rateLimit: 600 })
    const search = operator.email.slice(0, 4)

    const [toOwner, toOperator] = [await read(owner, { search }), await read(operator, { search })]
    const file = await owner.get(`${AUDIT}.csv?${new URLSearchParams({ search })}`)

    assert.ok(!actsOf(toOwner).includes('limit-changed'))
    assert.ok(!file.body.includes('limit-changed'))
    assert.ok(actsOf(toOperator).includes('limit-changed'))
    assert.deepEqual(actsOf(await read(owner, { search: partner.clientId.slice(0, 12) })), ['limit-changed'])
  })

  it('shows an operator every partner, or one', async () => {
    const { app, context, owner, operator, partner, read } = await audited()
    const other = await addPartner(context)
    const theirs = await joinPanel(app, context, other.id, 'owner')

    const all = await read(operator, { acts: 'invitation-accepted' })
    const one = await read(operator, { acts: 'invitation-accepted', partner: partner.slug })
    const none = await read(operator, { partner: 'nenhum' })

    assert.deepEqual(all.map(({ actor }) => actor).sort(), [owner.email, operator.email, theirs.email].sort())
    assert.deepEqual(
      one.map(({ actor }) => actor),
      [owner.email],
    )
    assert.deepEqual(none, [])
  })

  it('shows an owner nothing of another partner, with any filter', ON_PG, async () => {
    const { context, owner, read } = await audited()
    const other = await addPartner(context)
    const mark = { subject: 'marca@example.com' }
    await context.db.write((tx) =>
      appendAudit(tx, context.clock.now(), commandLine(other.id), 'admin-invited', mark.subject),
    )

    const named = await owner.get(`${AUDIT}?partner=${other.slug}`)
    const searched = await read(owner, { search: 'marca' })

    assert.equal(named.statusCode, 403)
    assert.deepEqual(searched, [])
  })

  it('is filtered by action, actor, subject and time', ON_PG, async () => {
    const { clock, context, owner, partner, read } = await audited()
    clock.advance(60_000)
    const from = new Date(clock.now()).toISOString()
    await owner.post('/panel/v1/team/invitations', { email: 'Zeca_1@example.com', role: 'analyst' })
    clock.advance(60_000)
    const until = new Date(clock.now()).toISOString()
    await owner.put('/panel/v1/me', { name: 'Ana Maria' })
    await context.db.write((tx) =>
      appendAudit(tx, clock.now(), commandLine(partner.id), 'credential-created', 'Órfãos'),
    )

    assert.deepEqual(actsOf(await read(owner, { acts: 'name-changed,admin-invited' })), [
      'admin-invited',
      'name-changed',
    ])
    assert.deepEqual(actsOf(await read(owner, { search: 'zeca_1' })), ['admin-invited'])
    assert.deepEqual(actsOf(await read(owner, { search: 'zecaX1' })), [])
    for (const search of ['Órfãos', 'órfãos', 'ÓRFÃOS']) {
      assert.deepEqual(actsOf(await read(owner, { search })), ['credential-created'], search)
    }
    assert.deepEqual(actsOf(await read(owner, { search: 'órfàos' })), [])
    assert.equal((await read(owner, { search: owner.email.toUpperCase() })).length, 3)
    assert.deepEqual(actsOf(await read(owner, { from, until })), ['admin-invited'])
    for (const fault of ['from=ontem', 'from=2026-12-31T23:59:60Z', 'until=9999-12-31T23:59:59-23:59', 'acts=%00']) {
      assert.equal((await owner.get(`${AUDIT}?${fault}`)).json().code, 'VALIDATION', fault)
      assert.equal((await owner.get(`${AUDIT}.csv?${fault}`)).json().code, 'VALIDATION', fault)
    }
  })

  it('is paged, each entry once', ON_PG, async () => {
    const { context, clock, owner, partner } = await audited()
    await context.db.write(async (tx) => {
      for (let index = 0; index < 110; index++) {
        await appendAudit(tx, clock.now(), commandLine(partner.id), 'credential-rotated', `c${index}`)
      }
    })

    const entries = (await readPages<AuditEntry>(owner.get, `${AUDIT}?acts=credential-rotated`)).flat()

    const subjects = entries.map(({ subject }) => subject)
    assert.deepEqual([subjects.length, new Set(subjects).size], [110, 110])
  })
})

describe('The audit as CSV', () => {
  it('holds every entry that the filters match, and nothing that a spreadsheet would run', ON_PG, async () => {
    const { context, clock, owner, operator, partner } = await audited()
    const { clientId, slug } = partner
    await operator.put(`/panel/v1/partners/${slug}/credentials/${clientId}/limit`, { rateLimit: 600 })
    await context.db.write(async (tx) => {
      for (let index = 0; index < 600; index++) {
        await appendAudit(tx, clock.now(), commandLine(partner.id), 'credential-created', `=1+"${index}"`)
      }
      await appendAudit(tx, clock.now(), commandLine(null), 'credential-created', 'de outros')
    })

    const file = await owner.get(`${AUDIT}.csv?acts=credential-created`)
    const ofAll = await operator.get(`${AUDIT}.csv?acts=credential-created`)
    const ofOperator = await owner.get(`${AUDIT}.csv?acts=limit-changed`)

    assert.match(String(file.headers['content-type']), /^text\/csv/)
    const lines = file.body.trimEnd().split('\r\n')
    assert.equal(lines.length, 601)
    assert.equal(
      lines[0],
      '\ufeffQuando (America/Sao_Paulo);Quem;O que fez;Operação do serviço;Ato;Em quem ou em quê;Detalhe;Parceiro;Endereço',
    )
    assert.match(
      lines[1] ?? '',
      /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d;Linha de comando;"criou a credencial =1\+""\d+""";não;credential-created;"'=1\+""\d+""";;;$/,
    )
    assert.match(
      ofOperator.body,
      /;Operação do serviço;mudou o limite de \w+ de 120 para 600 por minuto;sim;limit-changed;/,
    )
    assert.ok(!file.body.includes('de outros'))
    assert.ok(ofAll.body.includes('de outros') && ofAll.body.includes(partner.slug))
    assert.equal((await owner.get(`${AUDIT}.csv?partner=outro`)).statusCode, 403)
  })
})

describe('The audit as CSV, when it cannot be read', () => {
  it('fails with an error, and sends no file', async () => {
    const { db, owner } = await audited()
    await db.write((tx) => sql`alter table audit rename to elsewhere`.execute(tx))

    const answer = await owner.get(`${AUDIT}.csv`)

    assert.deepEqual([answer.statusCode, answer.json().code], [500, 'INTERNAL'])
    assert.equal(answer.headers['content-disposition'], undefined)
  })
})

describe('a rare entry in a long audit', () => {
  it('is found across pages of other entries', ON_PG, async () => {
    const { context, clock, owner, partner } = await audited()
    await context.db.write(async (tx) => {
      await appendAudit(tx, clock.now(), commandLine(partner.id), 'credential-revoked', 'rara')
    })
    // Newer than the others: ids are in order of time.
    const rows = Array.from({ length: 20_500 }, (_, index) => ({
      id: `aud_f${String(index).padStart(8, '0')}`,
      partner_id: partner.id,
      at: clock.now(),
      act: 'signed-in' as const,
    }))
    await context.db.write(async (tx) => {
      for (let from = 0; from < rows.length; from += 500) {
        await tx
          .insertInto('audit')
          .values(rows.slice(from, from + 500))
          .execute()
      }
    })

    const pages = await readPages<AuditEntry>(owner.get, `${AUDIT}?acts=credential-revoked`)

    assert.deepEqual(
      pages.map((entries) => entries.map(({ subject }) => subject)),
      [[], ['rara']],
    )
  })
})

describe('My own name', () => {
  it('can be changed, and the audit has the earlier one', async () => {
    const { owner, read } = await audited()

    const changed = await owner.put('/panel/v1/me', { name: '  Ana Maria Souza ' })
    await owner.put('/panel/v1/me', { name: 'Ana Maria Souza' })

    assert.equal(changed.json().admin.name, 'Ana Maria Souza')
    assert.equal((await owner.get('/panel/v1/me')).json().admin.name, 'Ana Maria Souza')
    assert.deepEqual(
      (await read(owner, { acts: 'name-changed' })).map(({ actor, detail }) => ({ actor, detail })),
      [{ actor: owner.email, detail: { from: 'Ana Souza', to: 'Ana Maria Souza' } }],
    )
    assert.equal((await owner.put('/panel/v1/me', { name: '   ' })).statusCode, 400)
  })
})

describe('The name of the service', () => {
  it('is public', async () => {
    const { app } = await testApp({ serviceName: 'Prateleira' })

    const answer = await app.inject({ url: '/panel/v1/service' })

    assert.deepEqual([answer.statusCode, answer.json()], [200, { name: 'Prateleira', sendsMail: false }])
  })
})
