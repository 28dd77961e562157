import type { Annotation } from '@estante/contract/play/annotations.ts'
import { useEffect, useRef } from 'preact/hooks'
import { type AnnotationContent, type annotationsOf, watchDraft } from './page-annotations.ts'

/**
 * Saves the draft of an annotation when its editor closes, when the host closes the view, and when the session ends,
 * though another device deleted the annotation meanwhile. A draft that the member did not change is not saved: another
 * device may have changed the annotation. Returns a function that discards the draft, for a member who deletes the
 * annotation.
 */
export function useDraft(
  annotation: Annotation,
  { change }: Pick<ReturnType<typeof annotationsOf>, 'change'>,
  read: () => Partial<AnnotationContent>,
): () => void {
  const opened = useRef(annotation)
  const saved = useRef(read())
  const isDiscarded = useRef(false)

  function save() {
    const draft = read()
    const isUnchanged = (['note', 'color', 'start', 'end'] as const).every((one) => draft[one] === saved.current[one])
    if (isUnchanged || isDiscarded.current) return
    saved.current = draft
    opened.current = change(opened.current, draft)
  }

  useEffect(() => {
    const stop = watchDraft(save)
    return () => {
      stop()
      save()
    }
  }, [])
  return () => {
    isDiscarded.current = true
  }
}
