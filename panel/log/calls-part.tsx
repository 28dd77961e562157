import type { Resource } from '@estante/client/resource.ts'
import type { listCalls, listPartnerCalls } from '@estante/contract/panel/log.ts'
import { Button, ButtonLink } from '@estante/design/button/button.tsx'
import { CodeBlock } from '@estante/design/code-block/code-block.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { ListIcon, SearchIcon } from '@estante/design/icons/icons.tsx'
import { useRef } from 'preact/hooks'
import { isOperator } from '../admin-session/admin-session.ts'
import { call } from '../admin-session/call.ts'
import { useFresh } from '../admin-session/use-resource.ts'
import { copyWords } from '../copy-words.ts'
import { credentials } from '../integrations/credentials.ts'
import { environment, placePath, refine } from '../router.ts'
import { now } from '../time/now.ts'
import { CallFilterLine } from './call-filter-line.tsx'
import { callFilters, callsPath, isFiltered, openCall, toOperatorQuery, toQuery } from './call-filters.ts'
import { CallList } from './call-list.tsx'
import { CallSheet } from './call-sheet.tsx'
import type { Where } from './feed.ts'
import { FeedView } from './feed-view.tsx'
import { allPartners } from './partners.ts'
import { words } from './text.ts'
import { useFeed } from './use-feed.ts'

/** The calls to the API. */
export function CallsPart() {
  const shownEnvironment = environment.value
  const filters = callFilters.value
  const list = useRef<HTMLDivElement>(null)
  useFresh<Resource<unknown>>(isOperator.value ? allPartners : credentials[shownEnvironment])
  const ask = (where: Where) =>
    isOperator.value
      ? call<typeof listPartnerCalls>(
          'GET',
          `/panel/v1/calls?${toSearch({ ...toOperatorQuery(filters, now.peek()), ...where })}`,
        )
      : call<typeof listCalls>(
          'GET',
          `/panel/v1/log?${toSearch({ environment: shownEnvironment, ...toQuery(filters, now.peek()), ...where })}`,
        )
  const key = JSON.stringify([shownEnvironment, filters])
  const hasEnd = filters.periodo === 'entre' && filters.ate !== ''
  const { feed, shown } = useFeed(key, ask, list, { canBeLive: !hasEnd })
  const opened = openCall.value
  return (
    <>
      <CallFilterLine />
      <FeedView
        feed={feed}
        shown={shown}
        list={list}
        sayNews={words.news}
        sayArrived={words.arrived}
        none={isFiltered(filters) ? <NothingFound isAll={shown?.searchedUntil === null} /> : <NothingYet />}
      >
        {(calls) => <CallList calls={calls} />}
      </FeedView>
      {opened && <CallSheet key={opened} id={opened} known={shown?.items.find(({ id }) => id === opened)} />}
    </>
  )
}

function toSearch(query: object): URLSearchParams {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
}

/** `isAll`: everything was looked through. */
function NothingFound({ isAll }: { isAll: boolean }) {
  return (
    <EmptyState
      icon={SearchIcon}
      title={isAll ? words.nothingTitle : words.nothingSoFarTitle}
      action={
        isAll && (
          <Button variant="soft" onClick={() => refine(callsPath({}))}>
            {words.clear}
          </Button>
        )
      }
    >
      {isAll && words.nothingHelp}
    </EmptyState>
  )
}

/** How to make the first call, with the partner's own credential. */
function NothingYet() {
  if (isOperator.value) return <EmptyState icon={ListIcon} title={words.noneTitle} />
  const active = credentials[environment.value].data.value?.find(({ revokedAt }) => revokedAt === null)
  if (!active) {
    return (
      <EmptyState
        icon={ListIcon}
        title={words.noneTitle}
        action={<ButtonLink href={placePath('integrations', environment.value)}>{words.toCredentials}</ButtonLink>}
      >
        {words.noneWithoutCredential}
      </EmptyState>
    )
  }
  return (
    <>
      <EmptyState icon={ListIcon} title={words.noneTitle}>
        {words.noneHelp}
      </EmptyState>
      <div class="log-first">
        <CodeBlock
          title={words.firstCall}
          words={copyWords('o comando')}
          code={`curl -u '${active.clientId}' '${location.origin}/partner/v1/catalog?limit=1'`}
        />
        <p class="log-first__note">{words.firstCallHelp}</p>
      </div>
    </>
  )
}
