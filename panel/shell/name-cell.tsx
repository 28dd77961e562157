import type { ComponentChildren } from 'preact'

/** A name in a table, with the rest that tells its row from the others, perhaps a link. `isNone`: it stands for none. */
export function NameCell({
  name,
  more,
  href,
  isNone = false,
}: {
  name: string
  more?: ComponentChildren
  href?: string
  isNone?: boolean
}) {
  const Cell = href === undefined ? 'div' : 'a'
  return (
    <Cell class="name-cell" href={href}>
      <span class="name-cell__name" data-none={isNone ? '' : undefined}>
        {name}
      </span>
      {more && <span class="name-cell__more">{more}</span>}
    </Cell>
  )
}
