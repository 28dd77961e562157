import type { Annotation } from '@estante/contract/play/annotations.ts'
import { useEffect, useRef } from 'preact/hooks'
import { beforeLeaving } from '../activity/page-heartbeats.ts'
import type { AnnotationContent, annotationsOf } from './page-annotations.ts'

/**
 * Saves the draft of an annotation when its editor closes, and when the host closes the view. A draft that the member
 * did not change is not saved: another device may have changed the annotation meanwhile.
 */
export function useDraft(
  { id }: Annotation,
  marks: ReturnType<typeof annotationsOf>,
  read: () => Partial<AnnotationContent>,
): void {
  const saved = useRef(read())

  function save() {
    const current = marks.items.peek().find((one) => one.id === id)
    // Deleted, or of a session that is over.
    if (!current) return
    const draft = read()
    if ((['note', 'color', 'start', 'end'] as const).every((one) => draft[one] === saved.current[one])) return
    saved.current = draft
    marks.change(current, draft)
  }

  useEffect(() => {
    const stop = beforeLeaving(save)
    return () => {
      stop()
      save()
    }
  }, [])
}
