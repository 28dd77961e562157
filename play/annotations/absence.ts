import type { Annotation } from '@estante/contract/play/annotations.ts'
import { text } from './text.ts'

/** Tells why an annotation has no place in the title's present revision. Undefined for one that has. */
export function absenceOf(annotation: Pick<Annotation, 'isLost' | 'publicationRevision'>): string | undefined {
  if (isUnsearched(annotation)) return text.unsearched
  return annotation.isLost ? text.lost : undefined
}

/** Whether the service had no time yet to search for it in a new revision. */
export function isUnsearched({ isLost, publicationRevision }: Pick<Annotation, 'isLost' | 'publicationRevision'>) {
  return isLost && publicationRevision === 0
}
