import { Badge } from '@estante/design/badge/badge.tsx'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** A part of the account: heading, status and actions. */
export function Part({
  title,
  badge,
  action,
  children,
}: {
  title: string
  badge?: { text: string; tone: 'good' | 'notice' }
  action?: ComponentChildren
  children: ComponentChildren
}) {
  const id = useId()
  return (
    <section class="account__part" aria-labelledby={id}>
      <header class="account__part-head">
        <h2 class="account__heading" id={id}>
          {title}
        </h2>
        {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
        {action && <div class="account__action">{action}</div>}
      </header>
      <div class="account__card">{children}</div>
    </section>
  )
}
