/** A selection has settled after this long. */
const SETTLED_MS = 250

/**
 * Reports when a selection in a chapter has settled, and when it is gone or changes. `isTouch`: made with a finger,
 * where the system shows its own menu above it.
 */
export function watchSelection(
  document: Document,
  listeners: { onSettled(range: Range, isTouch: boolean): void; onGone(): void },
) {
  let isPressed = false
  let isTouch = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function look() {
    clearTimeout(timer)
    const selection = document.getSelection()
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return listeners.onGone()
    if (isPressed && !isTouch) return
    timer = setTimeout(() => {
      if (!selection.isCollapsed && selection.rangeCount > 0) listeners.onSettled(selection.getRangeAt(0), isTouch)
    }, SETTLED_MS)
  }

  document.addEventListener('selectionchange', look)
  document.addEventListener('pointerdown', ({ pointerType }) => {
    isPressed = true
    isTouch = pointerType === 'touch'
  })
  for (const end of ['pointerup', 'pointercancel'] as const) {
    document.addEventListener(end, () => {
      isPressed = false
      // A collapsed selection was already reported by `selectionchange`.
      if (document.getSelection()?.isCollapsed === false) look()
    })
  }
}
