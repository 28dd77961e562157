import type { ComponentChildren } from 'preact'

/**
 * Shows a name in a table, perhaps as a link, with details that tell similar rows apart. `isPlaceholder`: the row has
 * no name, and this text replaces it.
 */
export function NameCell({
  name,
  more,
  href,
  isPlaceholder = false,
}: {
  name: string
  more?: ComponentChildren
  href?: string
  isPlaceholder?: boolean
}) {
  const Cell = href === undefined ? 'div' : 'a'
  return (
    <Cell class="name-cell" href={href}>
      <span class="name-cell__name clamped" title={name} data-placeholder={isPlaceholder ? '' : undefined}>
        {name}
      </span>
      {more && <span class="note">{more}</span>}
    </Cell>
  )
}
