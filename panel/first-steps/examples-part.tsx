import { Button } from '@estante/design/button/button.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useId } from 'preact/hooks'
import { useAction } from '../actions/use-action.ts'
import { canHandleCredentials } from '../admin-session/admin-session.ts'
import { sectionPath } from '../router.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { fillWithExamples } from './first-steps.ts'
import { text } from './text.ts'

const { examples: examplesText } = text

/** Fills an empty sandbox with members and a month of usage. */
export function ExamplesPart({ examplesAt }: { examplesAt: string | null }) {
  const id = useId()
  const { isBusy, problem, run } = useAction()
  const fill = () => run(async () => showToast((await fillWithExamples()) ? examplesText.filled : examplesText.wasFull))
  return (
    <section class="examples" aria-labelledby={id}>
      <h2 id={id}>{examplesText.title}</h2>
      <p class="note">{examplesText.help}</p>
      {examplesAt ? (
        <p class="examples__done row">
          <span>
            {examplesText.since} <RelativeTime at={examplesAt} />
          </span>
          <a class="step__link label" href={sectionPath('members')}>
            {examplesText.seeMembers}
          </a>
          <a class="step__link label" href={sectionPath('usage')}>
            {examplesText.seeUsage}
          </a>
        </p>
      ) : (
        canHandleCredentials.value && (
          <Button variant="soft" aria-busy={isBusy} onClick={fill}>
            {isBusy ? examplesText.busy : examplesText.action}
          </Button>
        )
      )}
      {problem && (
        <p class="fault" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
