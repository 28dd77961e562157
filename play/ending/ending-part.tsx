import { RetryButton } from '@estante/client/retry-button.tsx'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { Button, ButtonLink } from '@estante/design/button/button.tsx'
import { Cover } from '@estante/design/cover/cover.tsx'
import { BookIcon, CheckIcon, PlayIcon } from '@estante/design/icons/icons.tsx'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { ProgressLine } from '../publication/book.tsx'
import { BookShelf } from '../publication/book-shelf.tsx'
import { actionOf, actionPath, langOf } from '../publication/publication.ts'
import { recoverFocus } from '../shell/arrival.ts'
import { endingOf } from './endings.ts'
import { autoplayForm, nextTitleOf } from './next-title.ts'
import { text } from './text.ts'
import { timeSpent } from './time-spent.ts'
import './ending-part.css'

/** Countdown to the next title, which starts by itself, with buttons to start now or cancel. */
interface Countdown {
  secondsLeft: number
  start: () => void
  cancel: () => void
}

interface EndingPartProps {
  publication: Pick<PublicationCard, 'id' | 'type' | 'title' | 'author' | 'language' | 'cover'>
  countdown?: Countdown | undefined
  onAgain: () => void
  onBack: () => void
}

/** End of a title: congratulations, time spent, and the next titles. */
export function EndingPart({ publication, countdown, onAgain, onBack }: EndingPartProps) {
  const { id, type, title, author, cover } = publication
  const ending = endingOf(id)
  useEffect(() => {
    void ending.load()
    const retry = () => void ending.load()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [ending])
  // The buttons of the player, or of the countdown, are gone.
  useLayoutEffect(recoverFocus, [countdown === undefined])
  const found = ending.data.value
  const following = found && nextTitleOf(found)
  const spent = found && timeSpent(found, new Date())
  return (
    <section class="ending stack" aria-labelledby="ending-heading">
      <div class="ending__done">
        <span class="ending__book" style={{ '--ending-ratio': String(cover.ratio) }}>
          <Cover cover={cover} sizes="9rem" eager />
          <span class="ending__seal disc">
            <CheckIcon />
          </span>
        </span>
        <h2 class="ending__heading" id="ending-heading" data-focus-home tabIndex={-1}>
          {text.finished[type]}
        </h2>
        <p class="ending__title" lang={langOf(publication)}>
          {title}
        </p>
        {/* Reserves its line: what is below does not move when the answer comes. */}
        <p class="ending__count">{found ? text.finishedWorks(found.finishedWorks) : '\u00a0'}</p>
        {spent && <p class="soft tabular">{spent}</p>}
        <div class="ending__wait soft" role="status">
          {!found && !ending.problem.value && <p class="visually-hidden">{text.loading}</p>}
          {!found && ending.problem.value && (
            <>
              <p>{ending.problem.value === 'unreachable' ? text.offline : text.failed}</p>
              <RetryButton variant="plain" onRetry={ending.load} />
            </>
          )}
          {following && countdown && <p class="visually-hidden">{text.startsSoon(following.card.title)}</p>}
        </div>
      </div>
      {following && (
        <Next
          card={following.card}
          heading={following.isQueued ? text.queued : text.inSeries}
          form={(type === 'audiobook' && autoplayForm(found)) || following.card}
          countdown={countdown}
        />
      )}
      <div class="ending__acts">
        <ButtonLink variant={following ? 'soft' : 'primary'} href={screenPath({ name: 'library' })}>
          {text.library}
        </ButtonLink>
        <div class="ending__back">
          <Button variant="plain" onClick={onAgain}>
            {text.again[type]}
          </Button>
          <Button variant="plain" onClick={onBack}>
            {text.back[type]}
          </Button>
        </div>
      </div>
      {found && (found.sameAuthor.length > 0 || found.others.length > 0) && (
        <div class="ending__shelf">
          <BookShelf title={text.sameAuthor(author)} publications={found.sameAuthor} />
          <BookShelf title={text.others[type]} publications={found.others} />
        </div>
      )}
    </section>
  )
}

interface NextProps {
  card: PublicationCard
  heading: string
  form: Pick<PublicationCard, 'id' | 'type' | 'progress'>
  countdown: Countdown | undefined
}

function Next({ card, heading, form, countdown }: NextProps) {
  const { title, author, cover } = card
  return (
    <article class="ending__next card row" style={{ '--cover-color': cover.color }} aria-label={heading}>
      <span class="ending__cover">
        <Cover cover={cover} sizes="5rem" eager />
      </span>
      <div class="ending__text stack">
        <p class="note bold">{heading}</p>
        <p class="ending__name" lang={langOf(card)}>
          {title}
        </p>
        <p class="note" lang={langOf(card)}>
          {author}
        </p>
        <ProgressLine publication={card} />
      </div>
      <div class="ending__choice row">
        {countdown ? (
          <>
            <Button icon={PlayIcon} onClick={countdown.start}>
              {text.playNow}
            </Button>
            <Button variant="soft" onClick={countdown.cancel}>
              {text.cancel}
            </Button>
            <p class="ending__seconds note tabular" aria-hidden="true">
              {text.startsIn(countdown.secondsLeft)}
            </p>
          </>
        ) : (
          <ButtonLink href={actionPath(form)} icon={form.type === 'audiobook' ? PlayIcon : BookIcon}>
            {actionOf(form)}
          </ButtonLink>
        )}
      </div>
    </article>
  )
}
