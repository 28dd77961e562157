import { ProblemState } from '@estante/client/problem-state.tsx'
import type { Home, PublicationCard } from '@estante/contract/play/publications.ts'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { LibraryIcon } from '@estante/design/icons/icons.tsx'
import { Shelf } from '@estante/design/shelf/shelf.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { PartnerLogo } from '../brand/partner-logo.tsx'
import { loadDiscoveries } from '../browsing.ts'
import { BookSkeleton, Loading } from '../publication/book-grid.tsx'
import { BookShelf } from '../publication/book-shelf.tsx'
import { isStarted } from '../publication/publication.ts'
import { scrollTarget } from '../router.ts'
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
  const { featured, audiobooks, ebooks } = home
  const resumed = featured ? undefined : home.continue[0]
  const others = resumed ? home.continue.slice(1) : home.continue
  const first = featured ?? resumed ?? audiobooks[0] ?? ebooks[0]
  if (!first) {
    return (
      <EmptyState icon={LibraryIcon} title={text.home.emptyTitle}>
        {text.home.emptyHelp}
      </EmptyState>
    )
  }
  return (
    <>
      <Feature
        publication={first}
        heading={featured ? text.home.featured : isStarted(first) ? text.home.resume : text.home.begin}
      />
      <BookShelf title={text.home.continue} publications={others} />
      <BookShelf
        title={text.home.audiobooks}
        publications={audiobooks}
        more={{ href: '/explorar?tipo=audiobook', label: text.home.seeAll }}
      />
      <AfterFirstPaint>
        <BookShelf title={text.home.ebooks} publications={ebooks} more={{ href: '/ler', label: text.home.seeAll }} />
        <DiscoveriesOnceIdle listedAbove={audiobooks} />
      </AfterFirstPaint>
    </>
  )
}

/** What is below the first screen of a phone, which is drawn sooner without it. At once where it is scrolled to. */
function AfterFirstPaint({ children }: { children: ComponentChildren }) {
  const [isDue, setDue] = useState(scrollTarget.peek() > 0)
  useEffect(() => setDue(true), [])
  return isDue ? children : null
}

const IDLE_AFTER_MS = 1500

/** Loads the remaining shelves once the first screen is drawn: their code, shared with the next screens, and titles. */
function DiscoveriesOnceIdle({ listedAbove }: { listedAbove: readonly PublicationCard[] }) {
  const [loaded, setLoaded] = useState<{ Discoveries: ComponentType<{ listedAbove: readonly PublicationCard[] }> }>()
  useEffect(() => {
    const load = () => loadDiscoveries().then((Discoveries) => setLoaded({ Discoveries }))
    // A failure is retried by the screen that needs it.
    const wait = setTimeout(() => void load().catch(() => {}), IDLE_AFTER_MS)
    return () => clearTimeout(wait)
  }, [])
  return loaded ? <loaded.Discoveries listedAbove={listedAbove} /> : null
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
