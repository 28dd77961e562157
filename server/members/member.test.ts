import assert from 'node:assert/strict'
import { it } from 'node:test'
import { PRODUCTION } from '../environment.ts'
import { testApp } from '../test/test-app.ts'
import { ON_PG } from '../test/test-database.ts'
import { findMember, updateMember } from './member.ts'

it('A change of name keeps an e-mail that was changed concurrently', ON_PG, async () => {
  const { put, get, db, partner } = await testApp()
  await put('/partner/v1/users/u1', { email: 'ana@example.com', name: 'Ana' })
  const seen = await findMember(db.read, { partnerId: partner.id, environment: PRODUCTION }, 'u1')
  await put('/partner/v1/users/u1', { email: 'ana.souza@example.com' })

  await db.write((tx) => updateMember(tx, seen!, { name: 'Ana Souza' }))

  const { email, name } = (await get('/partner/v1/users/u1')).json()
  assert.deepEqual([email, name], ['ana.souza@example.com', 'Ana Souza'])
})
