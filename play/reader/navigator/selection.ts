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
    if (!selectedRange(document)) return listeners.onGone()
    if (isPressed && !isTouch) return
    timer = setTimeout(() => {
      const range = selectedRange(document)
      if (range) listeners.onSettled(range, isTouch)
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
      if (selectedRange(document)) look()
    })
  }
}

/** Returns the selected range of a document; undefined when no text is selected. */
export function selectedRange(document: Document): Range | undefined {
  const selection = document.getSelection()
  return selection?.isCollapsed === false ? selection.getRangeAt(0) : undefined
}
