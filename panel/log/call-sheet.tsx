import { ProblemState } from '@estante/client/problem-state.tsx'
import type { Resource } from '@estante/client/resource.ts'
import { errors } from '@estante/contract/errors.ts'
import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import type { CallDetail, LoggedCall, PartnerCall } from '@estante/contract/panel/log.ts'
import { toVisibleText } from '@estante/contract/visible-text.ts'
import { Callout } from '@estante/design/callout/callout.tsx'
import { Sheet } from '@estante/design/sheet/sheet.tsx'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { useEffect, useState } from 'preact/hooks'
import { isOperator, me } from '../admin-session/admin-session.ts'
import { useFresh } from '../admin-session/use-resource.ts'
import { CopyField } from '../copy/copy-field.tsx'
import { formatRoute } from '../format-route.ts'
import { credentials } from '../integrations/credentials.ts'
import { closeOver, sectionPath } from '../router.ts'
import { Fact } from '../shell/fact.tsx'
import { text as panelText } from '../text.ts'
import { formatExact, formatRelative } from '../time/format-time.ts'
import { now } from '../time/now.ts'
import { callFilters, callsPath } from './call-filters.ts'
import { findCall } from './find-call.ts'
import { allPartners } from './partners.ts'
import { StatusBadge } from './status-badge.tsx'
import { text } from './text.ts'

type SheetCall = LoggedCall & Partial<CallDetail> & Partial<PartnerCall>
type CallLookup = SheetCall | 'looking' | 'missing' | 'unreachable'

/** The details of a call over the list: from the list, or from the service. */
export function CallSheet({ id, known }: { id: string; known: LoggedCall | undefined }) {
  const [found, setFound] = useState<CallLookup>(known ?? 'looking')
  const look = () => {
    setFound(known ?? 'looking')
    // The list's version of the call lacks the member.
    findCall(id).then(
      (call) => setFound(call ?? known ?? 'missing'),
      () => setFound(known ?? 'unreachable'),
    )
  }
  useEffect(look, [])
  const title = typeof found === 'object' ? nameOf(found) : found === 'missing' ? text.notFoundTitle : text.details
  return (
    <Sheet open title={title} closeLabel={text.close} onClose={() => closeOver(callsPath(callFilters.peek()))}>
      {/* Not the close button, which the Enter that follows a pasted id would press. */}
      {/* Below the baseline: the Enter that follows a pasted id closes the sheet. */}
      <div tabIndex={-1} autofocus>
        {found === 'looking' && <Spinner label={panelText.shell.loading} />}
        {found === 'unreachable' && <ProblemState problem="unreachable" onRetry={look} />}
        {found === 'missing' && (
          <p>{(isOperator.value ? text.notFoundOfAny : text.notFound)(me.value?.service.callsRetentionDays ?? 1)}</p>
        )}
        {typeof found === 'object' && <CallDetails call={found} />}
      </div>
    </Sheet>
  )
}

function CallDetails({ call }: { call: SheetCall }) {
  const at = Date.parse(call.at)
  // Loaded for the call's environment: a call found by id may be from the other one.
  useFresh<Resource<unknown>>(isOperator.value ? allPartners : credentials[call.environment])
  return (
    <div class="stack gap-4">
      <Explanation call={call} />
      <dl class="call-details__facts stack">
        <Fact name={text.status}>
          <StatusBadge status={call.status} />
          {call.code && <code>{call.code}</code>}
        </Fact>
        <Fact name={text.when}>
          <time dateTime={call.at}>{formatExact(at)}</time>
          <span class="note">{formatRelative(at, now.value)}</span>
        </Fact>
        <Fact name={text.took}>{text.ms(call.ms)}</Fact>
        {call.partner && (
          <Fact name={text.partner}>
            <a href={sectionPath('partners', { pathParts: [call.partner.slug] })}>{call.partner.name}</a>
          </Fact>
        )}
        <Fact name={text.credential}>{call.credential}</Fact>
        <Fact name={text.environment}>{text.environments[call.environment]}</Fact>
        {call.member && (
          <Fact name={text.member.label}>
            <a href={sectionPath('members', { pathParts: [call.member.id], environment: call.environment })}>
              {call.member.externalUserId === null ? text.noMember : toVisibleText(call.member.externalUserId)}
            </a>
          </Fact>
        )}
      </dl>
      <CopyField label={text.requestIdField} value={call.id} valueName="o X-Request-Id" />
      <CopyField label={text.clientId} value={call.clientId} valueName="o client_id" />
      <p class="note">{isOperator.value ? text.notDisplayed : text.notStored}</p>
    </div>
  )
}

/** The cause of a failure, and how to fix it. */
function Explanation({ call }: { call: LoggedCall }) {
  const sentence = explain(call)
  if (!sentence && call.code === null && call.omitted === 0) return null
  return (
    <Callout tone={call.status >= 500 ? 'danger' : 'notice'}>
      {sentence && <span>{sentence}</span>}
      {call.omitted > 0 && <span>{text.omitted(call.omitted)}</span>}
      {call.code && (
        <a class="call-details__reference label" href={`/docs#erro-${call.code}`} target="_blank" rel="noreferrer">
          {text.reference(call.code)}
        </a>
      )}
    </Callout>
  )
}

function explain({ status, code, clientId, environment, at }: LoggedCall): string | undefined {
  const server = isOperator.value ? text.partnersServer : text.yourServer
  if (status === 499) return text.abandonedHelp(server)
  if (code === 'VALIDATION') return text.validation(server)
  if (code === 'INVALID_CLIENT') {
    const credential = credentials[environment].data.value?.find((one) => one.clientId === clientId)
    return credential && explainRefusal(credential, at)
  }
  return code !== null && code in errors ? errors[code as keyof typeof errors].message : undefined
}

/**
 * Explains a refusal to the credential's owner: the API answers these causes alike. A suspension that has ended is not
 * known here.
 */
function explainRefusal({ revokedAt, rotatedAt }: PanelCredential, at: string): string {
  if (revokedAt && revokedAt <= at) return text.whyRevoked(formatRelative(Date.parse(revokedAt), now.value))
  const { suspendedAt = null } = me.value?.partner ?? {}
  if (suspendedAt && suspendedAt <= at) return text.whySuspended
  if (rotatedAt && rotatedAt <= at) return text.whyRotated(formatRelative(Date.parse(rotatedAt), now.value))
  return text.whyWrong
}

function nameOf({ method, route }: LoggedCall): string {
  return `${method} ${route === null ? text.noRoute : formatRoute(route)}`
}
