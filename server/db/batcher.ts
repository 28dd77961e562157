import { waitForBatch } from './wait-for-batch.ts'

/**
 * Several small batches run at once: with a single large one, Node would idle while PostgreSQL works, and PostgreSQL
 * while Node does.
 */
const BATCH_SIZE = 16
const CONCURRENCY = 4

/**
 * Batches concurrent calls: `run` gets the inputs of up to 16 and returns their results in the same order. At most four
 * batches run at once; further calls wait for the next one.
 */
export function createBatcher<Input, Result>(
  run: (inputs: Input[]) => Promise<Result[]>,
): (input: Input) => Promise<Result> {
  const waiting: { input: Input; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let running = 0
  let isDue = false

  function beginLater(): void {
    if (isDue || running === CONCURRENCY || waiting.length === 0) return
    isDue = true
    void waitForBatch(waiting).then(() => {
      isDue = false
      void runSome(waiting.splice(0, BATCH_SIZE))
      beginLater()
    })
  }

  async function runSome(some: typeof waiting): Promise<void> {
    running++
    try {
      const results = await run(some.map(({ input }) => input))
      for (const [index, { resolve }] of some.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
    running--
    beginLater()
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      beginLater()
    })
}
