import type { Access } from '@estante/contract/route.ts'
import type { FastifyInstance, onRequestHookHandler, preHandlerHookHandler } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}

/** The options of a route that is not of the contract and open to anyone. */
export const OPEN_TO_ANYONE = { config: { access: 'anyone' } } as const

/** The hooks that a kind of caller passes: `onRequest` identifies them; `preHandler` runs once the request is checked. */
interface Guards {
  onRequest?: onRequestHookHandler[]
  preHandler?: preHandlerHookHandler[]
}

/**
 * Enforces the `access` of every route that is added from here on. Throws for a route that declares none, so that the
 * service does not start with an unguarded one.
 */
export function enforceAccess(app: FastifyInstance, guards: Record<Extract<Access, string> | 'admin', Guards>): void {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (access === undefined)
      throw new Error(`${route.method} ${route.url} does not say who may call it: no \`access\``)
    const { onRequest = [], preHandler = [] } = guards[typeof access === 'string' ? access : 'admin']
    route.onRequest = [...onRequest, ...[route.onRequest ?? []].flat()]
    route.preHandler = [...preHandler, ...[route.preHandler ?? []].flat()]
  })
}
