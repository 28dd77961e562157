import type { ComponentChildren } from 'preact'

/** A term and its description in a `<dl>`, which each screen styles for itself. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
