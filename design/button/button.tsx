import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import type { Icon } from '../icons/icons.tsx'
import './button.css'

type Look = {
  variant?: 'primary' | 'soft' | 'plain' | 'danger' | 'destructive'
  size?: 'medium' | 'compact'
  icon?: Icon
  children: ComponentChildren
}

/**
 * `primary` is the one thing to do on a screen; the rest are `soft` or `plain`. `danger` leads to what cannot be undone,
 * `destructive` does it. `aria-busy` says that it is being done.
 */
export function Button({
  variant = 'primary',
  size = 'medium',
  icon: Drawn,
  children,
  ...rest
}: Look & ButtonHTMLAttributes) {
  return (
    <button type="button" {...rest} class={`button button--${variant} button--${size}`}>
      {Drawn && <Drawn />}
      {children}
    </button>
  )
}

/** A link that looks like a button: it goes somewhere instead of doing something. */
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
