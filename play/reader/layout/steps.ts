import { nextTask } from '@estante/design/next-task.ts'

/** A piece of work that can be suspended at each `yield`. */
export type Steps<Result> = Generator<void, Result>

export function runNow<Result>(steps: Steps<Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Runs each step in a task of its own, so that none blocks the page for long. */
export async function runInTasks<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await nextTask()
    const step = steps.next()
    if (step.done) return step.value
  }
}
