import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  text: string
}

interface Description extends Record<string, unknown> {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>
  components: { responses: Record<string, Response> }
  'x-errors': { code: string; statusCode: number }[]
}
interface Response {
  headers?: Record<string, unknown>
  content?: Record<string, unknown>
}

export type ApiDescription = Awaited<ReturnType<typeof readDescription>>

/** Validates answers against the published description, as a partner's tools would. */
export async function readDescription() {
  const file = new URL('../../../contract/partner-v1.openapi.json', import.meta.url)
  const api = JSON.parse(await readFile(file, 'utf8')) as Description
  const ajv = new Ajv2020({ strict: false, unicodeRegExp: false })
  addFormats.default(ajv)
  ajv.addSchema(api as AnySchema, 'api')
  const validators = new Map<string, ValidateFunction>()

  /** Fails unless the description has this answer for the operation. */
  function assertDescribed(method: string, path: string, answer: Answer): void {
    const label = `${method} ${path} ${answer.status} ${answer.text.slice(0, 300)}`
    const pointer = `/paths/${toPointer(path)}/${method.toLowerCase()}/responses/${answer.status}`
    const described = api.paths[path]?.[method.toLowerCase()]?.responses[answer.status]
    assert.ok(described, `undocumented: ${label}`)
    const name = described.$ref?.split('/').at(-1)
    const response = name === undefined ? (described as Response) : api.components.responses[name]
    for (const header of Object.keys(response?.headers ?? {})) {
      // An open month has no version yet.
      if (header !== 'ETag') assert.ok(answer.headers[header.toLowerCase()], `no ${header}: ${label}`)
    }
    assert.equal(answer.headers['x-content-type-options'], 'nosniff', label)
    if (!response?.content) {
      assert.equal(answer.text, '', label)
      return
    }
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', label)
    const at = `${name === undefined ? pointer : `/components/responses/${name}`}/content/application~1json/schema`
    const validate = validators.get(at) ?? ajv.compile({ $ref: `api#${at}` })
    validators.set(at, validate)
    assert.ok(validate(JSON.parse(answer.text)), `${ajv.errorsText(validate.errors)}: ${label}`)
    if (answer.status >= 400) assertError(answer)
  }

  /** Fails unless the description lists this error. */
  function assertError(answer: Answer): void {
    const { statusCode, code } = JSON.parse(answer.text)
    assert.equal(statusCode, answer.status, answer.text)
    assert.ok(
      api['x-errors'].some((one) => one.code === code && one.statusCode === statusCode),
      `undocumented: ${answer.text}`,
    )
  }

  return { assertDescribed, assertError }
}

function toPointer(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}
