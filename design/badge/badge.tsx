import type { ComponentChildren } from 'preact'
import './badge.css'

interface BadgeProps {
  tone?: 'neutral' | 'good' | 'notice' | 'danger'
  children: ComponentChildren
}

/** Short status label. The colour only repeats the text. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span class={`badge badge--${tone} edged`}>{children}</span>
}
