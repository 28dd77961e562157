import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { it } from 'node:test'
import { PRODUCTION } from '../environment.ts'
import { importAccountsFrom } from '../test/people.ts'
import { testApp } from '../test/test-app.ts'
import { AccountsFileError, importAccounts } from './import-accounts.ts'

it('A file without accounts is refused with the reason, and creates no member', async () => {
  const { context, db, partner } = await testApp()
  const broken: [string | Uint8Array, RegExp][] = [
    ['email,name\nana@example.com,"An"a\n', /^A linha 2 .* não é CSV válido/],
    [`email,name\nana@example.com,"${'a'.repeat(100_000)}"\n`, /^A linha 2 .* não é CSV válido/],
    ['nome,telefone\nAna,1\n', /coluna email/],
    [Buffer.from('email;nome\njose@example.com;José\n', 'latin1'), /não está em UTF-8/],
  ]

  for (const [csv, reason] of broken) {
    const refusal = (error: unknown) => error instanceof AccountsFileError && reason.test(error.message)
    await assert.rejects(importAccountsFrom(context, partner.id, csv), refusal)
  }
  assert.deepEqual(await db.read.selectFrom('member').select('id').execute(), [])
})

it('A spreadsheet in Portuguese keeps the commas of its names', async () => {
  const { context, db, partner } = await testApp()

  await importAccountsFrom(context, partner.id, 'email;nome\nana@example.com;Souza, Ana\n')

  const { name } = await db.read.selectFrom('member').select('name').executeTakeFirstOrThrow()
  assert.equal(name, 'Souza, Ana')
})

it('A folder, or a file that cannot be read, is refused in one sentence', async () => {
  const { db, clock, partner } = await testApp()
  const tenancy = { partnerId: partner.id, environment: PRODUCTION } as const

  await assert.rejects(importAccounts(db, clock.now(), tenancy, tmpdir()), {
    name: 'AccountsFileError',
    message: `Não foi possível ler o arquivo ${tmpdir()}.`,
  })
})
