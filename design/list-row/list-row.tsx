import type { ComponentChildren } from 'preact'
import type { Icon } from '../icons/icons.tsx'
import './list-row.css'

type Look = {
  title: ComponentChildren
  detail?: ComponentChildren
  leading?: ComponentChildren
  trailing?: ComponentChildren
}

/** Row of a list, at least the size of a touch target. A link with `href`, a button with `onPress`, otherwise plain. */
export function ListRow({
  title,
  detail,
  leading,
  trailing,
  href,
  onPress,
}: Look & { href?: string; onPress?: () => void }) {
  const inside = (
    <>
      {leading && <span class="list-row__leading">{leading}</span>}
      <span class="list-row__text stack grows">
        <span>{title}</span>
        {detail && <span class="list-row__detail note tabular">{detail}</span>}
      </span>
      {trailing && <span class="list-row__trailing note tabular">{trailing}</span>}
    </>
  )
  if (href) {
    return (
      <a class="list-row" href={href}>
        {inside}
      </a>
    )
  }
  if (onPress) {
    return (
      <button class="list-row" type="button" onClick={onPress}>
        {inside}
      </button>
    )
  }
  return <div class="list-row">{inside}</div>
}

/** Icon at the start of a row. */
export function RowIcon({ icon: Drawn }: { icon: Icon }) {
  return (
    <span class="row-icon disc">
      <Drawn />
    </span>
  )
}
