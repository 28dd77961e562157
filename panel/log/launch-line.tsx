import type { LaunchState, PanelLaunch } from '@estante/contract/panel/log.ts'
import { toVisibleText } from '@estante/contract/visible-text.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { sectionPath } from '../router.ts'
import { now } from '../time/now.ts'
import { formatClock, formatDelay } from './format-moment.ts'
import { text } from './text.ts'

const tones = { waiting: 'neutral', opened: 'good', expired: 'neutral', refused: 'notice' } as const satisfies Record<
  LaunchState,
  string
>

/** A sign-on link with its outcome and, for a refused one, what to do. */
export function LaunchLine({ launch }: { launch: PanelLaunch }) {
  const { mintedAt, state, externalUserId, refusal } = launch
  return (
    <div class="log-line log-line--launch">
      <time class="log-line__time soft tabular nowrap" dateTime={mintedAt}>
        {formatClock(mintedAt)}
      </time>
      <span class="log-line__status">
        <Badge tone={tones[state]}>{text.badges[state]}</Badge>
      </span>
      <span class="log-line__member">
        {externalUserId === null ? (
          <em>{text.noMember}</em>
        ) : (
          <a href={sectionPath('members', { pathParts: [externalUserId] })}>{toVisibleText(externalUserId)}</a>
        )}
      </span>
      <span class="log-line__fate stack">
        <span>{formatOutcome(launch)}</span>
        {refusal && state === 'opened' && <span>{text.usedAgain(formatClock(refusal.at))}</span>}
        {refusal && <span class="soft">{text.mend[refusal.reason]}</span>}
      </span>
    </div>
  )
}

function formatOutcome({ state, openedAfterMs, expiresAt, refusal }: PanelLaunch): string {
  switch (state) {
    case 'waiting':
      return text.waitingDetail(Math.ceil((Date.parse(expiresAt) - now.value) / 1000))
    case 'opened':
      return text.openedDetail(formatDelay(openedAfterMs ?? 0))
    case 'expired':
      return text.expiredDetail
    case 'refused':
      return text.refusedDetail[refusal?.reason ?? 'expired']
  }
}
