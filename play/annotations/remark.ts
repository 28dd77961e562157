import type { Annotation } from '@estante/contract/play/annotations.ts'
import type { annotationsOf } from './page-annotations.ts'
import { text } from './text.ts'

/**
 * Tells that an annotation has no place in the title's present revision, or that the service refused it. Undefined for
 * any other.
 */
export function remarkOf(
  annotation: Pick<Annotation, 'id' | 'isLost' | 'publicationRevision'>,
  { isRefused }: Pick<ReturnType<typeof annotationsOf>, 'isRefused'>,
): string | undefined {
  const absence = isUnsearched(annotation) ? text.unsearched : annotation.isLost && text.lost
  return [absence, isRefused(annotation.id) && text.refused].filter(Boolean).join(' · ') || undefined
}

/** Whether the service had no time yet to search for it in a new revision. */
export function isUnsearched({ isLost, publicationRevision }: Pick<Annotation, 'isLost' | 'publicationRevision'>) {
  return isLost && publicationRevision === 0
}
