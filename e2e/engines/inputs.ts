/** Actions for a click of the left button, in both versions of WebDriver. */
export function pressAt({ x, y }: { x: number; y: number }) {
  return {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
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
