import { type ComponentChildren, toChildArray } from 'preact'
import { useId } from 'preact/hooks'
import { ForwardIcon } from '../icons/icons.tsx'
import { BatchedRows } from '../long-list/batched-rows.tsx'
import './shelf.css'

interface ShelfProps {
  title: string
  more?: { href: string; label: string }
  first?: number
  children: ComponentChildren
}

/**
 * Row of books that scrolls sideways. `more` links its title to the whole list. Books after the `first` are rendered in
 * later frames.
 */
export function Shelf({ title, more, first = Infinity, children }: ShelfProps) {
  const id = useId()
  return (
    <section class="shelf" aria-labelledby={id}>
      <header class="shelf__header row">
        <h2 class="shelf__title" id={id}>
          {title}
        </h2>
        {more && (
          <a class="shelf__more label link" href={more.href}>
            {more.label}
            <ForwardIcon />
          </a>
        )}
      </header>
      <ul class="shelf__row">
        <BatchedRows rows={toChildArray(children)} first={first} more={4}>
          {(child, index) => (
            <li class="shelf__slot" key={index}>
              {child}
            </li>
          )}
        </BatchedRows>
      </ul>
    </section>
  )
}
