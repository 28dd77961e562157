import type { Page } from '@playwright/test'

/** Returns a function that sends the fingers of a touch, none with `touchEnd`. */
export async function touchOf(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: { x: number; y: number }[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map((at, id) => ({ ...at, id })) })
}
