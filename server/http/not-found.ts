import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

/**
 * What no route answers. Under `/partner` the caller is identified first, as everywhere there; an address that a browser
 * asks for as a page is the application's, which goes home; the rest is 404.
 */
export function answerNotFound(
  app: FastifyInstance,
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
  sendPage: (reply: FastifyReply) => FastifyReply,
): void {
  app.setNotFoundHandler(async (request, reply) => {
    if (/^\/partner(\/|$)/.test(request.url)) await authenticate(request, reply)
    else if (isPageRequest(request)) return sendPage(reply)
    throw new ApiError('NOT_FOUND')
  })
}

const NOT_PAGES = /^\/(?:play|assets|capas|docs|painel|panel|healthz|readyz)(?:\/|$)|\.\w+$/

function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const path = url.replace(/[?#].*$/s, '')
  return method === 'GET' && (headers.accept ?? '').includes('text/html') && !NOT_PAGES.test(path)
}
