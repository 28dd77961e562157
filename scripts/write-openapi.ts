import { readFile, writeFile } from 'node:fs/promises'
import { type ErrorCode, errors } from '@estante/contract/errors.ts'
import { ErrorBody, type PartnerErrorCode, partnerErrors, partnerErrorsOf } from '@estante/contract/partner/error.ts'
import { type HeaderDescription, type PartnerHeader, partnerHeaders } from '@estante/contract/partner/headers.ts'
import { partnerApi } from '@estante/contract/partner/routes.ts'
import type { PartnerRoute } from '@estante/contract/route.ts'

/*
 * Writes contract/partner-v1.openapi.json (OpenAPI 3.1) from the contract. With --check, only fails if the committed
 * file differs.
 */

const FILE = new URL('../contract/partner-v1.openapi.json', import.meta.url)

type Json = Record<string, unknown>

const schemas: Json = {}
const text = `${JSON.stringify(describeApi(), null, 2)}\n`

if (process.argv.includes('--check')) {
  if ((await readFile(FILE, 'utf8').catch(() => '')) !== text) {
    console.error('contract/partner-v1.openapi.json is not what the contract says. Run: npm run openapi')
    process.exitCode = 1
  }
} else {
  await writeFile(FILE, text)
}

function describeApi(): Json {
  const paths: Json = {}
  for (const section of partnerApi.sections) {
    for (const route of section.routes) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...(paths[path] as Json), [route.method.toLowerCase()]: describeRoute(route, section.name) }
    }
  }
  const responses = Object.fromEntries(
    Object.keys(partnerErrors).map((code) => [code, describeError(code as PartnerErrorCode)]),
  )
  const usedResponses = pick(responses, paths)
  const headers = Object.fromEntries(
    Object.entries(partnerHeaders).map(([name, { description, type, example }]: [string, HeaderDescription]) => [
      name,
      { description, schema: { type: type ?? 'string' }, example },
    ]),
  )
  schemaOf(ErrorBody)
  return {
    openapi: '3.1.0',
    info: {
      title: partnerApi.title,
      version: partnerApi.version,
      description: partnerApi.description,
      contact: { name: 'Quem opera o serviço', url: 'https://livros.example.com/docs' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{base_url}',
        description: 'O serviço. O ambiente, produção ou sandbox, é o da credencial.',
        variables: { base_url: { default: 'https://livros.example.com', description: 'Endereço do serviço.' } },
      },
    ],
    security: [{ basic: [] }],
    tags: partnerApi.sections.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description:
            '`Authorization: Basic base64(client_id:client_secret)`. O segredo aparece uma única vez, na criação: guarde-o num cofre de segredos e nunca o registre em log.',
        },
      },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b))),
      headers: pick(headers, usedResponses, paths),
      responses: usedResponses,
    },
    // Includes errors that belong to no single endpoint; a component for them would be unused.
    'x-errors': Object.keys(partnerErrors).map((code) => listError(code as PartnerErrorCode)),
  }
}

/** Selects the components that are referenced. */
function pick(components: Json, ...referring: Json[]): Json {
  const text = JSON.stringify(referring)
  return Object.fromEntries(Object.entries(components).filter(([name]) => text.includes(`/${name}"}`)))
}

function describeRoute(route: PartnerRoute, tag: string): Json {
  const { status = 200, answer, response } = route
  const headers: PartnerHeader[] = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit']
  if (route.conditional) headers.push('ETag')
  const responses: Json = {
    [status]: {
      description: response.description,
      headers: refsToHeaders(headers),
      ...(answer && { content: { 'application/json': { schema: schemaOf(answer), example: response.example } } }),
    },
  }
  if (route.conditional) {
    responses[304] = {
      description: 'Nada mudou desde o `ETag` enviado. Sem corpo.',
      headers: refsToHeaders(headers),
    }
  }
  for (const code of partnerErrorsOf(route)) {
    responses[errors[code].status] =
      code === 'VALIDATION' && route.faults
        ? describeError('VALIDATION', route.faults)
        : { $ref: `#/components/responses/${code}` }
  }
  return {
    operationId: route.operationId,
    tags: [tag],
    summary: route.summary,
    description: route.description,
    ...(parameters(route).length > 0 && { parameters: parameters(route) }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaOf(route.body),
            examples: Object.fromEntries(
              Object.entries(route.bodyExamples ?? {}).map(([summary, value]) => [toName(summary), { summary, value }]),
            ),
          },
        },
      },
    }),
    responses,
  }
}

function parameters(route: PartnerRoute): Json[] {
  const described = (within: 'path' | 'query', schema: PartnerRoute['params']) =>
    Object.entries(schema?.properties ?? {}).map(([name, property]) => {
      const { description, examples, ...rest } = schemaOf(property) as { description?: string; examples?: unknown[] }
      return {
        name,
        in: within,
        required: schema?.required?.includes(name) ?? false,
        description,
        schema: rest,
        ...(examples && { example: examples[0] }),
      }
    })
  const knownTag = {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'O `ETag` da última resposta a este mesmo pedido.',
    schema: { type: 'string' },
    example: partnerHeaders.ETag.example,
  }
  const ofHeaders = route.conditional ? [knownTag] : []
  return [...described('path', route.params), ...described('query', route.query), ...ofHeaders]
}

function listError(code: PartnerErrorCode): Json {
  const { when, remedy } = partnerErrors[code]
  return {
    code,
    statusCode: errors[code].status,
    description: `${when} ${remedy}`,
    example: exampleOf(code),
  }
}

function describeError(code: PartnerErrorCode, faults?: readonly string[]): Json {
  const { when, remedy } = partnerErrors[code]
  return {
    description: `${when} ${remedy}`,
    headers: refsToHeaders(headersOf(code)),
    content: {
      'application/json': {
        schema: schemaOf(ErrorBody),
        examples: { [code]: { summary: code, value: exampleOf(code, faults) } },
      },
    },
  }
}

function exampleOf(code: PartnerErrorCode, faults?: readonly string[]): Json {
  const { status, message } = errors[code]
  return { statusCode: status, code, message: code === 'VALIDATION' ? (faults ?? [message]) : message }
}

function headersOf(code: ErrorCode): PartnerHeader[] {
  const headers: PartnerHeader[] = ['X-Request-Id']
  if (code === 'INVALID_LAUNCH_TOKEN' || code === 'REQUEST_TIMEOUT') return headers
  if (code === 'INVALID_CLIENT') headers.push('WWW-Authenticate')
  else headers.push('RateLimit-Policy', 'RateLimit')
  if (code === 'RATE_LIMITED' || code === 'UNAVAILABLE') headers.push('Retry-After')
  if (code === 'METHOD_NOT_ALLOWED') headers.push('Allow')
  return headers
}

function refsToHeaders(names: PartnerHeader[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/**
 * Converts a schema to idiomatic OpenAPI: references for named schemas, `enum` for constants, null as another type, and
 * only the part of patterns that every engine supports.
 */
function schemaOf(schema: unknown): Json {
  const { title, ...plain } = simplify(JSON.parse(JSON.stringify(schema))) as Json & { title?: string }
  if (title === undefined) return plain
  schemas[title] = { title, ...plain }
  return { $ref: `#/components/schemas/${title}` }
}

function simplify(schema: Json): Json {
  const { properties, items, anyOf, pattern, patternMessage, publishedPattern, oneLine, ...rest } = schema as Json & {
    properties?: Json
    items?: Json
    anyOf?: Json[]
  }
  return {
    ...(anyOf && simplifyUnion(anyOf)),
    ...rest,
    ...(publishedPattern !== undefined && { pattern: publishedPattern }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, schemaOf(value)])),
    }),
    ...(items && { items: schemaOf(items) }),
  }
}

function simplifyUnion(options: Json[]): Json {
  if (options.every((option) => 'const' in option))
    return { type: 'string', enum: options.map((option) => option.const) }
  const [first, last] = options
  if (options.length === 2 && first && last?.type === 'null') return { ...simplify(first), type: [first.type, 'null'] }
  return { anyOf: options.map(schemaOf) }
}

/** Converts `Com dados do membro` to `com-dados-do-membro`: names of examples are ASCII. */
function toName(summary: string): string {
  return summary
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
}
