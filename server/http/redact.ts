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

/**
 * A grant for media, a token, a secret: keys while they live. They look like nothing else that an address holds, so no
 * spelling of it, and no mistake in it, shows one: 43 characters of chance and more, and what is written before them.
 */
const KEY = /(?:[\w-]|%2d|%5f)*(?:\.|%2e)?(?:[\w-]|%2d|%5f){43,}/gi
/** Where a grant stands, whole or cut short. */
const GRANT = /(\/play(?:\/|%2f)+v1(?:\/|%2f)+media(?:\/|%2f)+)[^/]+/gi

/** Shorter than any key. */
const SHORT = 43

function redactPath(url: string): string {
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  // What can hold neither need not be looked through for them.
  if (path.length < SHORT && !/media/i.test(path)) return path
  return path.replace(GRANT, '$1…').replace(KEY, '…')
}
