/** A piece of work that can be suspended at each `yield`, which returns whether a new task has begun. */
export type Steps<Result> = Generator<void, Result, boolean>

export function runNow<Result>(steps: Steps<Result>): Result {
  let step = steps.next(false)
  while (!step.done) step = steps.next(false)
  return step.value
}

/** Maps each item in a step of its own. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Steps<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    results.push(map(item, results.length))
    yield
  }
  return results
}

/** Filters items, with the test of each in a step of its own. */
export function* filterInSteps<Item>(
  items: readonly Item[],
  test: (item: Item, index: number) => boolean,
): Steps<Item[]> {
  const results = yield* mapInSteps(items, test)
  return items.filter((_, index) => results[index])
}

/** A task ends after the step that exceeds this. */
const SLICE_MS = 8

/** Runs the steps in several tasks, so that none blocks the page for long. */
export async function runInTasks<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await nextMessage()
    const startedAt = performance.now()
    let isNewTask = true
    do {
      const step = steps.next(isNewTask)
      if (step.done) return step.value
      isNewTask = false
    } while (performance.now() - startedAt < SLICE_MS)
  }
}

/** Resolves in a new task. Timers that start each other would each wait 4 ms, after the fifth. */
function nextMessage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
