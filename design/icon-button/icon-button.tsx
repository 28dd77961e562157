import type { ButtonHTMLAttributes } from 'preact'
import type { Icon } from '../icons/icons.tsx'
import { nameAndTooltip } from './name-and-tooltip.ts'
import './icon-button.css'

type Look = { label: string; icon: Icon; variant?: 'plain' | 'filled' }

/** Round button with only an icon; `label` is its accessible name. Set `aria-pressed` for a toggle. */
export function IconButton({ label, icon: Drawn, variant = 'plain', ...rest }: Look & ButtonHTMLAttributes) {
  return (
    <button type="button" {...nameAndTooltip(label)} {...rest} class={`icon-button icon-button--${variant}`}>
      <Drawn />
    </button>
  )
}
