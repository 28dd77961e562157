import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { Cover } from '@estante/design/cover/cover.tsx'
import { BookIcon, PlayIcon } from '@estante/design/icons/icons.tsx'
import { ProgressLine } from '../publication/book.tsx'
import { ProgressBar } from '../publication/progress-bar.tsx'
import { actionOf, actionPath, cardPath, isStarted, langOf } from '../publication/publication.ts'
import './feature.css'

/** The featured title of the home screen, in the colour of its cover. */
export function Feature({ publication, heading }: { publication: PublicationCard; heading: string }) {
  const { title, author, cover, progress } = publication
  const lang = langOf(publication)
  return (
    <section class="feature row" aria-labelledby="feature-heading" style={{ '--cover-color': cover.color }}>
      <div class="feature__cover">
        <Cover cover={cover} sizes="(min-width: 48rem) 14rem, 28vw" eager />
      </div>
      <div class="feature__text stack">
        <h2 class="plain-heading note" id="feature-heading">
          {heading}
        </h2>
        <p class="feature__title clamped">
          <a class="feature__link" href={cardPath(publication)} lang={lang}>
            {title}
          </a>
        </p>
        <p class="soft" lang={lang}>
          {author}
        </p>
        <div class="feature__progress stack">
          {isStarted(publication) && progress && <ProgressBar share={progress.totalProgression} />}
          <ProgressLine publication={publication} />
        </div>
      </div>
      <div class="feature__action">
        <ButtonLink href={actionPath(publication)} icon={publication.type === 'audiobook' ? PlayIcon : BookIcon}>
          {actionOf(publication)}
        </ButtonLink>
      </div>
    </section>
  )
}
