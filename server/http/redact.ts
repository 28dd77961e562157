import type { FastifyRequest } from 'fastify'

/** What a log line says of a request: never a query (launch tokens travel there), a header or a body. */
export function toLoggedRequest(request: FastifyRequest) {
  return { method: request.method, path: redactPath(request.url) }
}

// A signed media address is a key while it lives.
function redactPath(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^(\/play\/v1\/media\/)[^/]+/, '$1…')
}
