export type MarkBox = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

/** Joins the boxes of lines one below the other; in a spread, the second page or column begins another. */
export function joinLines(boxes: readonly MarkBox[]): MarkBox[] {
  const joined: MarkBox[] = []
  let before: MarkBox | undefined
  for (const box of boxes) {
    const last = joined.at(-1)
    const isBelow = before && box.bottom > before.top
    before = box
    if (!last || !isBelow) joined.push(box)
    else {
      joined[joined.length - 1] = {
        left: Math.min(last.left, box.left),
        top: Math.min(last.top, box.top),
        right: Math.max(last.right, box.right),
        bottom: Math.max(last.bottom, box.bottom),
      }
    }
  }
  return joined
}
