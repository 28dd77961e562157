import type { Resource } from '@estante/client/resource.ts'
import type { listCalls, listPartnerCalls } from '@estante/contract/panel/log.ts'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { ListIcon } from '@estante/design/icons/icons.tsx'
import { useRef } from 'preact/hooks'
import { isOperator } from '../admin-session/admin-session.ts'
import { call } from '../admin-session/call.ts'
import { useFresh } from '../admin-session/use-resource.ts'
import { CodeBlock } from '../copy/code-block.tsx'
import { credentials } from '../integrations/credentials.ts'
import { environment, refine, sectionPath } from '../router.ts'
import { now } from '../time/now.ts'
import { CallFilterLine } from './call-filter-line.tsx'
import { callFilters, callsPath, isFiltered, openCall, toOperatorQuery, toQuery } from './call-filters.ts'
import { CallLine } from './call-line.tsx'
import { CallSheet } from './call-sheet.tsx'
import type { FeedQuery } from './feed.ts'
import { EmptyFeed, FeedView } from './feed-view.tsx'
import { allPartners } from './partners.ts'
import { text } from './text.ts'
import { useFeed } from './use-feed.ts'

/** The calls to the API. */
export function CallsPart() {
  const selectedEnvironment = environment.value
  const filters = callFilters.value
  const list = useRef<HTMLDivElement>(null)
  useFresh<Resource<unknown>>(isOperator.value ? allPartners : credentials[selectedEnvironment])
  const request = (query: FeedQuery) =>
    isOperator.value
      ? call<typeof listPartnerCalls>(
          'GET',
          `/panel/v1/calls?${toSearch({ ...toOperatorQuery(filters, now.peek()), ...query })}`,
        )
      : call<typeof listCalls>(
          'GET',
          `/panel/v1/log?${toSearch({ environment: selectedEnvironment, ...toQuery(filters, now.peek()), ...query })}`,
        )
  const key = JSON.stringify([selectedEnvironment, filters])
  const hasEnd = filters.periodo === 'entre' && filters.ate !== ''
  const feed = useFeed(key, request, list, { canBeLive: !hasEnd })
  const opened = openCall.value
  return (
    <>
      <CallFilterLine />
      <FeedView
        feed={feed}
        list={list}
        label={text.listOfCalls}
        instantOf={({ at }) => at}
        newsText={text.news}
        arrivedText={text.arrived}
        none={
          isFiltered(filters) ? (
            <EmptyFeed feed={feed} help={text.nothingHelp} onClear={() => refine(callsPath({}))} />
          ) : (
            <FirstCallHelp />
          )
        }
      >
        {(call) => <CallLine call={call} />}
      </FeedView>
      {opened && <CallSheet key={opened} id={opened} known={feed.data.value?.items.find(({ id }) => id === opened)} />}
    </>
  )
}

function toSearch(query: object): URLSearchParams {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
}

/** Instructions for the first call, with the partner's credential. */
function FirstCallHelp() {
  if (isOperator.value) return <EmptyState icon={ListIcon} title={text.noneTitle} />
  const active = credentials[environment.value].data.value?.find(({ revokedAt }) => revokedAt === null)
  if (!active) {
    return (
      <EmptyState
        icon={ListIcon}
        title={text.noneTitle}
        action={<ButtonLink href={sectionPath('integrations')}>{text.toCredentials}</ButtonLink>}
      >
        {text.noneWithoutCredential}
      </EmptyState>
    )
  }
  return (
    <>
      <EmptyState icon={ListIcon} title={text.noneTitle}>
        {text.noneHelp}
      </EmptyState>
      <div class="log-first stack">
        <CodeBlock
          title={text.firstCall}
          codeName="o comando"
          code={`curl --max-time 10 -u '${active.clientId}' '${location.origin}/partner/v1/catalog?limit=1'`}
        />
        <p class="note">{text.firstCallHelp}</p>
      </div>
    </>
  )
}
