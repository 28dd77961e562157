/** The parts of `partner-v1.openapi.json` that the reference shows. */
export interface OpenApi {
  info: { title: string; version: string; description: string; contact: { url: string } }
  servers: [{ url: string; variables: { base_url: { default: string } } }]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
  }
  /** Every error, of one endpoint or of all. */
  'x-errors': ErrorDescription[]
}

interface ErrorDescription {
  code: string
  statusCode: number
  description: string
  example: unknown
}

interface Operation {
  operationId: string
  tags: [string]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Schema; examples: Record<string, Example> } } }
  responses: Record<string, Response | Ref>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export interface Response {
  description: string
  headers?: Record<string, Ref>
  content?: { 'application/json': { schema: Schema; example?: unknown; examples?: Record<string, Example> } }
}

interface Example {
  value: unknown
}

export interface Ref {
  $ref: string
}

export interface Schema {
  $ref?: string
  description?: string
  type?: string | string[]
  enum?: string[]
  anyOf?: Schema[]
  format?: string
  default?: unknown
  minimum?: number
  minLength?: number
  maxLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** One operation with its address. */
export interface Endpoint extends Operation {
  method: string
  path: string
}

/** Lists every operation, in the order of the description. */
export function endpointsOf({ paths }: OpenApi): Endpoint[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}

/** Returns the name at the end of a reference: `#/components/schemas/PartnerUser` is `PartnerUser`. */
export function refName($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

export function resolveSchema(api: OpenApi, schema: Schema): Schema {
  return schema.$ref ? (api.components.schemas[refName(schema.$ref)] ?? schema) : schema
}

export function resolveResponse(api: OpenApi, response: Response | Ref): Response | undefined {
  return '$ref' in response ? api.components.responses[refName(response.$ref)] : response
}
