import { ProblemState } from '@estante/client/problem-state.tsx'
import type { Home, PublicationCard } from '@estante/contract/play/publications.ts'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { LibraryIcon } from '@estante/design/icons/icons.tsx'
import { Shelf } from '@estante/design/shelf/shelf.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { PartnerLogo } from '../brand/partner-logo.tsx'
import { Book } from '../publication/book.tsx'
import { BookSkeleton, Loading } from '../publication/book-grid.tsx'
import { memberSession } from '../session/api.ts'
import { useResource } from '../session/resource.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text } from '../text.ts'
import { Feature } from './feature.tsx'
import './home-screen.css'

export function HomeScreen() {
  const home = useResource('/play/v1/home')
  return (
    <div class="home">
      <ScreenHeader title={greeting()} above={<PartnerLogo />} />
      <Shelves home={home.data.value} />
      {!home.data.value && home.problem.value && <ProblemState problem={home.problem.value} onRetry={home.load} />}
      {!home.data.value && !home.problem.value && <HomeSkeleton />}
    </div>
  )
}

function Shelves({ home }: { home: Home | undefined }) {
  if (!home) return null
  const [resumed, ...others] = home.continue
  const featured = resumed ?? home.audiobooks[0] ?? home.ebooks[0]
  if (!featured) {
    return (
      <EmptyState icon={LibraryIcon} title={text.home.emptyTitle}>
        {text.home.emptyHelp}
      </EmptyState>
    )
  }
  return (
    <>
      <Feature publication={featured} heading={resumed ? text.home.resume : text.home.begin} />
      <BookShelf title={text.home.continue} publications={others} />
      <BookShelf
        title={text.home.audiobooks}
        publications={home.audiobooks}
        more={{ href: '/explorar?tipo=audiobook', label: text.home.seeAll }}
      />
      <BookShelf title={text.home.ebooks} publications={home.ebooks} more={{ href: '/ler', label: text.home.seeAll }} />
    </>
  )
}

export function BookShelf({
  title,
  publications,
  more,
}: {
  title: string
  publications: readonly PublicationCard[]
  more?: { href: string; label: string }
}) {
  if (publications.length === 0) return null
  return (
    <Shelf title={title} {...(more && { more })}>
      {publications.map((publication) => (
        <Book key={publication.id} publication={publication} isOnShelf />
      ))}
    </Shelf>
  )
}

function HomeSkeleton() {
  return (
    <>
      <div class="home__feature-skeleton">
        <Loading />
        <Skeleton width="100%" height="14rem" radius="var(--radius-lg)" />
      </div>
      <Shelf title={text.home.audiobooks}>
        {Array.from({ length: 6 }, () => (
          <BookSkeleton height="var(--shelf-height)" ratio="1" />
        ))}
      </Shelf>
    </>
  )
}

function greeting() {
  const [firstName] = memberSession.profile.value?.member.name?.trim().split(/\s+/) ?? []
  return text.home.greeting(new Date().getHours(), firstName)
}
