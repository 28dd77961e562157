import type { ComponentChildren } from 'preact'
import { type Icon, InfoIcon, WarningIcon } from '../icons/icons.tsx'
import './callout.css'

type Tone = 'info' | 'notice' | 'danger'

const drawings: Record<Tone, Icon> = { info: InfoIcon, notice: WarningIcon, danger: WarningIcon }

interface CalloutProps {
  tone?: Tone
  isAlert?: boolean
  children: ComponentChildren
}

/** Highlighted message. With `isAlert`, screen readers announce it when it appears. */
export function Callout({ tone = 'info', isAlert = false, children }: CalloutProps) {
  const Drawn = drawings[tone]
  return (
    <div class={`callout callout--${tone} edged`} role={isAlert ? 'alert' : undefined}>
      <Drawn />
      <div class="callout__text stack">{children}</div>
    </div>
  )
}
