import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Route } from '@estante/contract/route.ts'
import { Type } from '@estante/contract/schema.ts'
import { nameText } from '@estante/contract/text.ts'
import { ApiError } from './errors.ts'
import { validator } from './validation.ts'

const CONTRACT = fileURLToPath(new URL('../../contract/', import.meta.url))

it('Every request schema of the contract compiles', async () => {
  const files = globSync(`${CONTRACT}{partner,play,panel}/*.ts`)
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href)))
  const routes = modules.flatMap((module) => Object.values(module)).filter(isRoute)
  const schemas = routes.flatMap(({ params, query, body }) => [params, query, body]).filter((schema) => schema)

  assert.ok(routes.length > 80 && schemas.length > routes.length / 2)
  for (const schema of schemas) {
    const check = validator(schema!)
    // Schemas compile with their first value, which may be invalid.
    try {
      check({})
    } catch (error) {
      assert.ok(error instanceof ApiError, `${JSON.stringify(schema)}: ${error}`)
    }
  }
})

it('A name is trimmed before its length is checked', () => {
  const check = validator(Type.Object({ name: nameText({ minLength: 1, maxLength: 3 }) }))
  const body = { name: '  Ana \n' }

  check(body)

  assert.equal(body.name, 'Ana')
  assert.throws(() => check({ name: ' \u00a0 ' }), { faults: ['O campo "name" não pode ser vazio.'] })
})

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'operationId' in value
}
