import type { FastifyRequest } from 'fastify'

/**
 * Serializes a request for a log line or a span: the pattern of its route, never its address, which holds identifiers
 * of members, keys of media and, in the query, launch tokens. The request id leads to the log of calls.
 */
export function toLoggedRequest({ method, url, routeOptions }: FastifyRequest): LoggedRequest {
  const { url: route } = routeOptions
  if (route !== undefined) return { method, route }
  return { method, path: knownPrefix(url), route: 'none' }
}

interface LoggedRequest {
  method: string
  /** The start of an address that no route matches. */
  path?: string
  route: string
}

const KNOWN_BEGINNING =
  /^\/(?:partner\/v1(?:\/(?:sessions|users|catalog|usage))?|(?:play|panel)\/v1|painel|launch|assets|capas|marcas|docs)(?=\/|$)/

/** Cuts a URL after its known beginning: the rest may be personal data. */
function knownPrefix(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  const [known = ''] = KNOWN_BEGINNING.exec(path) ?? []
  return known === path ? path : `${known}/…`
}
