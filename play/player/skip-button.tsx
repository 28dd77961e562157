import { nameAndTooltip } from '@estante/design/icon-button/name-and-tooltip.ts'
import { SkipBackIcon, SkipForwardIcon } from '@estante/design/icons/title-icons.tsx'
import { text } from './text.ts'
import './skip-button.css'

interface SkipButtonProps {
  /** Negative to go back. */
  seconds: number
  onClick: () => void
  disabled?: boolean
}

/** Skips a number of seconds, which is shown inside the arrow. */
export function SkipButton({ seconds, onClick, disabled }: SkipButtonProps) {
  const isBack = seconds < 0
  const Arrow = isBack ? SkipBackIcon : SkipForwardIcon
  const label = isBack ? text.back(-seconds) : text.forward(seconds)
  return (
    <button class="skip-button" type="button" {...nameAndTooltip(label)} onClick={onClick} disabled={disabled}>
      <Arrow />
      <span class="skip-button__seconds tabular" aria-hidden="true">
        {Math.abs(seconds)}
      </span>
    </button>
  )
}
