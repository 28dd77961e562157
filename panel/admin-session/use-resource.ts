import { usePollWhileVisible } from '@estante/client/poll-while-visible.ts'
import { createResource, dropResource, type Resource } from '@estante/client/resource.ts'
import type { Environment } from '@estante/contract/panel/credentials.ts'
import { useEffect, useMemo } from 'preact/hooks'

/**
 * Loads when a screen opens and when the page becomes visible; with `everyMs`, polls while it is visible. Shows the
 * known data meanwhile.
 */
export function useFresh<R extends Resource<unknown>>(resource: R, everyMs?: number): R {
  usePollWhileVisible(resource.load, everyMs)
  return resource
}

/** Creates a resource of this screen alone, one for each `key`. */
export function useResource<T>(key: string, request: () => Promise<T>): Resource<T> {
  return useScreenResource(() => createResource(request), key)
}

/** Creates a resource of this screen alone for each `key`, and discards it with the screen. */
export function useScreenResource<R extends Resource<unknown>>(create: () => R, key: string, everyMs?: number): R {
  const resource = useMemo(create, [key])
  useEffect(() => () => dropResource(resource), [resource])
  return useFresh(resource, everyMs)
}

/** Creates a resource for each environment. */
export function createResourceByEnvironment<T>(
  request: (environment: Environment) => Promise<T>,
): Record<Environment, Resource<T>> {
  return { production: createResource(() => request('production')), sandbox: createResource(() => request('sandbox')) }
}
