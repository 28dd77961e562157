import type { Point } from './engine.ts'

/** Actions for a click of the left button, or a drag, in both versions of WebDriver. */
export function pressAt(from: Point, to = from) {
  const moveTo = ({ x, y }: Point) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 })
  return {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      moveTo(from),
      { type: 'pointerDown', button: 0 },
      ...(to === from ? [] : [moveTo(to)]),
      { type: 'pointerUp', button: 0 },
    ],
  }
}

/** Actions for consecutive keys. */
export function typing(letters: string) {
  const keys = [...letters].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  return { type: 'key', id: 'keyboard', actions: keys }
}
