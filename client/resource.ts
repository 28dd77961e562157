import { type Signal, signal } from '@preact/signals'
import { isCode, UnreachableError } from './answer.ts'

/** `unreachable`: no answer arrived. `failed`: the answer was an error. */
export type Problem = 'unreachable' | 'failed'

/** The data of a screen: the last answer, which stays during a reload, and the last failure. */
export interface Resource<T> {
  data: Signal<T | undefined>
  problem: Signal<Problem | undefined>
  load(): Promise<void>
  /** Sets the answer of an action, which is newer than any load in progress. */
  put(answer: T): void
}

/** Every resource, with a function that forgets its data. */
const resources = new Map<Resource<unknown>, () => void>()

/** `first`: an answer that is there before the first load. */
export function createResource<T>(request: () => Promise<T>, first?: T): Resource<T> {
  const data = signal(first)
  const problem = signal<Problem>()
  let lastTurn = 0
  let answeredTurn = 0

  async function load() {
    const turn = ++lastTurn
    try {
      const answer = await request()
      // Answers may arrive out of order: earlier requests are outdated.
      if (turn >= answeredTurn) take(answer, turn)
    } catch (reason) {
      // An unauthenticated call shows the sign-in itself.
      if (turn >= answeredTurn && !isCode(reason, 'NOT_SIGNED_IN')) problem.value = problemOf(reason)
    }
  }

  function take(answer: T | undefined, turn: number) {
    answeredTurn = turn
    data.value = answer
    problem.value = undefined
  }

  const resource = { data, problem, load, put: (answer: T) => take(answer, ++lastTurn) }
  // Loads in progress are dropped.
  resources.set(resource, () => take(undefined, ++lastTurn))
  return resource
}

export function problemOf(reason: unknown): Problem {
  return reason instanceof UnreachableError ? 'unreachable' : 'failed'
}

/** Drops a resource that will not be shown again. */
export function dropResource<T>(resource: Resource<T>) {
  resources.delete(resource)
}

/** Drops all resources, so that no data of one person is shown to another. */
export function forgetResources() {
  for (const forget of resources.values()) forget()
}
