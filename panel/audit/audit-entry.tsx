import { actorName, describeAct } from '@estante/contract/audit-sentence.ts'
import type { AuditEntry as Entry } from '@estante/contract/panel/audit.ts'
import { isOperator } from '../admin-session/admin-session.ts'
import { sectionPath } from '../router.ts'
import { formatExact } from '../time/format-time.ts'
import './audit-entry.css'

const day = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' })
const hour = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })

interface AuditEntryProps {
  entry: Entry
  isInPartner?: boolean
  hasDay?: boolean
}

/** An entry of the audit: who, what, when and from where. `hasDay`: shows the date, for lack of a heading. */
export function AuditEntry({ entry, isInPartner = false, hasDay = false }: AuditEntryProps) {
  const { at, partner, address } = entry
  const instant = Date.parse(at)
  return (
    <div class="audit-entry">
      <time class="soft tabular" dateTime={at} title={formatExact(instant)}>
        {(hasDay ? day : hour).format(instant)}
      </time>
      <p class="breakable">
        <strong class="bold">{actorName(entry)}</strong> {describeAct(entry)}
      </p>
      <p class="audit-entry__where row soft">
        {partner && !isInPartner && isOperator.value && (
          <a class="bold link" href={sectionPath('partners', { pathParts: [partner.slug] })}>
            {partner.name}
          </a>
        )}
        {address && <span class="audit-entry__address">{address}</span>}
      </p>
    </div>
  )
}
