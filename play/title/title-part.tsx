import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** A part of the page of a title, named by its heading. */
export function TitlePart({ heading, children }: { heading: string; children: ComponentChildren }) {
  const id = useId()
  return (
    <section class="title__part stack gap-3" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  )
}
