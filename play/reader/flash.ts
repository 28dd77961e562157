const FLASH_MS = 2600

/** Shows for a moment where on the page the words are that somebody came for. It is drawn over the page: no book is changed. */
export function createFlash(container: HTMLElement) {
  let shown: { element: HTMLElement; boxesOf: () => DOMRect[] } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(boxesOf: () => DOMRect[]) {
    clear()
    const element = container.ownerDocument.createElement('div')
    element.className = 'reader-flash'
    element.style.animationDuration = `${FLASH_MS}ms`
    container.append(element)
    shown = { element, boxesOf }
    draw()
    timer = setTimeout(clear, FLASH_MS)
  }

  /** The page was laid out anew. */
  function draw() {
    if (!shown) return
    const { element, boxesOf } = shown
    const boxes = boxesOf().map(({ left, top, width, height }) => {
      const box = container.ownerDocument.createElement('span')
      Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
      return box
    })
    element.replaceChildren(...boxes)
  }

  function clear() {
    clearTimeout(timer)
    shown?.element.remove()
    shown = undefined
  }

  return { show, draw, clear }
}
