import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { readConfig } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { ESTANTE } from '../test/estante.ts'
import { eventually } from '../test/eventually.ts'
import {
  emptyInstance,
  type InstanceSettings,
  runOnInstance,
  seededInstance,
  serveInstance,
  visit,
  writeRepeatedly,
} from '../test/instance.ts'
import { addPartner } from '../test/test-app.ts'
import { ON_PG, testsOn } from '../test/test-database.ts'

describe('estante migrate-to', { ...ON_PG, skip: testsOn !== 'postgresql', timeout: 180_000 }, () => {
  it('moves a service in use without losing an acknowledged write, and closes the old database for good', async () => {
    const { instance, authorization } = await seededInstance('sqlite')
    await using service = await serveInstance(instance)
    const before = visit(service.address, authorization)
    const seen = await before.readAnswers()
    const { DATABASE_URL: target = '' } = await emptyInstance('postgresql')
    const writing = writeRepeatedly(before.caller)

    const moved = await runOnInstance(instance, 'migrate-to', target, '--json')
    await eventually(() => writing.refusals.length > 0)
    await writing.stop()

    assert.equal(moved.code, 0, moved.error)
    assert.ok(!moved.out.includes('estante:estante'))
    assert.equal(JSON.parse(moved.out).tables.find((one: { table: string }) => one.table === 'usage_month').rows, 1)
    assert.ok(writing.refusals.every((status) => status === 503))
    assert.equal(await before.caller.status('GET', '/partner/v1/users/ana'), 503)
    assert.equal((await fetch(`${service.address}/readyz`)).status, 503)
    const again = await runOnInstance(instance, 'serve')
    assert.equal(again.code, 1)
    assert.match(
      again.error,
      /^Este banco foi mudado para postgres:\/\/127\.0\.0\.1:\d+\/test_\w+: aponte DATABASE_URL/,
    )
    await using next = await serveInstance({ ...instance, DATABASE_URL: target })
    const after = visit(next.address, authorization)
    assert.deepEqual(await after.readAnswers(), seen)
    for (const id of writing.acknowledged)
      assert.equal(await after.caller.status('GET', `/partner/v1/users/${id}`), 200)
  })

  it('says what is wrong with a PostgreSQL that it cannot use', async () => {
    const instance = await emptyInstance('sqlite')
    await runOnInstance(instance, 'partner', 'list')
    const { DATABASE_URL: target = '' } = await emptyInstance('postgresql')
    const [missing, readOnly] = [new URL(target), new URL(target)]
    missing.pathname += '_nada'
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
    const foreign = new pg.Client(target)
    await foreign.connect()
    await foreign.query('create table member (x int)')
    await foreign.end()

    const errors: string[] = []
    for (const { href } of [missing, readOnly, new URL(target)]) {
      errors.push((await runOnInstance(instance, 'migrate-to', href)).error)
    }

    assert.deepEqual(errors, [
      'O banco do destino não existe nesse PostgreSQL: crie-o antes.\n',
      'O banco do destino só aceita leituras: é uma réplica, ou foi configurado assim.\n',
      'O banco do destino já tem tabelas de outro programa: crie um só para o Estante.\n',
    ])
  })

  it('resumes after it was killed, any number of times', async () => {
    const instance = await emptyInstance('sqlite')
    const context = await openContext(readConfig({ ...instance, LOG_LEVEL: 'silent' }))
    const partner = await addPartner(context)
    await context.db.write((tx) =>
      sql`
        insert into member (partner_id, public_id, environment, external_user_id, created_at, revocation_count)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
        select ${partner.id}, 'mbr_' || i, 0, 'u' || i, i, 0 from n
      `.execute(tx),
    )
    await closeContext(context)
    const { DATABASE_URL: target = '' } = await emptyInstance('postgresql')
    const kills: (string | null)[] = []

    for (const lifetimeMs of [700, 1000]) kills.push(await migrateUntilKilled(instance, target, lifetimeMs))
    const ended = await runOnInstance(instance, 'migrate-to', target, '--json')

    assert.ok(kills.includes('SIGKILL'))
    const isOver = ended.code === 0 || /já foi mudado/.test(ended.error)
    assert.ok(isOver, ended.error)
    const moved = await openContext(readConfig({ ...instance, DATABASE_URL: target, LOG_LEVEL: 'silent' }))
    const members = await moved.db.read.selectFrom('member').select('id').execute()
    assert.equal(members.length, 20_000)
    await closeContext(moved)
  })
})

/** The signal that ended the command, which is killed after a while. */
async function migrateUntilKilled(
  instance: InstanceSettings,
  target: string,
  lifetimeMs: number,
): Promise<string | null> {
  const child = spawn(process.execPath, [ESTANTE, 'migrate-to', target], {
    env: { ...process.env, ...instance, DATABASE_URL: '' },
    timeout: lifetimeMs,
    killSignal: 'SIGKILL',
    stdio: 'ignore',
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}
