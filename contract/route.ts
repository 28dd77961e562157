import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { AdminRole } from './roles.ts'

/** Access to a route: public, a partner's backend by its credential, a member by their session, or an admin. */
export type Access = 'anyone' | 'client' | 'member' | AdminAccess

export interface AdminAccess {
  roles: readonly AdminRole[]
  /** Refused with `SIGN_IN_AGAIN` when the password was entered too long ago. */
  fresh?: true
  /** Allowed to an admin without the required second factor, to set it up. */
  withoutSecondFactor?: true
  /** Parameters of the query that only operators may send. */
  operatorQuery?: readonly string[]
}

/** A route as a value: the server registers it, and validates and types its handler with it. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As Fastify writes it: `/partner/v1/users/:externalUserId`. */
  path: string
  access: Access
  params?: TObject
  query?: TObject
  body?: TObject
  /** Limit of the body in bytes, if larger than the default. */
  bodyLimitBytes?: number
  /** Status of a success, if not 200. */
  status?: 201 | 204
  answer?: TSchema
  /** The response has an `ETag`; a request with it in `If-None-Match` gets 304 while nothing changed. */
  conditional?: true
}

/** A route of the Partner API: `partner-v1.openapi.json` is written from it. */
export interface PartnerRoute extends Route {
  operationId: string
  summary: string
  description: string
  /** Example bodies, by their descriptions. */
  bodyExamples?: Readonly<Record<string, unknown>>
  response: { description: string; example?: unknown }
  /** The errors of this route, besides the common ones. */
  errors: readonly ErrorCode[]
  /** `VALIDATION` messages of the most frequent mistakes. */
  faults?: readonly string[]
}

/** Declares a route without widening its type, so that handlers are typed from its schemas. */
export function route<
  const Method extends Route['method'],
  const Path extends string,
  const Rest extends Omit<Route, 'method' | 'path'>,
>(method: Method, path: Path, rest: Rest) {
  return { method, path, ...rest }
}

/** Like `route`, for the Partner API. */
export function partnerRoute<
  const Method extends Route['method'],
  const Path extends string,
  const Rest extends Omit<PartnerRoute, 'method' | 'path'>,
>(method: Method, path: Path, rest: Rest) {
  return route(method, path, rest)
}

type StaticOr<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise

export type Params<R extends Route> = StaticOr<R['params'], unknown>
export type Query<R extends Route> = StaticOr<R['query'], unknown>
export type Body<R extends Route> = StaticOr<R['body'], undefined>
export type Answer<R extends Route> = StaticOr<R['answer'], undefined>
