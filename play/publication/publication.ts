import type { OtherForm, PublicationCard } from '@estante/contract/play/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { text } from '../text.ts'
import { isFinished } from './finished.ts'
import { hoursAndMinutes } from './lengths.ts'

/** A title in one form, with the fields of any card. */
export type Form = OtherForm

export function titlePath({ id }: Pick<Form, 'id'>) {
  return screenPath({ name: 'title', id })
}

export function publicationPath({ id, type }: Pick<Form, 'id' | 'type'>) {
  return screenPath({ name: type === 'audiobook' ? 'player' : 'reader', id })
}

/** Returns where a press on a title leads: to its page, or on with one in progress, as its button does. */
export function cardPath(publication: Form) {
  return isStarted(publication) ? actionPath(publication) : titlePath(publication)
}

/** The query in the address of the player that makes it play at once. */
export const PLAY_AT_ONCE = 'tocar'

/** Returns where the button of `actionOf` leads: an audiobook plays at once. */
export function actionPath(publication: Pick<Form, 'id' | 'type'>) {
  return publicationPath(publication) + (publication.type === 'audiobook' ? `?${PLAY_AT_ONCE}` : '')
}

/** Returns the path of a screen without the query that makes the player play: no link from outside asks for sound. */
export function silentPath(path: string) {
  return path.replace(new RegExp(`\\?${PLAY_AT_ONCE}(?=#|$)`), '')
}

/** Returns the `lang` attribute of a title's names; undefined while it loads, and where its language is unknown. */
export function langOf(publication: Pick<PublicationCard, 'language'> | undefined) {
  return publication?.language === 'und' ? undefined : publication?.language
}

/** Characters in each of the two lines that a card of 148 pixels has for a title, in the letters of phones. */
const CARD_LINE = 16

/** Shortens a long title before the number at its end, by which the titles of a series differ; undefined if it fits. */
export function shortTitle(title: string): string | undefined {
  const [, start, number] = /^(.*?)\s((?:\S{1,10}\s)?\S{0,6}(?:\d|\b[IVXLC]+)\W{0,2})$/.exec(title) ?? []
  if (!start || fitsOnCard(title)) return undefined
  for (let length = start.length - 1; length > 0; length--) {
    const short = `${start.slice(0, length).trimEnd()}… ${number}`
    if (fitsOnCard(short)) return short
  }
  return undefined
}

function fitsOnCard(title: string): boolean {
  let [lines, length] = [1, 0]
  for (const word of title.split(' ')) {
    const longer = length + 1 + word.length
    if (length === 0 || longer <= CARD_LINE) length = length === 0 ? word.length : longer
    else [lines, length] = [lines + 1, word.length]
  }
  return lines <= 2
}

/** Leaves out a work's titles, of both forms. */
export function withoutWork(publications: readonly PublicationCard[], { id, otherForm }: PublicationCard) {
  return publications.filter((one) => one.id !== id && one.id !== otherForm?.id)
}

/** Whether it was started and not finished. */
export function isStarted(publication: Form) {
  return publication.progress !== null && !isFinished(publication)
}

/**
 * Formats a title's length: `5 h 12 min`, `12 capítulos`, `24 páginas`; undefined when the catalog does not say. The
 * catalog counts files, and a book in one file may have any number of chapters.
 */
export function formatLength({ durationSeconds, chapters, pages }: Form, ofChapters = text.publication.chapters) {
  if (durationSeconds !== undefined) return hoursAndMinutes(durationSeconds)
  const count = pages ?? chapters
  if (count === undefined || count === 1) return undefined
  return (pages === undefined ? ofChapters : text.publication.pages)(count)
}

/**
 * Formats a title's progress: finished, time left or share read; its length before it is started. `ofChapters`: short
 * by default, for a narrow card.
 */
export function formatProgress(publication: Form, ofChapters = text.publication.chaptersShort) {
  const { progress, durationSeconds } = publication
  if (isFinished(publication)) return text.publication.finished
  if (!progress) return formatLength(publication, ofChapters)
  if (durationSeconds !== undefined) return text.publication.left(durationSeconds * (1 - progress.totalProgression))
  return text.publication.readShare(progress.totalProgression)
}

/** Returns the label of a title's button: read or listen, begin or continue. */
export function actionOf(publication: Form) {
  const { publication: publicationText } = text
  if (publication.type === 'audiobook')
    return isStarted(publication) ? publicationText.continueListening : publicationText.listen
  return isStarted(publication) ? publicationText.continueReading : publicationText.read
}
