import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { Cover } from '@estante/design/cover/cover.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { BookIcon, HeadphonesIcon, HeartFilledIcon, MoreIcon } from '@estante/design/icons/icons.tsx'
import { text } from '../text.ts'
import { openedBook } from './opened-book.ts'
import { ProgressBar } from './progress-bar.tsx'
import { cardPath, formatProgress, isStarted, langOf, shortTitle } from './publication.ts'
import { isSaved } from './saved.ts'
import './book.css'

const GRID_COVER = '(min-width: 48rem) 15rem, 50vw'

/** Returns the width of a cover on a shelf, as in `book.css`, so that the browser loads no larger picture. */
function shelfCover({ ratio }: PublicationCard['cover']): string {
  return `calc(clamp(10.5rem, 9rem + 4vw, 13.5rem) * ${Math.min(1, ratio)})`
}

interface BookProps {
  publication: PublicationCard
  eager?: boolean
  isOnShelf?: boolean
}

/**
 * A title on a shelf or in a grid. Pressing it opens the title's page, or resumes a title in progress; the dots open
 * the sheet of actions.
 */
export function Book({ publication, eager = false, isOnShelf = false }: BookProps) {
  const { title, author, cover, progress, seriesNumber } = publication
  const isBegun = isStarted(publication)
  const lang = langOf(publication)
  const short = shortTitle(title)
  return (
    <article class="book" style={{ '--book-ratio': String(cover.ratio) }}>
      <a class="book__link" href={cardPath(publication)}>
        <span class="book__stand">
          <span class="book__cover">
            <Cover cover={cover} sizes={isOnShelf ? shelfCover(cover) : GRID_COVER} eager={eager} />
            {isSaved(publication) && (
              <span class="book__saved centered">
                <HeartFilledIcon />
                <span class="visually-hidden">{text.publication.savedMark}</span>
              </span>
            )}
          </span>
        </span>
        <span class="book__text">
          <span class="book__title clamped" lang={lang}>
            {short ? (
              <>
                <span aria-hidden="true">{short}</span>
                <span class="visually-hidden">{title}</span>
              </>
            ) : (
              title
            )}
          </span>
          <span class="book__author one-line note" lang={lang}>
            {seriesNumber !== undefined && <span lang="pt-BR">{text.publication.inSeries(seriesNumber)}</span>}
            {author}
          </span>
        </span>
      </a>
      <div class="book__foot line">
        <div class="book__progress grows">
          {isBegun && progress && <ProgressBar share={progress.totalProgression} />}
          <ProgressLine publication={publication} />
        </div>
        <IconButton
          label={text.publication.more(title)}
          icon={MoreIcon}
          aria-haspopup="dialog"
          onClick={() => (openedBook.value = { publication, isOpen: true })}
        />
      </div>
    </article>
  )
}

/** One line with the forms of a title and its length. Once begun, with the displayed form and what is left of it. */
export function ProgressLine({ publication }: { publication: PublicationCard }) {
  const { type, otherForm, progress } = publication
  const isAudiobook = type === 'audiobook'
  const length = formatProgress(publication)
  return (
    <span class="progress-line detail tabular line">
      {isAudiobook ? <HeadphonesIcon /> : <BookIcon />}
      {otherForm && !progress && (isAudiobook ? <BookIcon /> : <HeadphonesIcon />)}
      <span class={length ? 'visually-hidden' : 'progress-line__text'}>
        {text.publication[otherForm ? 'bothForms' : type]}
      </span>
      {length && <span class="progress-line__text">{length}</span>}
    </span>
  )
}
