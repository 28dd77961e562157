import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isPassing } from './answer.ts'
import { api, memberSession } from './api.ts'
import type { GetAnswer, GetPath } from './api-types.ts'

/** What a screen shows: the last answer, kept while the next one comes, and why there is none. */
export interface Resource<T> {
  data: ReadonlySignal<T | undefined>
  problem: ReadonlySignal<Problem | undefined>
  load(): Promise<void>
}

/** `unreachable`: nobody answered. `failed`: the answer was an error. */
export type Problem = 'unreachable' | 'failed'

const resources = new Map<string, Resource<unknown>>()

/** What is at this address, asked for again each time a screen comes up, and shown from memory meanwhile. */
export function useResource<const Path extends GetPath>(path: Path): Resource<GetAnswer<Path>> {
  const resource = resourceAt(path)
  useEffect(() => {
    void resource.load()
  }, [resource])
  return resource
}

function resourceAt<const Path extends GetPath>(path: Path): Resource<GetAnswer<Path>> {
  const known = resources.get(path)
  if (known) return known as Resource<GetAnswer<Path>>
  const created = createResource(() => api.get(path))
  resources.set(path, created)
  return created
}

function createResource<T>(ask: () => Promise<T>): Resource<T> {
  const data = signal<T>()
  const problem = signal<Problem>()
  let loading: Promise<void> | undefined

  async function run() {
    try {
      data.value = await ask()
      problem.value = undefined
    } catch (reason) {
      problem.value = isPassing(reason) ? 'unreachable' : 'failed'
    }
  }

  function load() {
    loading ??= run().finally(() => {
      loading = undefined
    })
    return loading
  }

  return { data, problem, load }
}

// What one member saw is never shown to the next.
effect(() => {
  if (memberSession.isOver.value) resources.clear()
})
