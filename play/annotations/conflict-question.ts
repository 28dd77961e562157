import type { UnsentAnnotation } from './annotation-outbox.ts'
import { excerptOf } from './excerpt-of.ts'
import { text } from './text.ts'

/** Enough to recognise a note by. */
const MAX_EXCERPT_CHARACTERS = 280

/** Returns the question which version of an annotation stays, and its two answers. */
export function questionOf({ isDeleted, change, conflict }: UnsentAnnotation) {
  const theirs = conflict?.annotation
  if (!theirs) return { text: text.gone, mine: text.keepMine, theirs: text.deleteToo }
  const excerpt = theirs.note === change.note ? '' : excerptOf(theirs.note ?? '', MAX_EXCERPT_CHARACTERS)
  return isDeleted
    ? { text: text.deleted(excerpt), mine: text.deleteAnyway, theirs: text.keepTheirs }
    : { text: text.changed(excerpt), mine: text.keepMine, theirs: text.keepTheirs }
}
