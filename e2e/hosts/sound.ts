import type { Frame, Page } from '@playwright/test'

interface SoundWindow {
  sound?: HTMLMediaElement
}

/** Records the element that plays audio, since it is in no document. Call it before the page opens. */
export function watchSound(page: Page) {
  return page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      ;(window as SoundWindow).sound = this
      return play.call(this)
    }
  })
}

/** Reads the state of the element that played last. */
export function soundOf(frame: Frame | Page) {
  return frame.evaluate(() => {
    const { sound } = window as SoundWindow
    return { time: sound?.currentTime ?? 0, isPaused: sound?.paused ?? true, address: sound?.src ?? '' }
  })
}
