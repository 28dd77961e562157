import type { ComponentChildren } from 'preact'
import type { Icon } from '../icons/icons.tsx'
import './empty-state.css'

interface EmptyStateProps {
  icon: Icon
  title: string
  children?: ComponentChildren
  action?: ComponentChildren
  level?: 1 | 2
}

/** Placeholder for an empty list: the reason, and what to do about it. `level` is the heading's. */
export function EmptyState({ icon: Drawn, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div class="empty-state">
      <span class="empty-state__drawing disc">
        <Drawn />
      </span>
      <Heading class="title-md" tabIndex={level === 1 ? -1 : undefined}>
        {title}
      </Heading>
      {children && <p class="empty-state__text soft">{children}</p>}
      {action}
    </div>
  )
}
