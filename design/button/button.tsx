import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import type { Icon } from '../icons/icons.tsx'
import './button.css'

type Look = {
  variant?: 'primary' | 'soft' | 'plain' | 'danger' | 'destructive'
  icon?: Icon
  children: ComponentChildren
}

/**
 * Button. `primary`: the main action of a screen; the rest are `soft` or `plain`. `danger` leads to an irreversible
 * action, `destructive` performs it. `aria-busy` while in progress.
 */
export function Button({
  variant = 'primary',
  size = 'medium',
  icon: Drawn,
  children,
  ...rest
}: Look & { size?: 'medium' | 'compact' } & ButtonHTMLAttributes) {
  return (
    <button type="button" {...rest} class={`button button--${variant} button--${size}`}>
      {Drawn && <Drawn />}
      {children}
    </button>
  )
}

/** Link with the look of a button. */
export function ButtonLink({
  variant = 'primary',
  icon: Drawn,
  children,
  ...rest
}: Look & { href: string; download?: boolean }) {
  return (
    <a {...rest} class={`button button--${variant}`}>
      {Drawn && <Drawn />}
      {children}
    </a>
  )
}
