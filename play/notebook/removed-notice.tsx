import type { Annotation } from '@estante/contract/play/annotations.ts'
import { Notice } from '@estante/design/notice/notice.tsx'
import type { Signal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { type annotationsOf, refusal } from '../annotations/page-annotations.ts'
import { recoverFocus } from '../shell/arrival.ts'
import { focusCard } from './annotation-card.tsx'
import { text } from './text.ts'

const NOTICE_MS = 8000

/** The annotation that was deleted last. */
export interface DeletedAnnotation {
  annotation: Annotation
  marks: ReturnType<typeof annotationsOf>
}

/**
 * Notice of a deleted annotation, with its undo, or of the service's reason for refusing a change. The question about
 * one that another device changed replaces it, and would be covered.
 */
export function RemovedNotice({ removed }: { removed: Signal<DeletedAnnotation | undefined> }) {
  const { annotation, marks } = removed.value ?? {}
  const hasConflict = marks?.conflicts.value.some(({ id }) => id === annotation?.id)
  useLayoutEffect(() => {
    if (hasConflict) removed.value = undefined
  }, [hasConflict])
  useEffect(() => {
    if (!removed.value && refusal.value === undefined) return
    const timer = setTimeout(forget, NOTICE_MS)
    return () => clearTimeout(timer)
  }, [removed.value, refusal.value])

  // Its button may have had the focus, and the annotation may be back.
  useLayoutEffect(() => {
    if (!removed.value) return undefined
    return () => {
      if (document.activeElement === document.body) focusCard(annotation?.id)
      recoverFocus()
    }
  }, [removed.value])

  function forget() {
    removed.value = undefined
    refusal.value = undefined
  }

  function undo() {
    if (annotation) marks?.restore(annotation)
    removed.value = undefined
  }

  return (
    <div class="toast" role="status">
      {refusal.value !== undefined ? (
        <Notice text={refusal.value || text.refused} actions={[]} />
      ) : (
        removed.value && <Notice text={text.removed} actions={[{ label: text.undo, run: undo }]} />
      )}
    </div>
  )
}
