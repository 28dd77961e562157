import type { Access } from '@estante/contract/route.ts'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { ApiError } from './errors.ts'

/**
 * Answers 405 with `Allow`, after the `access` check, for methods that the routes of a scope lack (RFC 9110, section
 * 15.5.6). Call it before the routes are added, and the function it returns after them.
 */
export function collectMethods(app: FastifyInstance, access: Access): () => void {
  const methodsOf = new Map<string, Set<HTTPMethods>>()
  app.addHook('onRoute', ({ url, method }) => {
    methodsOf.set(url, new Set([...(methodsOf.get(url) ?? []), ...[method].flat()]))
  })
  return function refuseOtherMethods() {
    for (const [url, methods] of [...methodsOf]) {
      const allow = [...methods].sort().join(', ')
      app.route({
        method: app.supportedMethods.filter((method): method is HTTPMethods => !methods.has(method)),
        url,
        config: { access },
        // Before the body is read, which is irrelevant.
        onRequest: async (_, reply) => {
          reply.header('Allow', allow)
          throw new ApiError('METHOD_NOT_ALLOWED')
        },
        handler: () => {},
      })
    }
  }
}
