import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { createResource, dropResource, type Resource, useFresh } from './resource.ts'

/** A resource of this screen alone, another for each `key`: one of many, that is. */
export function useResource<T>(key: string, ask: () => Promise<T>): Resource<T> {
  const resource = useMemo(() => createResource(ask), [key])
  useEffect(() => () => dropResource(resource), [resource])
  return useFresh(resource)
}

/**
 * One resource of this screen for every `key`: a list that is filtered anew stays in sight while the next is on its way.
 * `shown` is the key of what it holds. An answer that nobody waits for any more is not shown.
 */
export function useKeptResource<T>(key: string, ask: () => Promise<T>): Resource<T> & { shown: Signal<string> } {
  const latest = useRef({ key, ask })
  latest.current = { key, ask }
  const shown = useSignal(key)
  const resource = useMemo(() => {
    async function askLatest(): Promise<T> {
      const asked = latest.current
      let value: T
      try {
        value = await asked.ask()
      } catch (reason) {
        if (latest.current.key !== asked.key) return askLatest()
        throw reason
      }
      if (latest.current.key !== asked.key) return askLatest()
      shown.value = asked.key
      return value
    }
    return createResource(askLatest)
  }, [])
  useFresh(resource)
  useEffect(() => {
    if (shown.value !== key) void resource.load()
  }, [key])
  useEffect(() => () => dropResource(resource), [])
  return useMemo(() => Object.assign(resource, { shown }), [resource])
}
