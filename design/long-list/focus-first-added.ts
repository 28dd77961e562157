const CONTROLS = 'a[href], button:enabled'

/**
 * Moves the focus to the first row added to a list by a button, if that button is gone by then. Call it before the rows
 * are requested. A button that replaces it, since the request failed, receives the focus as well.
 */
export function focusFirstAdded(list: Element) {
  const known = new Set(list.querySelectorAll(CONTROLS))
  const additions = new MutationObserver(() => {
    const added = [...list.querySelectorAll<HTMLElement>(CONTROLS)].find((control) => !known.has(control))
    if (!added) return
    additions.disconnect()
    if (document.activeElement === document.body) added.focus()
  })
  additions.observe(list, { childList: true, subtree: true })
}
