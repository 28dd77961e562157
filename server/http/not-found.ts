import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

/** Answers with the application's page, which makes sense of the address. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * What no route answers. Under `/partner` the caller is identified first, as everywhere there; an address that a browser
 * asks for as a page, of the application's host, is the application's, which goes home; the rest is 404.
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

/** Whether a browser asks for a page, at an address that could be one. */
export function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const path = url.replace(/[?#].*$/s, '')
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && !NOT_PAGES.test(path)
}
