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

/** A list that opens below its name. */
export function FoldedList({ name, items }: { name: string; items: readonly string[] }) {
  return (
    <Fold name={name}>
      <ul class="bullets stack">
        {items.map((item, index) => (
          <li key={index}>{item}</li>
        ))}
      </ul>
    </Fold>
  )
}
