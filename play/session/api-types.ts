import type * as activity from '@estante/contract/play/activity.ts'
import type * as annotations from '@estante/contract/play/annotations.ts'
import type * as bookSearch from '@estante/contract/play/book-search.ts'
import type * as dictionary from '@estante/contract/play/dictionary.ts'
import type * as discovery from '@estante/contract/play/discovery.ts'
import type * as launch from '@estante/contract/play/launch.ts'
import type * as library from '@estante/contract/play/library.ts'
import type * as lists from '@estante/contract/play/lists.ts'
import type * as places from '@estante/contract/play/places.ts'
import type * as preferences from '@estante/contract/play/preferences.ts'
import type * as publications from '@estante/contract/play/publications.ts'
import type * as queue from '@estante/contract/play/queue.ts'
import type * as statistics from '@estante/contract/play/statistics.ts'
import type { Answer, Body, Route } from '@estante/contract/route.ts'

type Contract = typeof activity &
  typeof annotations &
  typeof bookSearch &
  typeof dictionary &
  typeof discovery &
  typeof launch &
  typeof library &
  typeof lists &
  typeof places &
  typeof preferences &
  typeof publications &
  typeof queue &
  typeof statistics
type MemberRoute = Extract<Contract[keyof Contract], { access: 'member' }>

/** The addresses of a route: `/library/${string}` for `/library/:id`. */
type ConcretePath<Path extends string> = Path extends `${infer Before}:${infer After}`
  ? After extends `${string}/${infer Rest}`
    ? `${Before}${string}/${ConcretePath<Rest>}`
    : `${Before}${string}`
  : Path

/** The addresses of routes, with or without a query. */
type AddressOf<R> = R extends Route ? ConcretePath<R['path']> | `${ConcretePath<R['path']>}?${string}` : never

type PathOf<Method> = AddressOf<Extract<MemberRoute, { method: Method }>>

type RouteAt<Method, Path, R = Extract<MemberRoute, { method: Method }>> = R extends Route
  ? Path extends AddressOf<R>
    ? R
    : never
  : never

type AnswerAt<Method, Path> = [RouteAt<Method, Path>] extends [never] ? never : Answer<RouteAt<Method, Path>>

/**
 * Calls as the signed-in member, typed from the contract. They retry while the service is unreachable, and reject with
 * `AnswerError` or `UnreachableError`.
 */
export interface Api {
  get<const Path extends PathOf<'GET'>>(path: Path): Promise<AnswerAt<'GET', Path>>
  post<const Path extends PathOf<'POST'>>(
    path: Path,
    body?: Body<RouteAt<'POST', Path>>,
  ): Promise<AnswerAt<'POST', Path>>
  put<const Path extends PathOf<'PUT'>>(path: Path, body?: Body<RouteAt<'PUT', Path>>): Promise<AnswerAt<'PUT', Path>>
  delete<const Path extends PathOf<'DELETE'>>(path: Path): Promise<AnswerAt<'DELETE', Path>>
  /** `fetch` with the member's access token, refreshed once on a 401. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Like `fetch`, for small requests that may be repeated: one without an answer rejects with `UnreachableError`. */
  fetchInTime(path: string, init?: RequestInit): Promise<Response>
}

export type GetPath = PathOf<'GET'>
export type GetAnswer<Path extends GetPath> = AnswerAt<'GET', Path>
