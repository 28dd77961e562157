import './moment.css'

/** Relative time, with the exact time on hover or focus. Screen readers read both. */
export function Moment({ at, label, exact }: { at: string; label: string; exact: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: shows the exact time to keyboard users too
    <time class="moment" dateTime={at} tabIndex={0} onPointerEnter={keepInside} onFocus={keepInside}>
      {label}
      <span class="moment__exact visually-hidden">
        <span class="visually-hidden">, </span>
        {exact}
      </span>
    </time>
  )
}

const ROOM_PX = 280

/** Moves the exact time to the left as far as it would pass the right edge. */
function keepInside({ currentTarget }: { currentTarget: HTMLElement }) {
  const room = innerWidth - currentTarget.getBoundingClientRect().left - ROOM_PX
  currentTarget.style.setProperty('--exact-start', `${Math.min(room, 0)}px`)
}
