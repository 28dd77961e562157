import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { Cover } from '@estante/design/cover/cover.tsx'
import { BookIcon, HeadphonesIcon, PlayIcon, TextIcon } from '@estante/design/icons/icons.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { Toast } from '@estante/design/toast/toast.tsx'
import { useEffect } from 'preact/hooks'
import { SaveButton } from '../library/save-button.tsx'
import { screen } from '../router.ts'
import { useResource } from '../session/resource.ts'
import { Sheet } from '../shell/sheet.tsx'
import { text } from '../text.ts'
import { Standing } from './book.tsx'
import { detailed, hideDetails } from './details.ts'
import { actionOf, lengthOf, publicationPath } from './publication.ts'
import './details-sheet.css'

/** What there is to know about a title before opening it. Once, at the end of the app. */
export function DetailsSheet() {
  const publication = detailed.value
  useEffect(hideDetails, [screen.value])
  return (
    <Sheet
      open={publication !== undefined}
      title={text.publication.detailsTitle}
      closeLabel={text.shell.close}
      onClose={hideDetails}
    >
      {publication && <Details publication={publication} />}
      {/* What is under a modal sheet can be neither seen nor heard: it says its own. */}
      {publication && <Toast />}
    </Sheet>
  )
}

function Details({ publication }: { publication: PublicationCard }) {
  const { data, problem } = useResource(`/play/v1/publications/${publication.id}`)
  const detail = data.value
  const isAudiobook = publication.type === 'audiobook'
  const facts = [
    [text.publication.narrator, detail?.narrator],
    [isAudiobook ? text.publication.duration : text.publication.extent, lengthOf(publication)],
    [text.publication.publisher, detail?.publisher],
    [text.publication.language, detail && languageName(detail.language)],
  ] as const
  return (
    <div class="details">
      <div class="details__head">
        <Cover cover={publication.cover} sizes="9rem" eager />
        <div class="details__words">
          <p class="details__title">{publication.title}</p>
          {detail?.subtitle && <p>{detail.subtitle}</p>}
          <p class="details__author">{publication.author}</p>
          <Standing publication={publication} />
        </div>
      </div>
      <div class="details__actions">
        <ButtonLink href={publicationPath(publication)} icon={isAudiobook ? PlayIcon : BookIcon}>
          {actionOf(publication)}
        </ButtonLink>
        <SaveButton publication={publication} />
        {detail?.otherForm && (
          <ButtonLink
            variant="soft"
            href={publicationPath(detail.otherForm)}
            icon={detail.otherForm.type === 'audiobook' ? HeadphonesIcon : BookIcon}
          >
            {detail.otherForm.type === 'audiobook' ? text.publication.listenInstead : text.publication.readInstead}
          </ButtonLink>
        )}
      </div>
      {publication.progress && (
        <ButtonLink variant="plain" href={screenPath({ name: 'notebook', of: publication.id })} icon={TextIcon}>
          {text.shell.notebook}
        </ButtonLink>
      )}
      {detail?.description && <p class="details__description">{detail.description}</p>}
      {!detail && !problem.value && <Skeleton width="100%" height="4.5rem" />}
      <dl class="details__facts">
        {facts.map(
          ([name, fact]) =>
            fact && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}

/** `Português`, for `pt`; the tag itself where the browser cannot tell, and nothing when the book does not (`und`). */
function languageName(tag: string) {
  if (tag === 'und') return undefined
  try {
    const name = new Intl.DisplayNames('pt-BR', { type: 'language' }).of(tag) ?? tag
    return name.charAt(0).toUpperCase() + name.slice(1)
  } catch {
    return tag
  }
}
