import type { Access } from '@estante/contract/route.ts'
import type { FastifyInstance, onRequestHookHandler, preHandlerHookHandler } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}

/** Options of a public route that is not in the contract. */
export const OPEN_TO_ANYONE = { config: { access: 'anyone' } } as const

/** The hooks for a kind of caller: `onRequest` authenticates them; `preHandler` runs after validation. */
interface Guards {
  onRequest?: onRequestHookHandler[]
  preHandler?: preHandlerHookHandler[]
}

/**
 * Enforces the `access` of the routes added after this call. Throws for a route that declares none, so that the service
 * does not start with an unguarded route.
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
