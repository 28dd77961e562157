import type { PanelMember } from '@estante/contract/panel/members.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { text } from './text.ts'

/** Shows whether a member may enter. */
export function AccessBadge({ member }: { member: PanelMember }) {
  return member.status === 'ACTIVE' ? (
    <Badge tone="good">{text.active}</Badge>
  ) : (
    <Badge tone="danger">{text.blocked}</Badge>
  )
}
