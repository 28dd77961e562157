import { SearchBox } from '@estante/client/search-box.tsx'
import type { listLaunches } from '@estante/contract/panel/log.ts'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { Filter } from '@estante/design/filter/filter.tsx'
import { LinkIcon } from '@estante/design/icons/icons.tsx'
import { useRef } from 'preact/hooks'
import { call } from '../admin-session/call.ts'
import { FilterBar } from '../lists/filter-bar.tsx'
import { environment, parameter, refine, sectionPath } from '../router.ts'
import type { FeedQuery } from './feed.ts'
import { EmptyFeed, FeedView } from './feed-view.tsx'
import { LaunchLine } from './launch-line.tsx'
import { text } from './text.ts'
import { useFeed } from './use-feed.ts'

const states = (['any', 'waiting', 'opened', 'expired', 'refused'] as const).map((value) => ({
  value: value === 'any' ? '' : value,
  label: text.states[value],
}))

/** Returns the address of the links with a state and a member. */
function launchesPath(query: { estado?: string; membro?: string }): string {
  return sectionPath('log', { pathParts: [LAUNCHES_SEGMENT], query })
}

export const LAUNCHES_SEGMENT = 'links'

/** The sign-on links and their outcomes. */
export function LaunchesPart() {
  const selectedEnvironment = environment.value
  const estado = states.find(({ value }) => value === parameter('estado'))?.value ?? ''
  const membro = parameter('membro') ?? ''
  const list = useRef<HTMLDivElement>(null)
  const request = ({ cursor }: FeedQuery) => {
    const query = new URLSearchParams({ environment: selectedEnvironment })
    if (estado) query.set('state', estado)
    if (membro) query.set('externalUserId', membro)
    if (cursor) query.set('cursor', cursor)
    return call<typeof listLaunches>('GET', `/panel/v1/launches?${query}`)
  }
  const key = JSON.stringify([selectedEnvironment, estado, membro])
  const feed = useFeed(key, request, list, { isSnapshot: true })
  const isFiltered = estado !== '' || membro !== ''
  const clear = () => refine(launchesPath({}))
  return (
    <>
      <FilterBar
        filters={
          <Filter
            name={text.state}
            options={states}
            value={estado}
            onChange={(value) => refine(launchesPath({ estado: value, membro }))}
          />
        }
        onClear={isFiltered ? clear : undefined}
        search={
          <SearchBox
            text={text.member}
            value={membro}
            onSearch={(value) => refine(launchesPath({ estado, membro: value }), ['membro'])}
          />
        }
      />
      <FeedView
        feed={feed}
        list={list}
        label={text.listOfLaunches}
        instantOf={({ mintedAt }) => mintedAt}
        newsText={text.newsOfLinks}
        arrivedText={text.arrivedLinks}
        none={
          isFiltered ? (
            <EmptyFeed feed={feed} onClear={clear} />
          ) : (
            <EmptyState icon={LinkIcon} title={text.noLaunchesTitle}>
              {text.noLaunchesHelp}
            </EmptyState>
          )
        }
      >
        {(launch) => <LaunchLine launch={launch} />}
      </FeedView>
    </>
  )
}
