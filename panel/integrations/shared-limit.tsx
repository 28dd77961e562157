import { Callout } from '@estante/design/callout/callout.tsx'
import { environment } from '../router.ts'
import { useCredentialUse } from './credential-use.ts'
import { text } from './text.ts'

/** The shared limit and its usage, if the credentials can exceed it. */
export function SharedLimit() {
  const together = useCredentialUse(environment.value).value?.together
  if (!together) return null
  const { used, limit } = together
  return (
    <Callout>
      {text.together(limit)} {text.togetherUsed(used)}
    </Callout>
  )
}
