const FLASH_MS = 2600

/**
 * Highlights boxes on the page for a moment, such as a search result. Drawn over the page, without changing the book.
 */
export function createFlash(container: HTMLElement) {
  let current: { element: HTMLElement; boxesOf: () => DOMRect[] } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(boxesOf: () => DOMRect[]) {
    clear()
    const element = container.ownerDocument.createElement('div')
    element.className = 'reader-flash'
    element.style.animationDuration = `${FLASH_MS}ms`
    container.append(element)
    current = { element, boxesOf }
    draw()
    timer = setTimeout(clear, FLASH_MS)
  }

  /** Draws it again after a layout. */
  function draw() {
    if (!current) return
    const { element, boxesOf } = current
    const boxes = boxesOf().map(({ left, top, width, height }) => {
      const box = container.ownerDocument.createElement('span')
      Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
      return box
    })
    element.replaceChildren(...boxes)
  }

  function clear() {
    clearTimeout(timer)
    current?.element.remove()
    current = undefined
  }

  return { show, draw, clear }
}
