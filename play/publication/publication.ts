import type { OtherForm } from '@estante/contract/play/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { text } from '../text.ts'
import { hoursAndMinutes } from './lengths.ts'

/** A title in one form, as any card of it tells. */
export type Form = OtherForm

/** Where a title is told of. */
export function titlePath({ id }: Pick<Form, 'id'>) {
  return screenPath({ name: 'title', id })
}

/** Where a title is heard or read. */
export function publicationPath({ id, type }: Pick<Form, 'id' | 'type'>) {
  return screenPath({ name: type === 'audiobook' ? 'player' : 'reader', id })
}

export function isFinished({ progress }: Form) {
  return Boolean(progress?.finishedAt)
}

/** Begun and not finished. */
export function isStarted(publication: Form) {
  return publication.progress !== null && !isFinished(publication)
}

/** How long it is: `5 h 12 min`, `12 capítulos`; nothing when the catalog does not say. */
export function lengthOf({ durationSeconds, chapters }: Form) {
  if (durationSeconds !== undefined) return hoursAndMinutes(durationSeconds)
  return chapters === undefined ? undefined : text.publication.chapters(chapters)
}

/** How much is left, in the words of its kind; its length when it was not begun. */
export function standingOf(publication: Form) {
  const { progress, durationSeconds } = publication
  if (isFinished(publication)) return text.publication.finished
  if (!progress) return lengthOf(publication)
  if (durationSeconds !== undefined) return text.publication.left(durationSeconds * (1 - progress.totalProgression))
  return text.publication.readShare(progress.totalProgression)
}

/** The verb of its kind, going on when it was begun. */
export function actionOf(publication: Form) {
  const { publication: publicationText } = text
  if (publication.type === 'audiobook')
    return isStarted(publication) ? publicationText.continueListening : publicationText.listen
  return isStarted(publication) ? publicationText.continueReading : publicationText.read
}
