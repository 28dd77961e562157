import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import { useFresh } from '../admin-session/use-resource.ts'
import { formatRoute } from '../format-route.ts'
import { formatRelative } from '../time/format-time.ts'
import { now } from '../time/now.ts'
import { credentials, isInUse } from './credentials.ts'
import { text } from './text.ts'

const ASK_EVERY_MS = 2_000

/** When a credential was last used, before it is revoked; a warning within the hour. */
export function UseNotice({ credential, inUse }: { credential: PanelCredential; inUse: string }) {
  // Reloaded, since the list may be outdated, and calls are recorded with a delay.
  const { data } = useFresh(credentials[credential.environment], ASK_EVERY_MS)
  const newest = data.value?.find(({ clientId }) => clientId === credential.clientId) ?? credential
  const { lastUse } = newest
  if (!lastUse) return <Callout>{text.neverUsedNotice}</Callout>
  const when = formatRelative(Date.parse(lastUse.at), now.value)
  const route = formatRoute(lastUse.route)
  if (!isInUse(newest, now.value)) return <Callout>{text.lastUsed(when, route)}</Callout>
  return (
    <Callout tone="danger" isAlert>
      <strong>{text.usedJustNow(when, route)}</strong>
      <span>{inUse}</span>
    </Callout>
  )
}
