import { untilAllJoined } from './until-all-joined.ts'

/** While PostgreSQL answers some, others are read: all at once, each side would wait for the other. */
const TOGETHER = 16
const AT_ONCE = 4

/**
 * Answers those who ask at the same time together, at most 16 of them by one call of `answer`, which gives each their
 * answer, in order. Four calls run side by side; who asks meanwhile waits for the next.
 */
export function gathered<Question, Answer>(
  answer: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  const waiting: { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []
  let running = 0
  let isDue = false

  function beginLater(): void {
    if (isDue || running === AT_ONCE || waiting.length === 0) return
    isDue = true
    void untilAllJoined(waiting).then(() => {
      isDue = false
      void answerSome(waiting.splice(0, TOGETHER))
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
