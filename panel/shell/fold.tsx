import type { ComponentChildren } from 'preact'
import './fold.css'

/** Content that opens below its name. */
export function Fold({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <details>
      <summary class="fold">{name}</summary>
      {children}
    </details>
  )
}
