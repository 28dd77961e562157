import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

/** Answers with the application's page, which routes the address itself. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Answers requests that no route matches. Under `/partner` the client is authenticated first, as everywhere there; a
 * page on the application's host is the application's to route; the rest is 404.
 */
export function answerNotFound(
  app: FastifyInstance,
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
  isPlayHost: (request: FastifyRequest) => boolean,
  sendPage: SendPage,
): void {
  app.setNotFoundHandler(async (request, reply) => {
    if (/^\/partner(\/|$)/.test(request.url)) await authenticate(request, reply)
    else if (isPlayHost(request) && isPageRequest(request)) return sendPage(request, reply)
    throw new ApiError('NOT_FOUND')
  })
}

const NOT_PAGES = /^\/(?:partner|play|assets|capas|marcas|docs|painel|panel|healthz|readyz)(?:\/|$)|\.\w+$/

/** Whether a browser navigates to an address that could be a page. */
export function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const path = url.replace(/[?#].*$/s, '')
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && !NOT_PAGES.test(path)
}
