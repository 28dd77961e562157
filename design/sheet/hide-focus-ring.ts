/** Removes the focus ring of a button that got the focus by a dialog: WebKit draws it after a tap, too. */
export function hideFocusRing(): void {
  const focused = document.activeElement as HTMLElement | null
  if (!focused?.matches(':is(a, button):focus-visible')) return
  focused.blur()
  // Below the baseline: an engine without `focusVisible` draws the ring.
  focused.focus({ focusVisible: false, preventScroll: true })
}
