import { waitForBatch } from './wait-for-batch.ts'

/**
 * Several small batches run at once: with a single large one, Node would idle while PostgreSQL works, and PostgreSQL
 * while Node does.
 */
const BATCH_SIZE = 16
const CONCURRENCY = 4

/**
 * Batches concurrent calls: `answer` gets up to 16 questions and returns their answers in the same order. At most four
 * batches run at once; further calls wait for the next one.
 */
export function createBatcher<Question, Answer>(
  answer: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  const waiting: { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []
  let running = 0
  let isDue = false

  function beginLater(): void {
    if (isDue || running === CONCURRENCY || waiting.length === 0) return
    isDue = true
    void waitForBatch(waiting).then(() => {
      isDue = false
      void answerSome(waiting.splice(0, BATCH_SIZE))
      beginLater()
    })
  }

  async function answerSome(some: typeof waiting): Promise<void> {
    running++
    try {
      const answers = await answer(some.map(({ question }) => question))
      for (const [index, { resolve }] of some.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
    running--
    beginLater()
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      beginLater()
    })
}
