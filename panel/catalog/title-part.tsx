import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** A part of a title's screen: heading, actions and content. */
export function TitlePart({
  heading,
  action,
  children,
}: {
  heading: string
  action?: ComponentChildren
  children: ComponentChildren
}) {
  const id = useId()
  return (
    <section class="title-part" aria-labelledby={id}>
      <header class="title-part__head">
        <h2 class="title-part__heading" id={id}>
          {heading}
        </h2>
        {action}
      </header>
      <div class="title-part__card">{children}</div>
    </section>
  )
}
