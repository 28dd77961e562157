import { Button } from '@estante/design/button/button.tsx'
import type { annotationsOf } from './page-annotations.ts'
import { text } from './text.ts'
import './annotation-conflict.css'

/** Asks which version of an annotation to keep, if another device changed it meanwhile. */
export function AnnotationConflict({ id, marks }: { id: string; marks: ReturnType<typeof annotationsOf> }) {
  const conflict = marks.conflicts.value.find((one) => one.id === id)?.conflict
  if (!conflict) return null
  return (
    <div class="annotation-conflict row" role="alert">
      <p>{conflict.annotation ? text.changed : text.gone}</p>
      <Button variant="soft" size="compact" onClick={() => marks.resolve(id, 'mine')}>
        {text.keepMine}
      </Button>
      <Button variant="soft" size="compact" onClick={() => marks.resolve(id, 'theirs')}>
        {text.keepTheirs}
      </Button>
    </div>
  )
}
