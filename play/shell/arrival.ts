import { leftBy } from '../router.ts'

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

/**
 * Focuses the link by which the member had left the screen, or else the heading of a newly opened one, unless the
 * member has moved the focus meanwhile.
 */
export function focusHeading() {
  if (!isAwaited) return
  const main = document.getElementById('content')
  const { activeElement } = document
  const isLeft = activeElement === main || activeElement === document.body
  const target = linkBack(main) ?? main?.querySelector<HTMLElement>('h1[tabindex]')
  if (isLeft) target?.focus({ preventScroll: true })
  isAwaited = isLeft && !target
}

/** Finds the link by which the member had left the screen: a title may be on several shelves. */
function linkBack(main: HTMLElement | null): HTMLElement | undefined {
  if (!leftBy || !main) return
  const links = [...main.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(leftBy)}"]`)]
  return links.find((link) => link.getBoundingClientRect().top >= 0) ?? links[0]
}

/**
 * Focuses the group of a button that is disabled while it has the focus: engines lose the focus, or the keys. Not the
 * opposite button, which a held key would press.
 */
export function watchDisabledButtons() {
  new MutationObserver(() => {
    const group = document.querySelector(':focus:disabled')?.parentElement
    if (!group) return
    group.tabIndex = -1
    group.focus({ preventScroll: true })
  }).observe(document, { subtree: true, attributeFilter: ['disabled'] })
}

/**
 * Focuses the open sheet, or else the main control of the screen, the page of a book, or the screen, when the focused
 * element is gone: a keyboard would begin anew at the top of the page.
 */
export function recoverFocus(): void {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body) return
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  const target =
    find('dialog[open] button') ?? find('[data-focus-home], iframe[data-current]:not([inert] *)') ?? find('#content')
  target?.focus({ preventScroll: true })
}
