import type { Annotation } from '@estante/contract/play/annotations.ts'
import { useEffect, useRef } from 'preact/hooks'
import { isSame } from './annotation-outbox.ts'
import { type AnnotationContent, type annotationsOf, watchDraft } from './page-annotations.ts'

/** The most that is lost when the system ends a page without notice, as iOS does for want of memory. */
const SAVED_EVERY_MS = 5000

/**
 * Saves the draft of an annotation while it is written, when its editor closes, when the host closes the view, and when
 * the session ends, though another device deleted the annotation meanwhile. A draft that the member did not change is
 * not saved: another device may have changed the annotation. Returns a function for a member who deletes the annotation:
 * it discards the draft, and returns the annotation as it was saved last.
 */
export function useDraft(
  annotation: Annotation,
  { change }: Pick<ReturnType<typeof annotationsOf>, 'change'>,
  read: () => Partial<AnnotationContent>,
): () => Annotation {
  const opened = useRef(annotation)
  const saved = useRef(read())
  const isDiscarded = useRef(false)

  function save() {
    const draft = read()
    const isUnchanged = isSame({ ...annotation, ...draft }, { ...annotation, ...saved.current })
    if (isUnchanged || isDiscarded.current) return
    saved.current = draft
    opened.current = change(opened.current, draft)
  }

  useEffect(() => {
    const stop = watchDraft(save)
    const timer = setInterval(save, SAVED_EVERY_MS)
    return () => {
      clearInterval(timer)
      stop()
      save()
    }
  }, [])
  return () => {
    isDiscarded.current = true
    return opened.current
  }
}
