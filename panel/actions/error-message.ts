import { AnswerError, UnreachableError } from '@estante/client/answer.ts'
import { text } from '../text.ts'
import { formatWait } from '../time/format-time.ts'

/** Returns the message of a failure. The service's own sentences are in Portuguese and say what to do. */
export function errorMessage(reason: unknown): string {
  if (reason instanceof UnreachableError) return text.problem.unreachable
  if (!(reason instanceof AnswerError) || reason.status >= 500) return text.problem.failed
  if (reason.code === 'TOO_MANY_ATTEMPTS' && reason.retryAfterSeconds) {
    return text.problem.wait(formatWait(reason.retryAfterSeconds))
  }
  // The panel calls no wrong address: what the address names was deleted meanwhile.
  if (reason.code === 'NOT_FOUND') return text.problem.changed
  return reason.message
}
