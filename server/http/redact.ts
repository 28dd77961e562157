import type { FastifyRequest } from 'fastify'
import { type SerializedError, stdSerializers } from 'pino'

/** What a log line says of a request: never a query (launch tokens travel there), a header or a body. */
export function toLoggedRequest(request: FastifyRequest) {
  return { method: request.method, path: redactPath(request.url) }
}

/** What a log line says of an error: PostgreSQL puts whole rows, with e-mails and hashes, beside its message. */
export function toLoggedError(error: Error): Partial<SerializedError> {
  const { detail: _, where: __, internalQuery: ___, ...said } = stdSerializers.err(error)
  return said
}

// A signed media address is a key while it lives.
function redactPath(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^(\/play\/v1\/media\/)[^/]+/, '$1…')
}
