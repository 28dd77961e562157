import './moment.css'

/** Relative time, with the exact time on hover or focus. Screen readers read both. */
export function Moment({ at, label, exact }: { at: string; label: string; exact: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: shows the exact time to keyboard users too
    <time class="moment" dateTime={at} tabIndex={0} onPointerEnter={turnInwards} onFocus={turnInwards}>
      {label}
      <span class="moment__exact visually-hidden">
        <span class="visually-hidden">, </span>
        {exact}
      </span>
    </time>
  )
}

const ROOM_PX = 280

/** Expands the exact time to the left near the right edge, to keep it visible. */
function turnInwards({ currentTarget }: { currentTarget: HTMLElement }) {
  currentTarget.toggleAttribute('data-turned', currentTarget.getBoundingClientRect().left + ROOM_PX > innerWidth)
}
