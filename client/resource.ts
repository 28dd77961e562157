import { type Signal, signal } from '@preact/signals'
import { isCode, UnreachableError } from './answer.ts'

/** `unreachable`: nobody answered. `failed`: the answer was an error. */
export type Problem = 'unreachable' | 'failed'

/** What a screen shows: the last answer, which stays while the next one comes, and why there is none. */
export interface Resource<T> {
  data: Signal<T | undefined>
  problem: Signal<Problem | undefined>
  load(): Promise<void>
  /** Takes the answer of an action: newer than whatever is still on its way. */
  put(answer: T): void
}

/** Each with how to forget it. */
const resources = new Map<Resource<unknown>, () => void>()

export function createResource<T>(ask: () => Promise<T>): Resource<T> {
  const data = signal<T>()
  const problem = signal<Problem>()
  let lastTurn = 0
  let answeredTurn = 0

  async function load() {
    const turn = ++lastTurn
    try {
      const answer = await ask()
      // Answers may overtake each other: what was asked earlier knows less.
      if (turn >= answeredTurn) take(answer, turn)
    } catch (reason) {
      // Whoever is not signed in is asked to, by the call itself.
      if (turn >= answeredTurn && !isCode(reason, 'NOT_SIGNED_IN')) problem.value = problemOf(reason)
    }
  }

  function take(answer: T | undefined, turn: number) {
    answeredTurn = turn
    data.value = answer
    problem.value = undefined
  }

  const resource = { data, problem, load, put: (answer: T) => take(answer, ++lastTurn) }
  // What is on its way is not waited for any more.
  resources.set(resource as Resource<unknown>, () => take(undefined, ++lastTurn))
  return resource
}

export function problemOf(reason: unknown): Problem {
  return reason instanceof UnreachableError ? 'unreachable' : 'failed'
}

/** For a resource of one thing of many: nobody will look at it again. */
export function dropResource<T>(resource: Resource<T>) {
  resources.delete(resource as Resource<unknown>)
}

/** What one person saw is never shown to the next. */
export function forgetResources() {
  for (const forget of resources.values()) forget()
}
