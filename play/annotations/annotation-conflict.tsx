import { Button } from '@estante/design/button/button.tsx'
import { recoverFocus } from '../shell/arrival.ts'
import { questionOf } from './conflict-question.ts'
import type { annotationsOf } from './page-annotations.ts'
import './annotation-conflict.css'

/** Asks which version of an annotation stays, if another device changed it meanwhile. Render it in the item's `li`. */
export function AnnotationConflict({ id, marks }: { id: string; marks: ReturnType<typeof annotationsOf> }) {
  const unsent = marks.conflicts.value.find((one) => one.id === id)
  if (!unsent) return null
  const question = questionOf(unsent)

  function answer(button: HTMLElement, version: 'mine' | 'theirs') {
    const item = button.closest('li')!
    const leaves = version === 'mine' ? unsent!.isDeleted : unsent!.conflict!.annotation === null
    const next = leaves ? (item.nextElementSibling ?? item.previousElementSibling) : item
    // The pressed button goes with the question.
    const heir = next?.querySelector<HTMLElement>('button:enabled')
    if (heir) heir.focus({ preventScroll: true })
    else button.blur()
    recoverFocus()
    marks.resolve(id, version)
  }

  return (
    <div class="annotation-conflict row" role="alert">
      <p dir="auto">{question.text}</p>
      <Button variant="soft" size="compact" onClick={({ currentTarget }) => answer(currentTarget, 'mine')}>
        {question.mine}
      </Button>
      <Button variant="soft" size="compact" onClick={({ currentTarget }) => answer(currentTarget, 'theirs')}>
        {question.theirs}
      </Button>
    </div>
  )
}
