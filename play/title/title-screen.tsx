import { ProblemState } from '@estante/client/problem-state.tsx'
import type { Facet, FacetKind } from '@estante/contract/play/facets.ts'
import type { PublicationCard, PublicationDetail } from '@estante/contract/play/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { Cover } from '@estante/design/cover/cover.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { BackIcon, BookIcon, LibraryIcon, PlayIcon } from '@estante/design/icons/icons.tsx'
import { NotebookIcon } from '@estante/design/icons/title-icons.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { ToolLink } from '@estante/design/tool/tool.tsx'
import { Fragment } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { CloseButton } from '../bridge/close-button.tsx'
import { facetAddress } from '../explore/search-address.ts'
import { FinishButton } from '../library/finish.tsx'
import { SaveButton } from '../library/save-button.tsx'
import { ListsButton } from '../lists/lists-button.tsx'
import { loadPlayer, loadReader } from '../load-screens.ts'
import { separatorAfter } from '../portuguese.ts'
import { ProgressLine } from '../publication/book.tsx'
import { BookShelf } from '../publication/book-shelf.tsx'
import { Loading } from '../publication/book-skeleton.tsx'
import { hoursAndMinutes } from '../publication/lengths.ts'
import { ProgressBar } from '../publication/progress-bar.tsx'
import { actionOf, actionPath, formatLength, isStarted, langOf } from '../publication/publication.ts'
import { QueueButton } from '../queue/queue-button.tsx'
import { goBack } from '../router.ts'
import { focusHeading } from '../shell/arrival.ts'
import { ExploreLink } from '../shell/explore-link.tsx'
import { setPageTitle } from '../shell/set-page-title.ts'
import { text as shellText } from '../text.ts'
import { AccessibilityPart } from './accessibility-part.tsx'
import { languageName, pagesOf } from './facts.ts'
import { Forms } from './forms.tsx'
import { Sample } from './sample.tsx'
import { text } from './text.ts'
import { useTitle } from './title.ts'
import { TitlePart } from './title-part.tsx'
import '../explore/facet-links.css'
import './title-screen.css'

/** The page of a title: its description, people, sample, accessibility and related titles. */
export function TitleScreen({ id }: { id: string }) {
  const { title, related } = useTitle(id)
  const detail = title.data.value
  useEffect(() => {
    if (detail) focusHeading()
    if (detail && detail !== 'gone') setPageTitle(detail.title)
  }, [detail])
  return (
    <div class="stack gap-6">
      <div class="title__bar line">
        <IconButton label={shellText.shell.back} icon={BackIcon} onClick={() => goBack({ name: 'explore' })} />
        <CloseButton />
      </div>
      {detail === 'gone' && (
        <EmptyState icon={LibraryIcon} title={text.goneTitle} level={1} action={<ExploreLink />}>
          {text.goneHelp}
        </EmptyState>
      )}
      {!detail && title.problem.value && <ProblemState problem={title.problem.value} level={1} onRetry={title.load} />}
      {!detail && !title.problem.value && <TitleSkeleton />}
      {detail && detail !== 'gone' && (
        <>
          <Head detail={detail} />
          <div class="title__columns stack">
            <div class="title__column stack">
              {detail.description && <Description description={detail.description} lang={langOf(detail)} />}
              <Sample key={detail.id} detail={detail} />
              <Subjects facets={detail.facets} />
            </div>
            <div class="title__column stack">
              <Facts detail={detail} />
            </div>
            {(detail.type === 'ebook' || detail.otherForm) && (
              <AccessibilityPart
                hasAudiobook={detail.otherForm !== null}
                accessibility={detail.accessibility}
                layout={detail.layout}
                language={detail.language}
              />
            )}
          </div>
          <RelatedPart detail={detail} related={related.data.value} />
        </>
      )}
    </div>
  )
}

/**
 * Loads the code of the player and the reader ahead, once the cover is there: on a slow line, the screen that opens
 * next would be empty for seconds. A failure is retried by that screen.
 */
function preloadScreens({ type, otherForm }: PublicationDetail) {
  if (type === 'audiobook' || otherForm) loadPlayer().catch(() => {})
  if (type === 'ebook' || otherForm) loadReader().catch(() => {})
}

function Head({ detail }: { detail: PublicationDetail }) {
  const { title, subtitle, author, narrator, cover, type, progress, otherForm, facets } = detail
  const lang = langOf(detail)
  const series = facets.find(({ kind }) => kind === 'series')
  return (
    <header class="title__head stack" style={{ '--cover-color': cover.color, '--title-ratio': String(cover.ratio) }}>
      <div class="title__cover" onLoadCapture={() => preloadScreens(detail)}>
        <Cover cover={cover} sizes="(min-width: 48rem) 17rem, 56vw" eager />
      </div>
      <div class="title__text stack">
        {series && (
          <p class="title__credit soft">
            {text.inSeries(series.number)} <FacetLink facet={series} lang={lang} />
          </p>
        )}
        <h1 class="title__name" data-long={title.length > 80 ? '' : undefined} tabIndex={-1} lang={lang}>
          {title}
        </h1>
        {subtitle && (
          <p class="title__subtitle" lang={lang}>
            {subtitle}
          </p>
        )}
        <p class="title__credit soft">
          {text.by}&nbsp;
          <People kind="author" facets={facets} names={author} lang={lang} />
        </p>
        {(narrator || facets.some(({ kind }) => kind === 'narrator')) && (
          <p class="title__credit soft">
            {text.narratedBy}&nbsp;
            <People kind="narrator" facets={facets} names={narrator ?? ''} lang={lang} />
          </p>
        )}
        {otherForm ? (
          <div class="title__forms">
            <Forms publication={{ ...detail, otherForm }} />
          </div>
        ) : (
          <div class="title__progress">
            {isStarted(detail) && progress && <ProgressBar share={progress.totalProgression} />}
            <ProgressLine publication={detail} />
          </div>
        )}
        <div class="title__actions">
          {!otherForm && (
            <ButtonLink href={actionPath(detail)} icon={type === 'audiobook' ? PlayIcon : BookIcon}>
              {actionOf(detail)}
            </ButtonLink>
          )}
          <SaveButton publication={detail} />
          <QueueButton publication={detail} />
          <ListsButton publication={detail} />
          {progress && (
            <ToolLink href={screenPath({ name: 'notebook', of: detail.id })} icon={NotebookIcon}>
              {shellText.shell.notebook}
            </ToolLink>
          )}
          <FinishButton publication={detail} />
        </div>
      </div>
    </header>
  )
}

interface PeopleProps {
  kind: FacetKind
  facets: readonly Facet[]
  names: string
  lang: string | undefined
}

/** The authors or narrators of a title, linked to their titles where the catalog knows them one by one. */
function People({ kind, facets, names, lang }: PeopleProps) {
  const people = facets.filter((facet) => facet.kind === kind)
  if (people.length === 0) return <span lang={lang}>{names}</span>
  return (
    <>
      {people.map((facet, index) => (
        <Fragment key={facet.key}>
          <FacetLink facet={facet} lang={lang} />
          {separatorAfter(index, people.length)}
        </Fragment>
      ))}
    </>
  )
}

function FacetLink({ facet, lang }: { facet: Facet; lang: string | undefined }) {
  return (
    <a class="title__link link bold" href={facetAddress(facet)} lang={lang}>
      {facet.name}
    </a>
  )
}

/** The description, collapsed where it would push everything else off the screen. */
function Description({ description, lang }: { description: string; lang: string | undefined }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = description.length > 420 || description.split('\n').length > 6
  return (
    <TitlePart heading={text.about}>
      <p class="title__description" dir="auto" data-cut={isLong && !isWhole} lang={lang}>
        {description}
      </p>
      {isLong && (
        <button class="title__more label" type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? text.less : text.more}
        </button>
      )}
    </TitlePart>
  )
}

function Subjects({ facets }: { facets: readonly Facet[] }) {
  const subjects = facets.filter(({ kind }) => kind === 'subject')
  if (subjects.length === 0) return null
  return (
    <TitlePart heading={text.facets.subject}>
      <ul class="facet-links row">
        {subjects.map((facet) => (
          <li key={facet.key}>
            <a class="facet-link label link" href={facetAddress(facet)}>
              {facet.name}
            </a>
          </li>
        ))}
      </ul>
    </TitlePart>
  )
}

function Facts({ detail }: { detail: PublicationDetail }) {
  const { durationSeconds, letters, narrationSeconds, layout, publisher, published, language } = detail
  const facts = [
    [text.duration, durationSeconds !== undefined && hoursAndMinutes(durationSeconds)],
    [
      text.extent,
      detail.type === 'ebook' &&
        [formatLength(detail), letters && layout !== 'fixed' && text.pages(pagesOf(letters))]
          .filter(Boolean)
          .join(', '),
    ],
    [text.readAlong, narrationSeconds !== null && text.narration(hoursAndMinutes(narrationSeconds))],
    [text.publisher, publisher],
    [text.published, published?.slice(0, 4)],
    [text.language, languageName(language)],
  ] as const
  return (
    <TitlePart heading={text.facts}>
      <dl class="title__facts">
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
    </TitlePart>
  )
}

interface RelatedPartProps {
  detail: PublicationDetail
  related: Record<'series' | 'sameAuthor' | 'alike', PublicationCard[]> | undefined
}

function RelatedPart({ detail, related }: RelatedPartProps) {
  if (!related) return null
  const facetOf = (kind: FacetKind) => detail.facets.find((facet) => facet.kind === kind)
  const author = facetOf('author')
  return (
    <>
      <RelatedShelf title={text.sameSeries} publications={related.series} facet={facetOf('series')} />
      <RelatedShelf
        title={text.moreBy(author?.name ?? detail.author)}
        publications={related.sameAuthor}
        facet={author}
      />
      <RelatedShelf title={text.alike} publications={related.alike} />
    </>
  )
}

interface RelatedShelfProps {
  title: string
  publications: readonly PublicationCard[]
  facet?: Facet | undefined
}

function RelatedShelf({ facet, ...shelf }: RelatedShelfProps) {
  return <BookShelf {...shelf} {...(facet && { more: { href: facetAddress(facet), label: text.seeAll } })} />
}

function TitleSkeleton() {
  return (
    <div class="title__head title__head--loading stack">
      <Loading />
      <div class="title__cover">
        <Skeleton width="100%" height="auto" radius="var(--radius-cover)" />
      </div>
      <div class="title__text stack">
        <Skeleton width="80%" height="2rem" />
        <Skeleton width="50%" height="1rem" />
        <Skeleton width="100%" height="2.75rem" radius="var(--radius-full)" />
      </div>
    </div>
  )
}
