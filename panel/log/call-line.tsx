import type { LoggedCall, PartnerCall } from '@estante/contract/panel/log.ts'
import { formatShortRoute } from '../format-route.ts'
import { openOver } from '../router.ts'
import { callFilters, callsPath } from './call-filters.ts'
import { formatClock } from './format-moment.ts'
import { StatusBadge } from './status-badge.tsx'
import { text } from './text.ts'

/** For operators: the call's partner. */
type CallRow = LoggedCall & Partial<Pick<PartnerCall, 'partner'>>

/** A call, with a link that opens its details. */
export function CallLine({ call }: { call: CallRow }) {
  const path = callsPath(callFilters.value, call.id)
  return (
    <a
      class="log-line log-line--call"
      href={path}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        // The details open over the list, which keeps its place.
        event.preventDefault()
        openOver(path)
      }}
    >
      <time class="log-line__time soft tabular nowrap" dateTime={call.at}>
        {formatClock(call.at)}
      </time>
      <span class="log-line__status">
        <StatusBadge status={call.status} />
      </span>
      <RouteName call={call} />
      <span class="log-line__code one-line soft unless-empty">
        {call.partner && <span class="log-line__partner">{call.partner.name} </span>}
        {call.code}
        {call.omitted > 0 && <span class="log-line__omitted">{text.omittedShort(call.omitted)}</span>}
      </span>
      <span class="log-line__credential one-line soft">{call.partner?.name ?? call.credential}</span>
      <span class="log-line__ms soft tabular nowrap">{text.ms(call.ms)}</span>
    </a>
  )
}

function RouteName({ call: { method, route } }: { call: LoggedCall }) {
  return (
    <span class="log-line__route">
      <span class="log-line__method">{method}</span>{' '}
      {route === null ? <em>{text.noRoute}</em> : <span>{formatShortRoute(route)}</span>}
    </span>
  )
}
