import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Route } from '@estante/contract/route.ts'

const CONTRACT = fileURLToPath(new URL('../../contract/', import.meta.url))

/** JSON Schema, as far as the contract uses it. */
interface JsonSchema {
  type?: string
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  examples?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  maxLength?: number
}

async function contractValues(): Promise<unknown[]> {
  const files = globSync(`${CONTRACT}{partner,play,panel}/*.ts`).sort()
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href)))
  return modules.flatMap((module) => Object.values(module))
}

/** All routes of the contract: Partner API, embedded application, panel. */
export async function contractRoutes(): Promise<Route[]> {
  const isRoute = (value: unknown): value is Route => isObject(value) && 'method' in value && 'access' in value
  return (await contractValues()).filter(isRoute)
}

/** An example of every object in the contract, with this text in its strings. */
export async function documentedObjects(text?: string): Promise<Record<string, unknown>[]> {
  const isObjectSchema = (value: unknown): value is JsonSchema => isObject(value) && value.type === 'object'
  const values = await contractValues()
  const schemas = [
    ...values.filter(isObjectSchema),
    ...(await contractRoutes()).flatMap(({ body, answer }) => [body, answer]).filter(isObjectSchema),
  ]
  return [...new Set(schemas)].map((schema) => exampleOf(schema, text) as Record<string, unknown>)
}

/** A value that a schema accepts, with all optional fields, and with this text wherever it is valid. */
export function exampleOf(schema: object, text = 'aaaaaaaaaaaaaaaaaaaaaaaa'): unknown {
  const { type, anyOf, items, properties, patternProperties, examples = [], format, minimum } = schema as JsonSchema
  if ('const' in schema) return schema.const
  if (anyOf) return exampleOf(anyOf[0]!, text)
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field, text)]))
  }
  if (patternProperties) return { [text]: exampleOf(Object.values(patternProperties)[0]!, text) }
  if (type === 'array') return [exampleOf(items!, text)]
  if (type === 'integer' || type === 'number') return minimum ?? 0
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (format !== undefined) return EXAMPLES_OF_FORMATS[format]?.(text)
  const { pattern = '', minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema as JsonSchema
  const isExample = (one: string) =>
    new RegExp(pattern, 'u').test(one) && one.length >= minLength && one.length <= maxLength
  const example = [text, ...(examples as string[]), ...EXAMPLES_OF_PATTERNS].find(isExample)
  if (example === undefined) throw new Error(`no example of ${JSON.stringify(schema)}: add one`)
  return example
}

const EXAMPLES_OF_FORMATS: Record<string, (text: string) => string> = {
  email: (text) => `${text}@example.com`,
  uri: (text) => `https://example.com/${text}`,
  'date-time': () => '2026-11-12T18:00:00.000Z',
}
const EXAMPLES_OF_PATTERNS = [
  '/a',
  '2026-11',
  '2026-11-12',
  '#336699',
  '01990f60-1c4e-7b21-9a3d-4e5f60718293',
  '123456',
]

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
