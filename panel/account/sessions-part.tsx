import type { AdminSession } from '@estante/contract/panel/session.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { DesktopIcon, PhoneIcon } from '@estante/design/icons/icons.tsx'
import { ListRow, RowIcon } from '@estante/design/list-row/list-row.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { ActionProblem } from '../actions/action-problem.tsx'
import { useAction } from '../actions/use-action.ts'
import { useFresh } from '../admin-session/use-resource.ts'
import { CardPart } from '../shell/part.tsx'
import { ResourceContent } from '../shell/resource-content.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { adminSessions, endOtherSessions, endSession } from './account.ts'
import { readDevice } from './device.ts'
import { text } from './text.ts'

/** The admin's sessions, each with a button that ends it. */
export function SessionsPart() {
  const resource = useFresh(adminSessions)
  const act = useAction()
  const hasOthers = (resource.data.value ?? []).some(({ isCurrent }) => !isCurrent)
  const end = (done: () => Promise<void>, message: string) =>
    void act.run(async () => {
      await done()
      showToast(message)
    })
  return (
    <CardPart
      title={text.sessions}
      action={
        hasOthers && (
          <Button variant="danger" size="compact" onClick={() => end(endOtherSessions, text.othersEnded)}>
            {text.endOthers}
          </Button>
        )
      }
    >
      <ActionProblem act={act} />
      <ResourceContent
        resource={resource}
        skeleton={<Skeleton width="100%" height="4.25rem" radius="var(--radius-md)" />}
      >
        {(sessions) => (
          <ul class="lined" aria-label={text.sessionsLabel}>
            {sessions.map((one) => (
              <li key={one.id}>
                <Row session={one} onEnd={() => end(() => endSession(one.id), text.ended)} />
              </li>
            ))}
          </ul>
        )}
      </ResourceContent>
    </CardPart>
  )
}

function Row({ session, onEnd }: { session: AdminSession; onEnd: () => void }) {
  const { browser, system, isPhone } = readDevice(session.userAgent)
  const device = browser && system ? text.device(browser, system) : (browser ?? system ?? text.unknownDevice)
  return (
    <ListRow
      leading={<RowIcon icon={isPhone ? PhoneIcon : DesktopIcon} />}
      title={
        <>
          {device} {session.isCurrent && <Badge tone="good">{text.thisOne}</Badge>}
        </>
      }
      detail={
        <>
          {session.address} · {text.signedIn} <RelativeTime at={session.createdAt} />
          {!session.isCurrent && (
            <>
              {' '}
              · {text.seen} <RelativeTime at={session.lastSeenAt} />
            </>
          )}
        </>
      }
      trailing={
        !session.isCurrent && (
          <Button variant="plain" size="compact" aria-label={text.endOf(device)} onClick={onEnd}>
            {text.endShort}
          </Button>
        )
      }
    />
  )
}
