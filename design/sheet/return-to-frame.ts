/**
 * Returns a function that returns the focus to the element in a frame that has it now: Chromium returns it to other
 * elements only. Call it before a modal dialog opens.
 */
export function returnToFrame(): () => void {
  const frame = document.activeElement
  if (!(frame instanceof HTMLIFrameElement)) return () => {}
  const inside = frame.contentDocument?.activeElement as HTMLElement | null | undefined
  return () => {
    if (!frame.isConnected) return
    frame.focus({ preventScroll: true })
    inside?.focus?.({ preventScroll: true })
  }
}
