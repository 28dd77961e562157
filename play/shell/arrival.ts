/** Whether a newly opened screen has not focused its heading yet. */
let isAwaited = false

/**
 * Scrolls a newly opened screen and focuses its heading, in the next frame: both need the layout, which in the task
 * that rendered the screen would block the page for longer.
 */
export function arrive(main: HTMLElement | null, top: number) {
  isAwaited = true
  requestAnimationFrame(() => {
    scrollTo(0, top)
    main?.focus({ preventScroll: true })
    focusHeading()
  })
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

/**
 * Focuses the open sheet, or else the screen, when the focused element is gone: a keyboard would begin anew at the top
 * of the page.
 */
export function recoverFocus(): void {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body) return
  const place = ['dialog[open] button', '[data-focus-home]', '#content'].flatMap((one) => [
    ...document.querySelectorAll<HTMLElement>(one),
  ])[0]
  place?.focus({ preventScroll: true })
}
