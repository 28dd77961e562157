import type { sendHeartbeat } from '@estante/contract/play/activity.ts'
import type { getNotebook } from '@estante/contract/play/annotations.ts'
import type { searchInBook } from '@estante/contract/play/book-search.ts'
import type { lookUpWord } from '@estante/contract/play/dictionary.ts'
import type { getDiscoveries, getRelated, listFacets } from '@estante/contract/play/discovery.ts'
import type { endMemberSession, getProfile } from '@estante/contract/play/launch.ts'
import type { getLibrary, savePublication, unsavePublication } from '@estante/contract/play/library.ts'
import type {
  addToList,
  deleteList,
  getList,
  getLists,
  removeFromList,
  saveList,
} from '@estante/contract/play/lists.ts'
import type { getPlaces } from '@estante/contract/play/places.ts'
import type { getPreferences } from '@estante/contract/play/preferences.ts'
import type { getHome, getPublication, getSilences, searchPublications } from '@estante/contract/play/publications.ts'
import type { getEnding, getQueue, putInQueue, removeFromQueue } from '@estante/contract/play/queue.ts'
import type { getStatistics } from '@estante/contract/play/statistics.ts'
import type { Answer, Body, Route } from '@estante/contract/route.ts'

type MemberRoute =
  | typeof sendHeartbeat
  | typeof endMemberSession
  | typeof getProfile
  | typeof getPlaces
  | typeof getLibrary
  | typeof savePublication
  | typeof unsavePublication
  | typeof getHome
  | typeof getPublication
  | typeof searchPublications
  | typeof getSilences
  | typeof searchInBook
  | typeof lookUpWord
  | typeof getNotebook
  | typeof getPreferences
  | typeof listFacets
  | typeof getDiscoveries
  | typeof getRelated
  | typeof getStatistics
  | typeof getQueue
  | typeof putInQueue
  | typeof removeFromQueue
  | typeof getEnding
  | typeof getLists
  | typeof getList
  | typeof saveList
  | typeof deleteList
  | typeof addToList
  | typeof removeFromList

/** The addresses of a route: `/library/${string}` for `/library/:id`. */
type ConcretePath<Path extends string> = Path extends `${infer Before}:${infer After}`
  ? After extends `${string}/${infer Rest}`
    ? `${Before}${string}/${ConcretePath<Rest>}`
    : `${Before}${string}`
  : Path

type RouteAt<Method, Path extends string> = MemberRoute extends infer R
  ? R extends Route
    ? R extends { method: Method }
      ? Path extends ConcretePath<R['path']> | `${ConcretePath<R['path']>}?${string}`
        ? R
        : never
      : never
    : never
  : never

type AnswerAt<Method, Path extends string> = [RouteAt<Method, Path>] extends [never]
  ? never
  : Answer<RouteAt<Method, Path>>

type PathOf<Method> = MemberRoute extends infer R
  ? R extends Route
    ? R extends { method: Method }
      ? ConcretePath<R['path']> | `${ConcretePath<R['path']>}?${string}`
      : never
    : never
  : never

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
}

export type GetPath = PathOf<'GET'>
export type GetAnswer<Path extends GetPath> = AnswerAt<'GET', Path>
