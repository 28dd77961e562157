import { Readable } from 'node:stream'
import type { Answer, Body, Params, Query, Route } from '@estante/contract/route.ts'
import { Type } from '@estante/contract/schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'
import { queryValidator, validator } from './validation.ts'

const NO_FIELDS = Type.Object({})

type Handler<R extends Route> = (input: {
  params: Params<R>
  query: Query<R>
  body: Body<R>
  request: FastifyRequest
  reply: FastifyReply
}) => Promise<Answer<R> | FastifyReply>

/**
 * Registers a route of the contract: enforces its `access`, validates the request and serializes the answer by its
 * schemas. The handler receives only the fields that the schemas name.
 */
export function serve<const R extends Route>(app: FastifyInstance, route: R, handler: Handler<R>): void {
  const checkParams = route.params && validator(route.params)
  const checkQuery = queryValidator(route.query ?? NO_FIELDS)
  const checkBody = route.body && validator(route.body)
  const { status = 200, answer } = route
  app.route({
    method: route.method,
    url: route.path,
    ...(route.bodyLimitBytes && { bodyLimit: route.bodyLimitBytes }),
    ...(answer && { schema: { response: { [status]: answer } } }),
    config: { access: route.access },
    preValidation: (request, _, done) => {
      const faults = [
        ...(checkParams?.(request.params) ?? []),
        ...checkQuery(request.query as Record<string, unknown>),
        ...(checkBody?.(request.body) ?? []),
      ]
      if (faults.length > 0) throw new ApiError('VALIDATION', faults)
      // Files are streamed, and read by their route.
      if (!checkBody && !(request.body instanceof Readable)) request.body = undefined
      done()
    },
    handler: (request, reply) => {
      reply.status(status)
      const { params, query, body } = request as { params: Params<R>; query: Query<R>; body: Body<R> }
      return handler({ params, query, body, request, reply })
    },
  })
}
