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
    /** Has it followed no longer; false when it was not followed any more. */
    unfollow(): boolean
  }
}

export interface Observers {
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
  /** Hears of each answer that ended, or was abandoned. */
  requestEnded?: (request: FastifyRequest, reply: FastifyReply, ms: number, isAbandoned: boolean) => void
}

/** Forgets a request, and its answer, which goes on over a connection of its own. Returns what to call when that ends. */
export type LetGo = (request: FastifyRequest, reply: FastifyReply) => (isAbandoned: boolean) => void

/**
 * Follows each request from its first moment to its last, also when the client leaves before: one line of log, without
 * address, headers or body, and what whoever observes wants of it. Once `stopping` is aborted every connection ends with
 * the answer it is giving. Returns what begins it for a request that reaches no hook, and what lets go of one.
 */
export function followRequests(
  app: FastifyInstance,
  stopping: AbortSignal,
  { metrics, tracing, requestEnded }: Observers,
): { followRequest: (request: FastifyRequest, reply: FastifyReply) => void; letGo: LetGo } {
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
  return { followRequest: begin, letGo }

  function begin(request: FastifyRequest, reply: FastifyReply): void {
    request.route = request.routeOptions.url
    reply.header('X-Request-Id', request.id)
    request.unfollow = answering.add(reply.raw)
    if (stopping.aborted) closeAfterwards(reply.raw)
    metrics?.requestBegan()
    // Every answer closes; one that had not finished by then was abandoned.
    const endOnce = (isAbandoned: boolean) => request.unfollow() && end(request, reply, isAbandoned)
    reply.raw.on('finish', () => endOnce(false)).on('close', () => endOnce(true))
  }

  function letGo(request: FastifyRequest, reply: FastifyReply): (isAbandoned: boolean) => void {
    request.unfollow()
    const beganAt = performance.now() - reply.elapsedTime
    return endLater(request.log as Logger, toSaid(request, reply), beganAt, tracing?.ending(request, reply))
  }

  // Apart, as the request would stay with whatever is made where it has a name.
  function endLater(log: Logger, said: Said, beganAt: number, endSpan?: (isAbandoned: boolean) => void) {
    return (isAbandoned: boolean) => {
      endSpan?.(isAbandoned)
      say(log, said, performance.now() - beganAt, isAbandoned)
    }
  }

  function end(request: FastifyRequest, reply: FastifyReply, isAbandoned: boolean): void {
    const ms = reply.elapsedTime
    tracing?.ending(request, reply)(isAbandoned)
    requestEnded?.(request, reply, ms, isAbandoned)
    say(request.log as Logger, toSaid(request, reply), ms, isAbandoned)
    // An answer that had begun before could not say that it was the last of its connection.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
  }

  function say(log: Logger, said: Said, ms: number, isAbandoned: boolean): void {
    metrics?.requestEnded(said.method, said.route, said.status, isAbandoned ? undefined : ms / 1000)
    writeInfo(log, { ...said, ms: Math.round(ms), aborted: isAbandoned || undefined }, 'request')
  }
}

/** What a line of log says of a request and its answer; whoever left before the answer was told nothing. */
function toSaid(request: FastifyRequest, reply: FastifyReply) {
  return { ...toLoggedRequest(request), status: reply.raw.headersSent ? reply.statusCode : undefined }
}

type Said = ReturnType<typeof toSaid>

function closeAfterwards(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
