import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { text } from '../text.ts'
import { hoursAndMinutes } from './lengths.ts'

/** Where a title is told of. */
export function titlePath({ id }: Pick<PublicationCard, 'id'>) {
  return screenPath({ name: 'title', id })
}

/** Where a title is heard or read. */
export function publicationPath({ id, type }: Pick<PublicationCard, 'id' | 'type'>) {
  return screenPath({ name: type === 'audiobook' ? 'player' : 'reader', id })
}

export function isFinished({ progress }: PublicationCard) {
  return Boolean(progress?.finishedAt)
}

/** Begun and not finished. */
export function isStarted(publication: PublicationCard) {
  return publication.progress !== null && !isFinished(publication)
}

/** How long it is: `5 h 12 min`, `12 capítulos`; nothing when the catalog does not say. */
export function lengthOf({ durationSeconds, chapters }: PublicationCard) {
  if (durationSeconds !== undefined) return hoursAndMinutes(durationSeconds)
  return chapters === undefined ? undefined : text.publication.chapters(chapters)
}

/** How much is left, in the words of its kind; its length when it was not begun. */
export function standingOf(publication: PublicationCard) {
  const { progress, durationSeconds } = publication
  if (isFinished(publication)) return text.publication.finished
  if (!progress) return lengthOf(publication)
  if (durationSeconds !== undefined) return text.publication.left(durationSeconds * (1 - progress.totalProgression))
  return text.publication.readShare(progress.totalProgression)
}

/** The verb of its kind, going on when it was begun. */
export function actionOf(publication: PublicationCard) {
  const { publication: publicationText } = text
  if (publication.type === 'audiobook')
    return isStarted(publication) ? publicationText.continueListening : publicationText.listen
  return isStarted(publication) ? publicationText.continueReading : publicationText.read
}
