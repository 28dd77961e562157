import type { AccessAttempt, AccessAttemptKind, MemberDetail } from '@estante/contract/panel/members.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { me } from '../admin-session/admin-session.ts'
import { sectionPath } from '../router.ts'
import { Fold } from '../shell/fold.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { text } from './text.ts'
import './attempts-part.css'

const ATTEMPTS_AT_ONCE = 8

type Tone = 'neutral' | 'good' | 'notice'

const tones: Record<AccessAttemptKind, Tone> = {
  'session-revoked': 'notice',
  'session-email-in-use': 'notice',
  'session-email-conflict': 'notice',
  'link-used': 'notice',
  'link-expired': 'notice',
  'link-revoked': 'notice',
  'link-suspended': 'notice',
  'link-credential': 'notice',
  'link-unopened': 'neutral',
  opened: 'good',
  'blocked-by-call': 'neutral',
  'blocked-in-panel': 'neutral',
  'restored-by-call': 'neutral',
  'restored-in-panel': 'neutral',
}

/** The access attempts of a member and their outcomes, newest first, each with a link to the call. */
export function AttemptsPart({ member: { attempts, externalUserId } }: { member: MemberDetail }) {
  const [latest, earlier] = [attempts.slice(0, ATTEMPTS_AT_ONCE), attempts.slice(ATTEMPTS_AT_ONCE)]
  return (
    <>
      {latest.length === 0 ? (
        <p class="nothing">{text.noAttempts(me.value?.service.launchesRetentionDays ?? 1)}</p>
      ) : (
        <Attempts attempts={latest} />
      )}
      {earlier.length > 0 && (
        <Fold name={text.earlierAttempts(earlier.length)}>
          <Attempts attempts={earlier} />
        </Fold>
      )}
      <p class="attempts__more text-links row">
        {externalUserId !== null && (
          <a href={sectionPath('log', { pathParts: ['links'], query: { membro: externalUserId } })}>
            {text.toLaunches}
          </a>
        )}
        <a
          href={sectionPath('log', {
            query: { resultado: 'VALIDATION', rota: 'POST /partner/v1/sessions' },
          })}
        >
          {text.toInvalid}
        </a>
      </p>
    </>
  )
}

function Attempts({ attempts }: { attempts: readonly AccessAttempt[] }) {
  return (
    <ul class="card lined">
      {attempts.map((attempt) => (
        <Attempt key={`${attempt.kind} ${attempt.requestId ?? attempt.at}`} attempt={attempt} />
      ))}
    </ul>
  )
}

function Attempt({ attempt: { at, kind, requestId, omitted } }: { attempt: AccessAttempt }) {
  const { badge, why } = text.attempt[kind]
  return (
    <li class="attempt">
      <span class="soft">
        <RelativeTime at={at} />
      </span>
      <span class="attempt__badge">
        <Badge tone={tones[kind]}>{badge}</Badge>
      </span>
      <span class="attempt__why">
        {why}
        {omitted > 0 && <span class="soft"> {text.omittedAttempts(omitted)}</span>}
      </span>
      {requestId && (
        <a class="attempt__call" href={sectionPath('log', { query: { chamada: requestId } })}>
          {text.toCall}
          <span class="visually-hidden"> {requestId}</span>
        </a>
      )}
    </li>
  )
}
