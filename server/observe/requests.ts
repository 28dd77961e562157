import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toLoggedRequest } from '../http/logged-request.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of its route; undefined without a route. */
    route: string | undefined
  }
}

export interface Observers {
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
  /** Called when an answer has ended or was abandoned. */
  requestEnded?: (request: FastifyRequest, reply: FastifyReply, ms: number, isAbandoned: boolean) => void
}

/**
 * Instruments every request until its answer finished or its client disconnected: writes one log line, without
 * address, headers or body, and notifies the observers. Once `stopping` aborts, each connection closes after its
 * current answer. Returns the function that instruments a request which reaches no hook.
 */
export function instrumentRequests(
  app: FastifyInstance,
  stopping: AbortSignal,
  { metrics, tracing, requestEnded }: Observers,
): (request: FastifyRequest, reply: FastifyReply) => void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    if (tracing) tracing.begin(request, reply, done)
    else done()
  })
  // At the end of each answer: in a Set of those in progress, all would outlive young garbage collections
  // (bench/PROFILES.md).
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.aborted) reply.header('Connection', 'close')
    done(null, payload)
  })
  return begin

  function begin(request: FastifyRequest, reply: FastifyReply): void {
    request.route = request.routeOptions.url
    reply.header('X-Request-Id', request.id)
    // For an answer without hooks.
    if (stopping.aborted) reply.header('Connection', 'close')
    metrics?.requestBegan()
    let hasEnded = false
    // `close` follows every answer: without a `finish` before it, the answer was abandoned.
    function endOnce(isAbandoned: boolean): void {
      if (!hasEnded) end(request, reply, isAbandoned)
      hasEnded = true
    }
    reply.raw.on('finish', () => endOnce(false)).on('close', () => endOnce(true))
  }

  function end(request: FastifyRequest, reply: FastifyReply, isAbandoned: boolean): void {
    const ms = reply.elapsedTime
    // A client that left before the answer got no status.
    const status = reply.raw.headersSent ? reply.statusCode : undefined
    const fields = { ...toLoggedRequest(request), status }
    tracing?.end(request, reply, isAbandoned)
    requestEnded?.(request, reply, ms, isAbandoned)
    metrics?.requestEnded(fields.method, fields.route, status, isAbandoned ? undefined : ms / 1000)
    request.log.info({ ...fields, ms: Math.round(ms), aborted: isAbandoned || undefined }, 'request')
    // `Connection: close` came too late for an answer that had begun before the shutdown.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
  }
}
