import { randomUUIDv7 } from 'node:crypto'
import { createSession } from '@estante/contract/partner/sessions.ts'
import { createBufferedLogger } from '@estante/server/log.ts'
import type { FastifyInstance } from 'fastify'

const WINDOW_MS = 60_000
/** So many that no load reaches it. */
const LIMIT = 1_000_000_000

/**
 * Adds what an answer needs besides its statements, in the least code: an id, the headers that forbid caching and
 * sniffing, a line in the log and, for partners, a limit in a sliding window with its headers.
 */
export function addDuties(app: FastifyInstance, path: string | undefined): void {
  const log = createBufferedLogger({ logLevel: 'info' })
  const limitCall = path === createSession.path && createLimit()

  app.addHook('onRequest', (_, reply, done) => {
    reply.headers({ 'X-Request-Id': randomUUIDv7(), 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    if (limitCall) reply.headers(limitCall(Date.now()))
    done()
  })
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const requestId = reply.getHeader('X-Request-Id')
    log.info({ requestId, method, route: routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime }, 'request')
    done()
  })
}

/** Creates the limit of one caller. Returns its headers after a call; throws when the limit is reached. */
function createLimit(): (now: number) => Record<string, string> {
  let times: number[] = []
  let first = 0
  const policy = `"client";q=${LIMIT};w=60`

  return (now) => {
    while (first < times.length && (times[first] as number) <= now - WINDOW_MS) first++
    // Half of the list has left the window.
    if (first > times.length / 2) {
      times = times.slice(first)
      first = 0
    }
    if (times.push(now) - first > LIMIT) throw new Error('the limit is reached')
    return { 'RateLimit-Policy': policy, RateLimit: `"client";r=${LIMIT - times.length + first};t=60` }
  }
}
