/** A selection has settled after this long. */
const SETTLED_MS = 250

/**
 * The pointer on the pages. `isTouch`: a finger, for which the system shows its own menu above a selection. `actedAt`:
 * when it was last pressed or moved while pressed, or changed a selection.
 */
export interface PagePointer {
  isPressed: boolean
  isTouch: boolean
  actedAt: number
}

/** Reports when a selection in a chapter has settled, and when it is gone or changes. */
export function watchSelection(
  document: Document,
  pointer: PagePointer,
  listeners: { onSettled(range: Range): void; onGone(): void },
) {
  let timer: ReturnType<typeof setTimeout> | undefined

  function look() {
    clearTimeout(timer)
    pointer.actedAt = performance.now()
    if (!selectedRange(document)) return listeners.onGone()
    if (pointer.isPressed && !pointer.isTouch) return
    timer = setTimeout(() => {
      const range = selectedRange(document)
      if (range) listeners.onSettled(range)
    }, SETTLED_MS)
  }

  document.addEventListener('selectionchange', look)
  document.addEventListener('pointerdown', ({ pointerType }) => {
    pointer.isPressed = true
    pointer.isTouch = pointerType === 'touch'
    pointer.actedAt = performance.now()
  })
  document.addEventListener('pointermove', () => {
    if (pointer.isPressed) pointer.actedAt = performance.now()
  })
  for (const end of ['pointerup', 'pointercancel'] as const) {
    document.addEventListener(end, () => {
      pointer.isPressed = false
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
