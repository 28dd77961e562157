import { Moment } from '@estante/design/moment/moment.tsx'
import { formatExact, formatRelative } from './format-time.ts'
import { now } from './now.ts'

/** An instant in relative form; exact on hover or focus. */
export function RelativeTime({ at }: { at: string }) {
  const instant = Date.parse(at)
  return <Moment at={at} label={formatRelative(instant, now.value)} exact={formatExact(instant)} />
}
