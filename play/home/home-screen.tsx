import { ProblemState } from '@estante/client/problem-state.tsx'
import type { Home, PublicationCard } from '@estante/contract/play/publications.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { LibraryIcon } from '@estante/design/icons/icons.tsx'
import { BatchedRows } from '@estante/design/long-list/batched-rows.tsx'
import { Shelf } from '@estante/design/shelf/shelf.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { signal } from '@preact/signals'
import type { ComponentProps } from 'preact'
import { useEffect } from 'preact/hooks'
import { PartnerLogo } from '../brand/partner-logo.tsx'
import { loadDiscoveries } from '../browsing.ts'
import { BookShelf } from '../publication/book-shelf.tsx'
import { BookSkeleton, Loading } from '../publication/book-skeleton.tsx'
import { firstShelves } from '../publication/first-cards.ts'
import { isStarted, withoutWork } from '../publication/publication.ts'
import { memberSession } from '../session/api.ts'
import { useResource } from '../session/resource.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text } from '../text.ts'
import type { Discoveries } from './discoveries.tsx'
import { Feature } from './feature.tsx'
import './home-screen.css'

export function HomeScreen() {
  const home = useResource('/play/v1/home')
  return (
    <div class="home stack gap-6">
      <ScreenHeader title={greeting()} above={<PartnerLogo />} />
      <Shelves home={home.data.value} />
      {!home.data.value && home.problem.value && <ProblemState problem={home.problem.value} onRetry={home.load} />}
      {!home.data.value && !home.problem.value && <HomeSkeleton />}
    </div>
  )
}

function Shelves({ home }: { home: Home | undefined }) {
  if (!home) return null
  const { featured, queue, newest } = home
  const first = featured ?? home.continue[0] ?? queue[0] ?? newest[0]
  if (!first) {
    return (
      <EmptyState icon={LibraryIcon} title={text.home.emptyTitle}>
        {text.home.emptyHelp}
      </EmptyState>
    )
  }
  const others = (publications: PublicationCard[]) => withoutWork(publications, first)
  // Empty shelves are counted, too: filling one later moves no other to another batch.
  const shelves = [
    { title: text.home.continue, publications: others(home.continue) },
    {
      title: text.home.queue,
      publications: others(queue),
      more: { href: screenPath({ name: 'queue' }), label: text.home.seeAll },
    },
    {
      title: text.home.newest,
      publications: others(newest),
      more: { href: screenPath({ name: 'explore' }), label: text.home.seeAll },
    },
  ]
  return (
    <>
      <Feature
        publication={first}
        heading={featured ? text.home.featured : isStarted(first) ? text.home.resume : text.home.begin}
      />
      <BatchedRows
        rows={shelves}
        first={firstShelves() + shelves.findIndex(({ publications }) => publications.length > 0)}
        more={1}
        end={<DiscoveriesOnceIdle listedAbove={newest} first={first} />}
      >
        {(shelf) => <BookShelf key={shelf.title} {...shelf} />}
      </BatchedRows>
    </>
  )
}

const IDLE_AFTER_MS = 1500

/** Shared by all openings of the screen, so that a return finds it as tall as the member left it, and scrolls there. */
const loaded = signal<typeof Discoveries>()

/** Loads the remaining shelves once the first screen is drawn: their code, shared with the next screens, and titles. */
function DiscoveriesOnceIdle(titles: ComponentProps<typeof Discoveries>) {
  useEffect(() => {
    const load = async () => {
      loaded.value = await loadDiscoveries()
    }
    // A failure is retried by the screen that needs it.
    const wait = setTimeout(() => void load().catch(() => {}), IDLE_AFTER_MS)
    return () => clearTimeout(wait)
  }, [])
  return loaded.value ? <loaded.value {...titles} /> : null
}

function HomeSkeleton() {
  return (
    <>
      <div class="home__feature-skeleton">
        <Loading />
        <Skeleton width="100%" height="14rem" radius="var(--radius-lg)" />
      </div>
      <Shelf title={text.home.newest}>
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
