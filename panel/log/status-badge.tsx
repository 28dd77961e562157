import { Badge } from '@estante/design/badge/badge.tsx'
import { text } from './text.ts'

/** How a call ended. */
export function StatusBadge({ status }: { status: number }) {
  if (status === 499) return <Badge>{text.abandoned}</Badge>
  const tone = status < 400 ? 'good' : status < 500 ? 'notice' : 'danger'
  return <Badge tone={tone}>{status}</Badge>
}
