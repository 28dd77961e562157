import './moment.css'

/** A time as people say it, and on hover or focus as a clock does. A screen reader hears both. */
export function Moment({ at, label, exact }: { at: string; label: string; exact: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time is shown to whoever has no pointer, too
    <time class="moment" dateTime={at} tabIndex={0} onPointerEnter={turnInwards} onFocus={turnInwards}>
      {label}
      <span class="moment__exact">
        <span class="visually-hidden">, </span>
        {exact}
      </span>
    </time>
  )
}

const ROOM_PX = 280

/** Near the right edge the exact time grows to the left, so that it stays in sight. */
function turnInwards({ currentTarget }: { currentTarget: HTMLElement }) {
  currentTarget.toggleAttribute('data-turned', currentTarget.getBoundingClientRect().left + ROOM_PX > innerWidth)
}
