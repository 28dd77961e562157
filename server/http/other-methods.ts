import type { FastifyInstance, HTTPMethods } from 'fastify'
import { ApiError } from './errors.ts'

/**
 * Answers 405, with `Allow`, to the methods that the addresses of a scope do not have. Called before the routes are
 * added; what it returns is called after them.
 */
export function watchMethods(app: FastifyInstance): () => void {
  const methodsOf = new Map<string, Set<HTTPMethods>>()
  app.addHook('onRoute', ({ url, method }) => {
    methodsOf.set(url, new Set([...(methodsOf.get(url) ?? []), ...[method].flat()]))
  })
  return function refuseOtherMethods() {
    for (const [url, methods] of [...methodsOf]) {
      const allow = [...methods].sort().join(', ')
      app.route({
        method: app.supportedMethods.filter((method): method is HTTPMethods => !methods.has(method as HTTPMethods)),
        url,
        exposeHeadRoute: false,
        // Before the body is read: a wrong method is a wrong method, whatever it carries.
        onRequest: async (_, reply) => {
          reply.header('Allow', allow)
          throw new ApiError('METHOD_NOT_ALLOWED')
        },
        handler: () => {},
      })
    }
  }
}
