import { isPassing, UnreachableError } from '@estante/client/answer.ts'
import { usePollWhileVisible } from '@estante/client/poll-while-visible.ts'
import { createResource, forgetResources, type Resource } from '@estante/client/resource.ts'
import { api, onSessionOver } from './api.ts'
import type { GetAnswer, GetPath } from './api-types.ts'

const resources = new Map<string, Resource<unknown>>()

/** Reloads the data at an address each time a screen opens or is shown again, and returns it from memory meanwhile. */
export function useResource<const Path extends GetPath>(path: Path): Resource<GetAnswer<Path>> {
  const resource = resourceAt(path)
  usePollWhileVisible(resource.load)
  return resource
}

/** Reloads the data at an address for a screen that was open before, so that nothing moves when it opens again. */
export function refresh(path: GetPath) {
  const known = resources.get(path)
  if (known?.data.peek() !== undefined) void known.load()
}

function resourceAt<const Path extends GetPath>(path: Path): Resource<GetAnswer<Path>> {
  const known = resources.get(path)
  if (known) return known as Resource<GetAnswer<Path>>
  const created = createResource(() => getPatiently(path))
  resources.set(path, created)
  return created
}

/** Gets the data at an address. A service that fails after retries counts as unreachable. */
export async function getPatiently<const Path extends GetPath>(path: Path): Promise<GetAnswer<Path>> {
  try {
    return await api.get(path)
  } catch (reason) {
    throw isPassing(reason) ? new UnreachableError(reason) : reason
  }
}

onSessionOver(forgetResources)
