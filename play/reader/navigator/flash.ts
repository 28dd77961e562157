import type { ChapterFrame } from './chapter-frame.ts'
import type { PositionTarget } from './position.ts'

const FLASH_MS = 2600

/** Highlights letters for a moment, such as a search result: drawn over the page, without changing the book. */
export function createFlash(container: HTMLElement) {
  let current: { element: HTMLElement; boxes: () => DOMRect[] } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Highlights the letters of a target that names some. */
  function show(frame: ChapterFrame, at: PositionTarget['at']) {
    if (typeof at !== 'object' || !('letters' in at)) return
    const { progression, letters = 0 } = at
    clear()
    const element = container.ownerDocument.createElement('div')
    element.className = 'reader-flash'
    element.style.animationDuration = `${FLASH_MS}ms`
    container.append(element)
    current = { element, boxes: () => frame.boxesFrom(progression, letters) }
    draw()
    timer = setTimeout(clear, FLASH_MS)
  }

  /** Draws it again after a layout. */
  function draw() {
    if (!current) return
    const boxes = current.boxes().map(({ left, top, width, height }) => {
      const box = container.ownerDocument.createElement('span')
      Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
      return box
    })
    current.element.replaceChildren(...boxes)
  }

  function clear() {
    clearTimeout(timer)
    current?.element.remove()
    current = undefined
  }

  return { show, draw, clear }
}
