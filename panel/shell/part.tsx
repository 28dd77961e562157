import { Badge } from '@estante/design/badge/badge.tsx'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import './part.css'

interface PartProps {
  title: string
  badge?: { text: string; tone: 'good' | 'notice' }
  action?: ComponentChildren
  help?: string
  children: ComponentChildren
}

/** A part of a screen: heading, status, actions, explanation and content. */
export function Part({ title, badge, action, help, children }: PartProps) {
  const id = useId()
  return (
    <section class="part stack" aria-labelledby={id}>
      <header class="part__head row">
        <h2 id={id}>{title}</h2>
        {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
        {action && <div class="part__action row">{action}</div>}
      </header>
      {help && <p class="part__help note">{help}</p>}
      {children}
    </section>
  )
}

/** A part with its content in a card. */
export function CardPart({ children, ...part }: PartProps) {
  return (
    <Part {...part}>
      <div class="card">{children}</div>
    </Part>
  )
}
