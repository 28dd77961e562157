import type { FirstSteps } from '@estante/contract/panel/first-steps.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import type { ComponentChildren } from 'preact'
import { type Section, sectionPath } from '../router.ts'
import { When } from '../time/when.tsx'
import type { Check } from './first-steps.ts'
import { StepMark } from './step-mark.tsx'
import { text } from './text.ts'

const where: Partial<Record<Check['name'], Section>> = {
  credential: 'integrations',
  'second-factor': 'team',
  'frame-origins': 'appearance',
}

/** A check before production opens: its status, and a link to the screen for it. */
export function GoLiveCheck({ check: { name, isDone, at, isOptional }, known }: { check: Check; known: FirstSteps }) {
  if (name === 'revoke-tested') return null
  const checkText = text.production[name]
  const section = where[name]
  return (
    <li class="step step--plain">
      <StepMark isDone={isDone} />
      <div class="step__text">
        <p class="step__title">
          {checkText.title} {isOptional && !isDone && <Badge>{text.optional}</Badge>}
        </p>
        {!isDone && <p class="step__now">{nowOf(name, known)}</p>}
        {!isDone && section && 'action' in checkText && (
          <a class="step__link" href={sectionPath(section, 'production')}>
            {checkText.action}
          </a>
        )}
      </div>
      {at && (
        <p class="step__when">
          <When at={at} />
        </p>
      )}
    </li>
  )
}

function nowOf(name: Exclude<Check['name'], 'revoke-tested'>, { team }: FirstSteps): ComponentChildren {
  const { now } = text.production[name]
  return typeof now === 'function' ? now(team.ownersWithoutSecondFactor, team.owners) : now
}
