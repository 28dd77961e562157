import type { Environment } from '@estante/contract/panel/credentials.ts'
import type { FirstSteps } from '@estante/contract/panel/first-steps.ts'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { CheckIcon } from '@estante/design/icons/icons.tsx'
import { Progress } from '@estante/design/progress/progress.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { newCredentialPath } from '../integrations/credentials.ts'
import { environment, sectionPath } from '../router.ts'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { ExamplesPart } from './examples-part.tsx'
import { type Check, checksOf, isComplete, useFirstSteps } from './first-steps.ts'
import { SandboxStep } from './sandbox-step.tsx'
import { text } from './text.ts'
import { TrialPart } from './trial-part.tsx'
import './first-steps-screen.css'
import { Badge } from '@estante/design/badge/badge.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { StepMark } from './step-mark.tsx'

/** The progress of the integration, the next step, and, in the sandbox, the trial. */
export function FirstStepsScreen() {
  const currentEnvironment = environment.value
  const resource = useFirstSteps(currentEnvironment)
  return (
    <>
      <ScreenHeader title={text.title} help={text.help[currentEnvironment]} />
      <ResourceContent key={currentEnvironment} resource={resource} skeleton={<StepsSkeleton />}>
        {(known) => (currentEnvironment === 'sandbox' ? <Sandbox known={known} /> : <Production known={known} />)}
      </ResourceContent>
    </>
  )
}

function Sandbox({ known }: { known: FirstSteps }) {
  const checks = checksOf('sandbox', known)
  const current = checks.find(({ isDone }) => !isDone)
  return (
    <div class="first-steps first-steps--beside stack">
      <div class="stack gap-5">
        <Checklist environment="sandbox" checks={checks}>
          {checks.map((check, index) => (
            <SandboxStep
              key={check.name}
              check={check}
              number={index + 1}
              known={known}
              isCurrent={check === current}
            />
          ))}
        </Checklist>
        <ExamplesPart examplesAt={known.examplesAt} />
      </div>
      <TrialPart known={known} />
    </div>
  )
}

function Production({ known }: { known: FirstSteps }) {
  const checks = checksOf('production', known)
  return (
    <div class="first-steps stack">
      <Checklist environment="production" checks={checks}>
        {checks.map((check) => (
          <GoLiveCheck key={check.name} check={check} known={known} />
        ))}
      </Checklist>
    </div>
  )
}

interface ChecklistProps {
  environment: Environment
  checks: readonly Check[]
  children: ComponentChildren
}

/** The steps with their count; folded once all are done. */
function Checklist({ environment, checks, children }: ChecklistProps) {
  const needed = checks.filter(({ isOptional, isDone }) => !isOptional || isDone)
  const done = needed.filter(({ isDone }) => isDone).length
  const list = <ol class="card lined">{children}</ol>
  return (
    <>
      <StepAnnouncement environment={environment} checks={checks} />
      {isComplete(checks) ? (
        <section class="all-done card">
          <span class="all-done__mark disc">
            <CheckIcon />
          </span>
          <div class="all-done__text">
            <h2 class="title-md">{environment === 'sandbox' ? text.sandboxDoneTitle : text.productionDoneTitle}</h2>
            <p>{environment === 'sandbox' ? text.sandboxDoneHelp : text.productionDoneHelp}</p>
            {environment === 'sandbox' && (
              <ButtonLink variant="soft" href={sectionPath('firstSteps', { environment: 'production' })}>
                {text.goToProduction}
              </ButtonLink>
            )}
          </div>
          <details class="all-done__steps">
            <summary>{text.seeSteps}</summary>
            {list}
          </details>
        </section>
      ) : (
        <div class="stack gap-3">
          <div class="note tabular line gap-3 nowrap">
            <div class="first-steps__progress" aria-hidden="true">
              <Progress label={text.progress(done, needed.length)} value={done / needed.length} />
            </div>
            {text.progress(done, needed.length)}
          </div>
          {list}
        </div>
      )}
    </>
  )
}

/** Announces steps that are reached while the screen is open. */
function StepAnnouncement({ environment, checks }: { environment: Environment; checks: readonly Check[] }) {
  const done = checks.filter(({ isDone }) => isDone).map(({ name }) => name)
  const before = useRef(done)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const news = done.filter((name) => !before.current.includes(name))
    before.current = done
    if (news.length > 0) setAnnouncement(news.map((name) => text.stepDone(titleOf(environment, name))).join(' '))
  }, [done.join()])
  return (
    <p class="visually-hidden" role="status">
      {announcement}
    </p>
  )
}

function titleOf(environment: Environment, name: Check['name']): string {
  if (environment === 'production' && name !== 'revoke-tested') return text.production[name].title
  return name === 'second-factor' || name === 'frame-origins' ? '' : text[name].title
}

function StepsSkeleton() {
  return (
    <div class="first-steps__skeleton stack">
      {[0, 1, 2, 3, 4].map((one) => (
        <Skeleton key={one} width="100%" height="4rem" radius="var(--radius-md)" />
      ))}
    </div>
  )
}

/** The screens where checks are done. */
const checkPaths: Partial<Record<Check['name'], () => string>> = {
  credential: newCredentialPath,
  'second-factor': () => sectionPath('team'),
  'frame-origins': () => sectionPath('appearance'),
}

/** A check before production opens: its status, and a link to the screen for it. */
function GoLiveCheck({ check: { name, isDone, at, isOptional }, known }: { check: Check; known: FirstSteps }) {
  if (name === 'revoke-tested') return null
  const checkText = text.production[name]
  const path = checkPaths[name]
  return (
    <li class="step step--plain">
      <StepMark isDone={isDone} />
      <div class="step__text">
        <p class="step__title">
          {checkText.title} {isOptional && !isDone && <Badge>{text.optional}</Badge>}
        </p>
        {!isDone && <p class="note">{nowOf(name, known)}</p>}
        {!isDone && path && 'action' in checkText && (
          <a class="step__link label" href={path()}>
            {checkText.action}
          </a>
        )}
      </div>
      {at && (
        <p class="step__when detail">
          <RelativeTime at={at} />
        </p>
      )}
    </li>
  )
}

function nowOf(name: Exclude<Check['name'], 'revoke-tested'>, { team }: FirstSteps): ComponentChildren {
  const { now } = text.production[name]
  return typeof now === 'function' ? now(team.ownersWithoutSecondFactor, team.owners) : now
}
