import { type ComponentChildren, toChildArray } from 'preact'
import { useId } from 'preact/hooks'
import { ForwardIcon } from '../icons/icons.tsx'
import './shelf.css'

/** A row of books standing on a shelf, scrolled sideways. `more` is where the title leads, when it leads anywhere. */
export function Shelf({
  title,
  more,
  children,
}: {
  title: string
  more?: { href: string; label: string }
  children: ComponentChildren
}) {
  const id = useId()
  return (
    <section class="shelf" aria-labelledby={id}>
      <header class="shelf__header">
        <h2 class="shelf__title" id={id}>
          {title}
        </h2>
        {more && (
          <a class="shelf__more" href={more.href}>
            {more.label}
            <ForwardIcon />
          </a>
        )}
      </header>
      <ul class="shelf__row">
        {toChildArray(children).map((child, place) => (
          <li class="shelf__place" key={place}>
            {child}
          </li>
        ))}
      </ul>
    </section>
  )
}
