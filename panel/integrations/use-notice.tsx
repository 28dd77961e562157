import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import { text } from '../text.ts'
import { now } from '../time/now.ts'
import { sayRelative } from '../time/say-time.ts'
import { isInUse } from './credentials.ts'

const words = text.integrations

/** When a credential was last used, before it is taken away; strongly when that was within the hour. */
export function UseNotice({ credential, inUse }: { credential: PanelCredential; inUse: string }) {
  const { lastUse } = credential
  if (!lastUse) return <Callout>{words.neverUsedSaid}</Callout>
  const when = sayRelative(Date.parse(lastUse.at), now.value)
  if (!isInUse(credential, now.value)) return <Callout>{words.lastUsed(when, lastUse.route)}</Callout>
  return (
    <Callout tone="danger" isAlert>
      <strong>{words.usedJustNow(when, lastUse.route)}</strong>
      <span>{inUse}</span>
    </Callout>
  )
}
