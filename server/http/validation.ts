import { toOneLine } from '@estante/contract/visible-text.ts'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { TObject, TSchema } from 'typebox'

const ajv = new Ajv({
  allErrors: true,
  strict: true,
  strictTypes: false,
  // `properties` may overlap `patternProperties`: `contract/play/preferences.ts` allows fields of newer versions.
  allowMatchingProperties: true,
  coerceTypes: false,
  // Unknown fields are removed, so that a handler may spread its input.
  removeAdditional: 'all',
  // Errors carry their schema, so that a message can list the accepted values.
  verbose: true,
  // The tests compile every schema in strict mode. The schema of schemas would take 40 ms of the first request.
  validateSchema: false,
})
addFormats.default(ajv, ['uri'])
ajv.addFormat('email', isEmail)
ajv.addFormat('date-time', isInstant)
// Annotations for the messages below and the published description.
ajv.addVocabulary(['patternMessage', 'publishedPattern'])
// NUL stays for the pattern to refuse, as in every other field.
addTransformation('oneLine', (text) => (text.includes('\0') ? text : toOneLine(text)))
addTransformation('trimmed', (text) => text.trim())

const DATE_TIME = addFormats.default.get('date-time') as { validate: (text: string) => boolean }
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/** Adds a keyword that transforms a text before its length and pattern are checked. */
function addTransformation(keyword: string, transform: (text: string) => string): void {
  ajv.addKeyword({
    keyword,
    type: 'string',
    schemaType: 'boolean',
    before: 'maxLength',
    modifying: true,
    errors: false,
    validate: (
      _: boolean,
      text: string,
      __: unknown,
      at?: { parentData: object; parentDataProperty: string | number },
    ) => {
      if (at) Object.assign(at.parentData, { [at.parentDataProperty]: transform(text) })
      return true
    },
  })
}

/** Returns the faults of a value: a sentence in Portuguese for each. */
type Validator<Value> = (value: Value) => string[]

/**
 * Compiles a check of a value against a schema: nothing is coerced, unknown fields are removed from the value, all
 * faults are found.
 */
export function validator(schema: TSchema): Validator<unknown> {
  let validate: ValidateFunction | undefined
  return (value) => {
    // Compiled on first use: compiling every route's schema takes longer than the rest of the start.
    validate ??= ajv.compile(schema)
    return validate(value) ? [] : [...new Set(sentences(validate))]
  }
}

/**
 * Compiles a `validator` of a query string: integer fields are parsed from text first. A repeated parameter, known or
 * not, is refused, since it is ambiguous.
 */
export function queryValidator(schema: TObject): Validator<Record<string, unknown>> {
  const integers = Object.keys(schema.properties).filter(
    (name) => (schema.properties[name] as { type?: string }).type === 'integer',
  )
  const validate = validator(schema)
  return (query) => {
    const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]))
    if (repeated.length > 0) {
      const sentences = repeated.map((name) =>
        repetitionSentence(Object.hasOwn(schema.properties, name) ? name : undefined),
      )
      return [...new Set(sentences)]
    }
    for (const name of integers) {
      const value = query[name]
      if (typeof value === 'string' && /^-?\d{1,300}$/.test(value)) query[name] = Number(value)
    }
    return validate(query)
  }
}

/** The name of an unknown parameter is not repeated: it may be anything. */
function repetitionSentence(name: string | undefined): string {
  const parameter = name === undefined ? 'Um parâmetro desconhecido' : `O parâmetro "${name}"`
  return `${parameter} foi enviado mais de uma vez. Envie cada parâmetro uma única vez.`
}

/**
 * Whether a text is an instant that `Date.parse` reads and that ISO 8601 can express: RFC 3339 also has leap seconds,
 * and an offset may carry the last day of 9999 into five digits.
 */
function isInstant(text: string): boolean {
  if (!DATE_TIME.validate(text)) return false
  const instant = Date.parse(text)
  return instant >= 0 && instant <= LAST_INSTANT
}

function sentences(validate: ValidateFunction): string[] {
  const faults = (validate.errors ?? []).filter((fault) => !isOfNull(fault))
  // A failed `anyOf` of constants reports each constant, then itself: one sentence is enough.
  const unions = new Set(faults.filter((fault) => fault.keyword === 'anyOf').map((fault) => fault.instancePath))
  return faults.filter((fault) => fault.keyword === 'anyOf' || !unions.has(fault.instancePath)).map(sentence)
}

/** Returns whether a fault only says that a nullable field is not null: the other fault of the field explains more. */
function isOfNull({ keyword, params, schema }: ErrorObject): boolean {
  if (keyword !== 'anyOf') return keyword === 'type' && params.type === 'null'
  const options = schema as { type?: string }[]
  return options.length === 2 && options.some(({ type }) => type === 'null')
}

function sentence(fault: ErrorObject): string {
  const { instancePath, keyword, params } = fault
  const path = instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'required') return `O campo "${path && `${path}.`}${params.missingProperty}" é obrigatório.`
  const field = path === '' ? 'O corpo da requisição' : `O campo "${path}"`
  return `${field} ${rules[keyword]?.(fault) ?? 'não é válido'}.`
}

/** The rest of the sentence about a field, by the keyword of JSON Schema that it violates. */
const rules: Record<string, (fault: ErrorObject) => string> = {
  type: ({ params: { type } }) => `deve ser ${typeNames[type] ?? type}`,
  minLength: ({ params: { limit } }) => (limit === 1 ? 'não pode ser vazio' : `deve ter ao menos ${limit} caracteres`),
  maxLength: ({ params: { limit } }) => `deve ter no máximo ${limit} caracteres`,
  minimum: ({ params: { limit } }) => `deve ser no mínimo ${limit}`,
  maximum: ({ params: { limit } }) => `deve ser no máximo ${limit}`,
  format: ({ params: { format } }) => `deve ser ${formatNames[format] ?? format}`,
  pattern: ({ parentSchema }) => parentSchema?.patternMessage ?? 'tem caracteres que não são aceitos',
  anyOf: ({ schema, parentSchema }) => `deve ser ${constants(schema ?? parentSchema?.anyOf)}`,
}

const typeNames: Record<string, string> = {
  string: 'um texto',
  integer: 'um número inteiro',
  number: 'um número',
  object: 'um objeto JSON',
  array: 'uma lista',
  boolean: 'true ou false',
}

const formatNames: Record<string, string> = {
  email: 'um e-mail válido, como ana@example.com',
  'date-time': 'uma data ISO 8601 que existe, de 1970 a 9999',
  uri: 'uma URL completa',
}

function constants(options: unknown): string {
  const values = Array.isArray(options)
    ? options.map((option) => option?.const).filter((value) => value !== undefined)
    : []
  return values.length > 0 ? values.map((value) => JSON.stringify(value)).join(' ou ') : 'de um tipo aceito'
}

// RFC 5321, section 4.1.2, and RFC 6531, section 3.3: a dot-separated sequence of atoms, each of `atext` or any
// visible character beyond ASCII. Quoted local parts and address literals are refused: no person has one.
const ATOM = "[\\w!#$%&'*+/=?^`{|}~\\-\\u{a1}-\\u{10ffff}]+"
const LABEL = '[a-z0-9\\u{a1}-\\u{10ffff}](?:[a-z0-9\\u{a1}-\\u{10ffff}-]*[a-z0-9\\u{a1}-\\u{10ffff}])?'
const INVISIBLE = /[\p{C}\p{Z}]/u
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, 'iu')

/**
 * Whether a text is an e-mail address of a person, in any script (RFC 6531). Local parts over RFC 5321's 64 octets are
 * accepted: providers deliver to them.
 */
function isEmail(text: string): boolean {
  return !INVISIBLE.test(text) && EMAIL.test(text)
}
