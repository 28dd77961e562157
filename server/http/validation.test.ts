import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Type } from '@estante/contract/schema.ts'
import { nameText } from '@estante/contract/text.ts'
import { contractRoutes } from '../test/contract.ts'
import { validator } from './validation.ts'

it('Every request schema of the contract compiles', async () => {
  const routes = await contractRoutes()
  const schemas = routes.flatMap(({ params, query, body }) => [params, query, body]).filter((schema) => schema)

  assert.ok(routes.length > 80 && schemas.length > routes.length / 2)
  for (const schema of schemas) {
    const check = validator(schema!)
    // Schemas compile with their first value, which may be invalid.
    assert.doesNotThrow(() => check({}), JSON.stringify(schema))
  }
})

it('A name is trimmed before its length is checked', () => {
  const check = validator(Type.Object({ name: nameText({ minLength: 1, maxLength: 3 }) }))
  const body = { name: '  Ana \n' }

  const faults = check(body)

  assert.deepEqual([body.name, faults], ['Ana', []])
  assert.deepEqual(check({ name: ' \u00a0 ' }), ['O campo "name" não pode ser vazio.'])
})
