import { type Signal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { pollWhileVisible } from '../live/poll-while-visible.ts'
import { isCode, UnreachableError } from './answer.ts'

/** `unreachable`: nobody answered. `failed`: the answer was an error. */
export type Problem = 'unreachable' | 'failed'

/** What a screen shows: the last answer, kept while the next one comes, and why there is none. */
export interface Resource<T> {
  data: Signal<T | undefined>
  problem: Signal<Problem | undefined>
  load(): Promise<void>
  /** What an act answered: newer than whatever is still on its way. */
  put(answer: T): void
}

/** Each with how to forget it. */
const resources = new Map<Resource<unknown>, () => void>()

export function createResource<T>(ask: () => Promise<T>): Resource<T> {
  const data = signal<T>()
  const problem = signal<Problem>()
  let asked = 0
  let answered = 0

  async function load() {
    const turn = ++asked
    try {
      const answer = await ask()
      // Answers may overtake each other: what was asked earlier knows less.
      if (turn >= answered) take(answer, turn)
    } catch (reason) {
      if (turn < answered) return
      if (!isCode(reason, 'NOT_SIGNED_IN')) {
        problem.value = reason instanceof UnreachableError ? 'unreachable' : 'failed'
      }
    }
  }

  function take(answer: T, turn: number) {
    answered = turn
    data.value = answer
    problem.value = undefined
  }

  /** What is on its way is not waited for any more. */
  function forget() {
    answered = ++asked
    data.value = undefined
    problem.value = undefined
  }

  const resource = { data, problem, load, put: (answer: T) => take(answer, ++asked) }
  resources.set(resource as Resource<unknown>, forget)
  return resource
}

/** For what belongs to one thing of many: nobody will look at it again. */
export function dropResource<T>(resource: Resource<T>) {
  resources.delete(resource as Resource<unknown>)
}

/**
 * Asks each time a screen comes up, and when the page is looked at again; with `everyMs`, while it is looked at, so long
 * after each answer. What is known shows meanwhile.
 */
export function useFresh<R extends Resource<unknown>>(resource: R, everyMs?: number): R {
  useEffect(() => pollWhileVisible(resource.load, everyMs), [resource, everyMs])
  return resource
}

export function forgetResources() {
  for (const forget of resources.values()) forget()
}
