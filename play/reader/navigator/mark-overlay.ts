import type { AnnotationColor } from '@estante/contract/play/annotations.ts'

interface OverlayBox {
  box: DOMRect
  color: AnnotationColor
  background: string
  hasNote: boolean
}

export type MarkOverlay = ReturnType<typeof createMarkOverlay>

/** Lays boxes over the frame of a chapter. They are measured again when the chapter is scrolled. */
export function createMarkOverlay(
  frame: HTMLIFrameElement,
  document: Document,
  isFixed: boolean,
  measure: () => OverlayBox[],
) {
  const overlay = frame.ownerDocument.createElement('div')
  overlay.className = 'reader-frame__marks'
  overlay.setAttribute('aria-hidden', 'true')
  overlay.dataset.fixed = String(isFixed)
  frame.after(overlay)
  follow()
  let redrawing: number | undefined
  document.addEventListener('scroll', () => {
    redrawing ??= requestAnimationFrame(() => {
      redrawing = undefined
      draw()
    })
  })

  function draw() {
    overlay.replaceChildren(
      ...measure().map(({ box: { left, top, width, height }, color, background, hasNote }) => {
        const drawn = frame.ownerDocument.createElement('i')
        drawn.dataset.note = String(hasNote)
        drawn.dataset.color = color
        drawn.style.setProperty('--mark', background)
        Object.assign(drawn.style, {
          left: `${left}px`,
          top: `${top}px`,
          width: `${width}px`,
          height: `${height}px`,
        })
        return drawn
      }),
    )
  }

  /** Moves the boxes with the frame, on which they were measured. */
  function follow() {
    const { transform, translate } = frame.style
    Object.assign(overlay.style, { transform, translate })
  }

  return {
    draw,
    follow,
    remove() {
      if (redrawing !== undefined) cancelAnimationFrame(redrawing)
      overlay.remove()
    },
  }
}
