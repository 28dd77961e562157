import { Moment } from '@estante/design/moment/moment.tsx'
import { now } from './now.ts'
import { sayExact, sayRelative } from './say-time.ts'

/** An instant of the service, as people say it; on hover or focus, to the second. */
export function When({ at }: { at: string }) {
  const instant = Date.parse(at)
  return <Moment at={at} said={sayRelative(instant, now.value)} exact={sayExact(instant)} />
}
