import type { ComponentChildren } from 'preact'
import './badge.css'

/** Short status label. The colour only repeats the text. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  tone?: 'neutral' | 'good' | 'notice' | 'danger'
  children: ComponentChildren
}) {
  return <span class={`badge badge--${tone}`}>{children}</span>
}
