import type { ComponentChildren } from 'preact'
import { BulletList } from './bullet-list.tsx'
import './fold.css'

/** Content that opens below its name. */
export function Fold({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <details>
      <summary class="fold label soft">{name}</summary>
      {children}
    </details>
  )
}

/** A list that opens below its name. */
export function FoldedList({ name, items }: { name: string; items: readonly string[] }) {
  return (
    <Fold name={name}>
      <BulletList items={items} />
    </Fold>
  )
}
