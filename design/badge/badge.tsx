import type { ComponentChildren } from 'preact'
import './badge.css'

/** A word about a thing, beside its name. Its colour only repeats what the word says. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  tone?: 'neutral' | 'good' | 'notice' | 'danger'
  children: ComponentChildren
}) {
  return <span class={`badge badge--${tone}`}>{children}</span>
}
