import type { FirstSteps, Sample } from '@estante/contract/panel/first-steps.ts'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { signal } from '@preact/signals'
import { canHandleCredentials } from '../admin-session/admin-session.ts'
import { CodeBlock } from '../copy/code-block.tsx'
import { newCredentialPath } from '../integrations/credentials.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import type { Check } from './first-steps.ts'
import { StepMark } from './step-mark.tsx'
import { text } from './text.ts'

/** The language of all samples. */
const language = signal('curl')

interface SandboxStepProps {
  check: Check
  number: number
  known: FirstSteps
  isCurrent: boolean
}

/** A step: done, with its time; or instructions, open when it is next. */
export function SandboxStep({ check: { name, isDone, at }, number, known, isCurrent }: SandboxStepProps) {
  if (name === 'second-factor' || name === 'frame-origins') return null
  const { title } = text[name]
  return (
    <li class="step" data-dated={at ? '' : undefined}>
      <details open={isCurrent}>
        <summary class="step__summary line">
          <StepMark isDone={isDone} number={number} isCurrent={isCurrent} />
          <span class="step__title">{title}</span>
        </summary>
        <div class="step__body stack gap-3 breakable">
          <StepInstructions name={name} known={known} />
          {isCurrent && name !== 'credential' && (
            <p class="step__waiting note line gap-2">
              <Spinner label="" />
              {text.waiting}
            </p>
          )}
        </div>
      </details>
      {at && (
        <p class="step__when detail">
          <RelativeTime at={at} />
        </p>
      )}
    </li>
  )
}

interface StepInstructionsProps {
  name: Exclude<Check['name'], 'second-factor' | 'frame-origins'>
  known: FirstSteps
}

function StepInstructions({ name, known: { credential, samples } }: StepInstructionsProps) {
  switch (name) {
    case 'credential':
      if (credential) return <p>{text.credential.done(credential.name)}</p>
      return (
        <>
          <p>{text.credential.now}</p>
          {canHandleCredentials.value ? (
            <ButtonLink href={newCredentialPath()}>{text.credential.action}</ButtonLink>
          ) : (
            <p>{text.credential.onlyOthers}</p>
          )}
        </>
      )
    case 'first-call':
      return <Call step={text[name]} samples={samples.firstCall} />
    case 'launch-opened':
      return <Call step={text[name]} samples={samples.launch} />
    case 'ready-seen':
      return (
        <>
          <p>{text[name].now}</p>
          <a class="step__link label" href="/docs#visao-embutida" target="_blank" rel="noreferrer">
            {text[name].action}
          </a>
        </>
      )
    case 'revoke-tested':
      return <Call step={text[name]} samples={samples.revoke} />
  }
}

function Call({ step: { title, now }, samples }: { step: { title: string; now: string }; samples: readonly Sample[] }) {
  const chosen = samples.find((sample) => sample.name === language.value) ?? samples[0]
  if (!chosen) return null
  return (
    <>
      <p>{now}</p>
      <Segmented
        label={text.samples}
        options={samples.map(({ name }) => ({ value: name, label: name }))}
        value={chosen.name}
        onChange={(name) => {
          language.value = name
        }}
      />
      <CodeBlock title={chosen.name} code={chosen.text} codeName={text.sampleOf(title)} />
      <a class="step__link label" href="/docs" target="_blank" rel="noreferrer">
        {text.reference}
      </a>
    </>
  )
}
