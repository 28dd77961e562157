import { AnswerError } from '@estante/client/answer.ts'
import type { Problem } from '@estante/client/resource.ts'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../session/api.ts'

/** Loads an export before a button is pressed: browsers share only within the gesture. */
export function useExportContent(address: `/play/v1/${string}`) {
  const content = useSignal<string | undefined>(undefined)
  const problem = useSignal<Problem | undefined>(undefined)
  const attempt = useSignal(0)
  useEffect(() => {
    let isCurrent = true
    content.value = undefined
    problem.value = undefined
    const read = async () => {
      const response = await api.fetchInTime(address)
      if (!response.ok) throw await AnswerError.from(response)
      return response.text()
    }
    read().then(
      (answer) => {
        if (isCurrent) content.value = answer
      },
      (reason) => {
        if (isCurrent) problem.value = reason instanceof AnswerError ? 'failed' : 'unreachable'
      },
    )
    return () => {
      isCurrent = false
    }
  }, [address, attempt.value])
  return { content: content.value, problem: problem.value, retry: () => (attempt.value += 1) }
}
