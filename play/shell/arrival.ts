/** Whether the member went to a screen whose heading has not been there yet. */
let isAwaited = false

/** Takes the focus to a screen that was gone to: to its heading, once it is drawn. */
export function arrive(main: HTMLElement | null) {
  isAwaited = true
  main?.focus({ preventScroll: true })
  // What else this change draws anew is drawn by then.
  queueMicrotask(focusHeading)
}

/** Gives the focus to the heading of the screen that was gone to, unless the member has moved it meanwhile. */
export function focusHeading() {
  if (!isAwaited) return
  const main = document.getElementById('content')
  const { activeElement } = document
  const isLeft = activeElement === main || activeElement === document.body
  const heading = main?.querySelector<HTMLElement>('h1[tabindex]')
  if (isLeft) heading?.focus({ preventScroll: true })
  isAwaited = isLeft && !heading
}
