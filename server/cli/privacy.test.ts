import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { toMonth } from '../calendar.ts'
import type { Context } from '../context.ts'
import { writeLastReports } from '../privacy/last-reports.ts'
import { type CommandOutcome, estante as runEstante } from '../test/estante.ts'
import { IDENTITY, lifeOfAMember, tablesWith } from '../test/life-of-a-member.ts'
import type { PanelPage } from '../test/panel.ts'
import { importAccountsFrom } from '../test/people.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

/** Runs a command beside the running service. */
function estante({ config }: Context, ...args: string[]): Promise<CommandOutcome> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const { dataDir, databaseUrl } = config
  return runEstante({ ...inherited, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }, ...args)
}

/** Flushes the request log: a read of it does so, and otherwise it happens within a second. */
async function settleLog(owner: PanelPage) {
  assert.equal((await owner.get('/panel/v1/log/req_none')).statusCode, 404)
}

describe('estante member', () => {
  it('exports and erases by identifier or by e-mail, beside the service, and can be repeated', async () => {
    const { context, partner, ana, memberId, page, get } = await lifeOfAMember()
    await importAccountsFrom(context, partner.id, 'email,name\ntereza@example.com,Tereza\n')
    const of = ['--partner', partner.slug, '--environment', 'production']
    const byEmail = ['--by', 'email', 'TEREZA@example.com', ...of]

    const exported = await estante(context, 'member', 'export', ana, ...of)
    const account = await estante(context, 'member', 'export', ...byEmail)
    const erased = await estante(context, 'member', 'erase', ana, ...of, '--json')
    const again = await estante(context, 'member', 'erase', ana, ...of)
    const erasedAccount = await estante(context, 'member', 'erase', ...byEmail)
    const gone = await estante(context, 'member', 'export', ana, ...of)

    assert.equal(JSON.parse(exported.out).user.id, memberId)
    assert.equal(JSON.parse(account.out).user.email, 'tereza@example.com')
    assert.match(JSON.parse(erased.out).pseudonym, /^apagado-/)
    assert.deepEqual([again.code, again.error], [0, ''])
    assert.match(again.out, /não há o que apagar/)
    assert.equal(erasedAccount.code, 0)
    assert.deepEqual([gone.code, gone.out], [1, ''])
    assert.equal((await page.get('/play/v1/profile')).statusCode, 401)
    assert.equal((await get(`/partner/v1/users/${ana}`)).statusCode, 404)
    assert.deepEqual(await tablesWith(context, [...IDENTITY, 'tereza', 'Tereza']), [])
  })
})

describe('estante partner purge', () => {
  it('writes every month’s report, then removes everything of the partner and nothing of another', async () => {
    const { context, partner, otherPartner, caller, reports, get, page, owner } = await lifeOfAMember()
    const others = caller(otherPartner)
    await others.put('/partner/v1/users/u1', { name: 'Outra' })
    const folder = join(context.config.dataDir, 'relatorios')
    const reported = await reports()
    const purge = (...options: string[]) =>
      estante(context, 'partner', 'purge', partner.slug, '--reports', folder, ...options)

    const unsure = await purge()
    const untouched = await reports()
    await settleLog(owner)
    await writeFile(folder, 'no folder')
    const unwritten = await purge('--yes')
    const inProc = await estante(context, 'partner', 'purge', partner.slug, '--reports', '/proc/nope', '--yes')
    const unharmed = await reports()
    await rm(folder)
    const done = await purge('--yes', '--json')
    const again = await purge('--yes')

    assert.deepEqual([unsure.code, untouched], [1, reported])
    assert.deepEqual([unwritten.code, inProc.code, unharmed], [1, 1, reported])
    assert.equal(inProc.error, 'Não se cria pasta em /proc: escolha outra para os relatórios.\n')
    assert.equal(done.code, 0, done.error)
    assert.equal(done.error, '')
    const files = (await readdir(folder)).sort()
    const names = ['2026-10', '2026-11'].map((month) => `${partner.slug}-production-${month}`)
    assert.deepEqual(
      files,
      names.flatMap((name) => [`${name}-membros.csv`, `${name}-titulos.csv`, `${name}.json`]),
    )
    for (const [index, name] of names.entries()) {
      assert.deepEqual(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')), reported[index])
    }
    assert.deepEqual(await tablesWith(context, [partner.public_id, ...IDENTITY]), [])
    const purges = await context.db.read
      .selectFrom('audit')
      .select('subject')
      .where('act', '=', 'partner-purged')
      .execute()
    assert.deepEqual(
      purges.map(({ subject }) => subject),
      [partner.slug],
    )
    assert.deepEqual([again.code, again.out], [1, ''])
    assert.deepEqual(
      [await get('/partner/v1/catalog'), await page.get('/play/v1/profile'), await owner.get('/panel/v1/audit')].map(
        ({ statusCode }) => statusCode,
      ),
      [401, 401, 401],
    )
    assert.equal((await others.get('/partner/v1/users/u1')).json().name, 'Outra')
  })

  it('replaces no report once another run has begun to remove the rows', async () => {
    const { context, db, partner } = await lifeOfAMember()
    const folder = await temporaryFolder()
    const names = await writeLastReports(context, partner, folder, () => {})
    const readAll = () => Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    const whole = await readAll()
    await db.write(async (tx) => {
      await tx.updateTable('partner').set({ purge_started_at: 1 }).where('id', '=', partner.id).execute()
      await tx.deleteFrom('usage_month').where('external_user_id', '=', 'bia').execute()
    })

    const late = writeLastReports(context, partner, folder, () => {})

    await assert.rejects(late, /Outro comando já está apagando este parceiro/)
    assert.deepEqual(await readAll(), whole)
    assert.deepEqual((await readdir(folder)).sort(), names.toSorted())
  })

  it('resumes after an interruption, with the suspension in the audit and the reports of the first run', async () => {
    const { context, db, partner, owner } = await lifeOfAMember()
    await settleLog(owner)
    const folder = join(context.config.dataDir, 'relatorios')
    const inTheWay = join(folder, `${partner.slug}-production-2026-11.json`)
    await mkdir(inTheWay, { recursive: true })
    const brokenOff = await estante(context, 'partner', 'purge', partner.slug, '--reports', folder, '--yes')
    const audited = await db.read
      .selectFrom('audit')
      .select(['partner_id', 'actor', 'subject'])
      .where('act', '=', 'partner-suspended')
      .execute()
    await db.write(async (tx) => {
      await tx
        .updateTable('partner')
        .set({ suspended_at: 1, purge_started_at: 1 })
        .where('id', '=', partner.id)
        .execute()
      await tx.deleteFrom('usage_month').where('month', '=', toMonth('2026-10')).execute()
    })
    const resumed = await estante(context, 'partner', 'resume', partner.slug, '--json')

    const done = await estante(context, 'partner', 'purge', partner.slug, '--reports', folder, '--yes', '--json')

    assert.equal(brokenOff.code, 1)
    assert.deepEqual(
      audited.map((row) => ({ ...row })),
      [{ partner_id: partner.id, actor: null, subject: partner.name }],
    )
    assert.notEqual(JSON.parse(resumed.out).suspendedAt, null)
    assert.deepEqual([done.code, JSON.parse(done.out).reports], [0, 0])
    assert.deepEqual(await tablesWith(context, [partner.public_id]), [])
  })
})
