import { isPassing, UnreachableError } from '@estante/client/answer.ts'
import { memoizeLru } from '@estante/client/memoize-lru.ts'
import { usePollWhileVisible } from '@estante/client/poll-while-visible.ts'
import { createResource, dropResource, forgetResources, type Resource } from '@estante/client/resource.ts'
import { api, memberSession, onSessionOver } from './api.ts'
import type { GetAnswer, GetPath } from './api-types.ts'

/** The few screens with one address each, and the last lists and places of titles. */
const MAX_CACHED = 24

const resourceAt = memoizeLru(
  MAX_CACHED,
  (path: GetPath) => createResource<unknown>(() => getData(path), memberSession.peekFirst(path)),
  dropResource,
)

/** Reloads the data at an address each time a screen opens or is shown again, and returns it from memory meanwhile. */
export function useResource<const Path extends GetPath>(path: Path): Resource<GetAnswer<Path>> {
  const resource = resourceAt(path) as Resource<GetAnswer<Path>>
  usePollWhileVisible(resource.load)
  return resource
}

/** Reloads the data at an address for a screen that was open before, so that nothing moves when it opens again. */
export function refresh(path: GetPath) {
  const { data, load } = resourceAt(path)
  if (data.peek() !== undefined) void load()
}

/** Gets the data at an address. A service that fails after retries counts as unreachable. */
export async function getData<const Path extends GetPath>(path: Path): Promise<GetAnswer<Path>> {
  try {
    return await api.get(path)
  } catch (reason) {
    throw isPassing(reason) ? new UnreachableError(reason) : reason
  }
}

onSessionOver(forgetResources)
