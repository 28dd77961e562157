/** Whether a newly opened screen has not focused its heading yet. */
let isAwaited = false

/** Focuses the heading of a newly opened screen, once it is rendered. */
export function arrive(main: HTMLElement | null) {
  isAwaited = true
  main?.focus({ preventScroll: true })
  // The rest of this change is rendered by then.
  queueMicrotask(focusHeading)
}

/** Focuses the heading of a newly opened screen, unless the member has moved the focus meanwhile. */
export function focusHeading() {
  if (!isAwaited) return
  const main = document.getElementById('content')
  const { activeElement } = document
  const isLeft = activeElement === main || activeElement === document.body
  const heading = main?.querySelector<HTMLElement>('h1[tabindex]')
  if (isLeft) heading?.focus({ preventScroll: true })
  isAwaited = isLeft && !heading
}
