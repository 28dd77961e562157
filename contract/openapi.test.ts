import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bundle, createConfig } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Schema from 'typebox/schema'
import { errors } from './errors.ts'
import { partnerErrorsOf } from './partner/error.ts'
import { partnerRoutes } from './partner/routes.ts'

const FILE = fileURLToPath(new URL('partner-v1.openapi.json', import.meta.url))

describe('partner-v1.openapi.json', () => {
  it('is version 1.0.0 of an OpenAPI 3.1 description', async () => {
    const { openapi, info } = await readDereferenced()

    assert.equal(openapi, '3.1.0')
    assert.equal(info.version, '1.0.0')
  })

  it('has every route, and each lists every error it may answer', async () => {
    const { paths } = await readDereferenced()

    for (const route of partnerRoutes) {
      const { responses } = paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()] ?? {}
      for (const code of partnerErrorsOf(route)) {
        const { examples } = responses?.[errors[code].status]?.content?.['application/json'] ?? {}
        assert.equal(examples?.[code]?.value.code, code, `${route.operationId}: ${code}`)
      }
    }
  })

  it('shows examples that its own schemas accept', async () => {
    const { paths } = await readDereferenced()

    const bodies = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)])
      .flatMap((body) => body?.content?.['application/json'] ?? [])
    const examples = bodies.flatMap(({ schema, example, examples = {} }) =>
      [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)].map(
        (value) => ({ schema, value }),
      ),
    )

    assert.ok(examples.length > partnerRoutes.length)
    for (const { schema, value } of examples) assert.deepEqual(Schema.Errors(schema, value), [true, []])
  })
})

describe('the patterns of partner-v1.openapi.json', () => {
  it('are read alike by every engine: no lookaround, no properties, no escape of a character by its number', async () => {
    const patterns =
      (await readFile(FILE, 'utf8')).match(/(?<="pattern": )".*"/g)?.map((text) => JSON.parse(text)) ?? []

    assert.ok(patterns.length >= 2)
    for (const pattern of patterns) {
      assert.doesNotMatch(pattern, /\(\?|\\[pPuxkcbB0-9]|[^ -~]/)
      for (const flags of ['', 'u', 'v']) assert.doesNotThrow(() => new RegExp(pattern, flags), pattern)
    }
  })

  it('accept every example of a body in a validator without the `u` flag, and refuse another address', async () => {
    const { paths } = await readDereferenced()
    const ajv = new Ajv2020({ unicodeRegExp: false, strict: false, validateFormats: false })
    const bodies = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ requestBody }) => requestBody?.content?.['application/json'] ?? [])

    const [session] = bodies
    assert.equal(ajv.validate(session?.schema ?? {}, { externalUserId: 'u1', redirectPath: '//x' }), false)
    const examples = bodies.flatMap(({ schema, examples = {} }) =>
      Object.values(examples).map(({ value }) => ({ schema, value })),
    )
    assert.ok(examples.length > 4)
    for (const { schema, value } of examples) assert.ok(ajv.validate(schema, value), ajv.errorsText())
  })
})

interface Body {
  content?: Record<
    string,
    { schema: object; example?: unknown; examples?: Record<string, { value: { code: string } }> }
  >
}
type Operation = { requestBody?: Body; responses: Record<string, Body> }
interface Description {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}

/** Reads the description with each reference replaced by its target. Fails if one has none. */
async function readDereferenced(): Promise<Description> {
  const { bundle: document, problems } = await bundle({ ref: FILE, config: await createConfig({}), dereference: true })
  assert.deepEqual(problems, [])
  return document.parsed as Description
}
