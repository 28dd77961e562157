import { CheckIcon } from '@estante/design/icons/icons.tsx'
import { text } from './text.ts'

/** The number of a step, or a check mark. */
export function StepMark({ isDone, number, isCurrent }: { isDone: boolean; number?: number; isCurrent?: boolean }) {
  return (
    <span class="step__mark disc note" data-done={isDone ? '' : undefined} data-current={isCurrent ? '' : undefined}>
      {isDone ? <CheckIcon /> : <span aria-hidden="true">{number}</span>}
      {isDone && <span class="visually-hidden">{text.done}: </span>}
    </span>
  )
}
