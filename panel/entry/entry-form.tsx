import { Button } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { text } from '../text.ts'
import { formatWait } from '../time/format-time.ts'

/** Fields and a submit button. General faults are above; the first invalid field is focused. */
export function EntryForm({
  action,
  problem,
  isBusy,
  secondsLeft = 0,
  wrong,
  onSubmit,
  children,
}: {
  action: string
  problem?: string | undefined
  isBusy: boolean
  secondsLeft?: number
  /** Changes with every refusal of a field, to focus it. */
  wrong?: unknown
  onSubmit: () => void
  children?: ComponentChildren
}) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrong])
  const isWaiting = secondsLeft > 0
  return (
    <form
      class="entry__form"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWaiting && !isBusy) onSubmit()
      }}
    >
      {isWaiting ? (
        <Callout tone="notice" isAlert>
          {text.problem.throttled}
        </Callout>
      ) : (
        problem && (
          <Callout tone="danger" isAlert>
            {problem}
          </Callout>
        )
      )}
      {children}
      <Button type="submit" aria-busy={isBusy} disabled={isWaiting}>
        {isWaiting ? text.problem.waitButton(formatWait(secondsLeft)) : action}
      </Button>
    </form>
  )
}
