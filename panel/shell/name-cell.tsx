import type { ComponentChildren } from 'preact'

interface NameCellProps {
  name: string
  more?: ComponentChildren
  href?: string
  isPlaceholder?: boolean
}

/**
 * Shows a name in a table, with details that tell similar rows apart. A long name is cut only if it is a link, to the
 * screen that shows the whole. `isPlaceholder`: the row has no name, and this text replaces it.
 */
export function NameCell({ name, more, href, isPlaceholder = false }: NameCellProps) {
  const Cell = href === undefined ? 'div' : 'a'
  return (
    <Cell class="name-cell" href={href}>
      <span
        class={href === undefined ? 'name-cell__name' : 'name-cell__name clamped'}
        data-placeholder={isPlaceholder ? '' : undefined}
      >
        {name}
      </span>
      {more && <span class="note">{more}</span>}
    </Cell>
  )
}
