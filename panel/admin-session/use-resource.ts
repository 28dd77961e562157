import { createResource, dropResource, type Resource } from '@estante/client/resource.ts'
import { useEffect, useMemo } from 'preact/hooks'
import { pollWhileVisible } from '../live/poll-while-visible.ts'

/**
 * Asks each time a screen comes up, and when the page is looked at again; with `everyMs`, while it is looked at, so long
 * after each answer. What is known shows meanwhile.
 */
export function useFresh<R extends Resource<unknown>>(resource: R, everyMs?: number): R {
  useEffect(() => pollWhileVisible(resource.load, everyMs), [resource, everyMs])
  return resource
}

/** A resource of this screen alone, another for each `key`. */
export function useResource<T>(key: string, ask: () => Promise<T>): Resource<T> {
  return useOwn(() => createResource(ask), key)
}

/** A resource of this screen alone, made anew for each `key` and given up with the screen. */
export function useOwn<R extends Resource<unknown>>(create: () => R, key: string, everyMs?: number): R {
  const resource = useMemo(create, [key])
  useEffect(() => () => dropResource(resource), [resource])
  return useFresh(resource, everyMs)
}
