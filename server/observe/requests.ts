import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { createBag } from '../bag.ts'
import { toLoggedRequest } from '../http/redact.ts'
import { writeInfo } from '../log.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of its route; undefined when none serves it. */
    route: string | undefined
  }
}

export interface Observers {
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
  /** Hears of each answer that ended, or was abandoned. */
  requestEnded?: (request: FastifyRequest, reply: FastifyReply, ms: number, isAbandoned: boolean) => void
}

/**
 * Follows each request from its first moment to its last, also when the client leaves before: one line of log, without
 * query, headers or body, and what whoever observes wants of it. Once `stopping` is aborted every connection ends with
 * the answer it is giving. Returns what begins it for a request that reaches no hook.
 */
export function followRequests(
  app: FastifyInstance,
  stopping: AbortSignal,
  { metrics, tracing, requestEnded }: Observers,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const answering = createBag<ServerResponse>()
  let isClosing = false
  stopping.addEventListener('abort', () => answering.things().forEach(closeAfterwards))
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    if (tracing) tracing.begin(request, reply, done)
    else done()
  })
  return begin

  function begin(request: FastifyRequest, reply: FastifyReply): void {
    request.route = request.routeOptions.url
    reply.header('X-Request-Id', request.id)
    const takeOut = answering.add(reply.raw)
    if (stopping.aborted) closeAfterwards(reply.raw)
    metrics?.requestBegan()
    // Every answer closes; one that had not finished by then was abandoned.
    const endOnce = (isAbandoned: boolean) => takeOut() && end(request, reply, isAbandoned)
    reply.raw.on('finish', () => endOnce(false)).on('close', () => endOnce(true))
  }

  function end(request: FastifyRequest, reply: FastifyReply, isAbandoned: boolean): void {
    const ms = reply.elapsedTime
    const { route = 'none' } = request
    metrics?.requestEnded(request.method, route, reply.statusCode, isAbandoned ? undefined : ms / 1000)
    tracing?.end(request, reply, isAbandoned)
    requestEnded?.(request, reply, ms, isAbandoned)
    writeInfo(
      request.log as Logger,
      {
        ...toLoggedRequest(request),
        route,
        // Whoever left before the answer was told nothing.
        status: reply.raw.headersSent ? reply.statusCode : undefined,
        ms: Math.round(ms),
        aborted: isAbandoned || undefined,
      },
      'request',
    )
    // An answer that had begun before could not say that it was the last of its connection.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
  }
}

function closeAfterwards(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
