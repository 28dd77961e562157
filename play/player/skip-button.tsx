import { nameAndTooltip } from '@estante/design/icon-button/name-and-tooltip.ts'
import { SkipBackIcon, SkipForwardIcon } from '@estante/design/icons/title-icons.tsx'
import './skip-button.css'

/** Skips a number of seconds, which is shown inside the arrow. */
export function SkipButton({
  label,
  seconds,
  onClick,
  disabled,
}: {
  label: string
  /** Negative to go back. */
  seconds: number
  onClick: () => void
  disabled?: boolean
}) {
  const Arrow = seconds < 0 ? SkipBackIcon : SkipForwardIcon
  return (
    <button class="skip-button" type="button" {...nameAndTooltip(label)} onClick={onClick} disabled={disabled}>
      <Arrow />
      <span class="skip-button__seconds" aria-hidden="true">
        {Math.abs(seconds)}
      </span>
    </button>
  )
}
