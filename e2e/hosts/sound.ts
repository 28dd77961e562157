import type { Frame, Page } from '@playwright/test'

const POLL_MS = 100

interface SoundWindow {
  sound?: HTMLMediaElement
  /** The signals that enter and leave the page's graph of sound. */
  entering?: AnalyserNode
  leaving?: AnalyserNode
}

/** Records the element that plays audio, since it is in no document. Call it before the page opens. */
export function watchSound(page: Page) {
  return page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      ;(window as SoundWindow).sound = this
      return play.call(this)
    }
    const { connect } = AudioNode.prototype
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode, ...rest: number[]) {
      const end =
        this instanceof MediaElementAudioSourceNode ? 'entering' : to === this.context.destination && 'leaving'
      if (end) {
        const analyser = new AnalyserNode(this.context, { fftSize: 32_768 })
        Reflect.apply(connect, this, [analyser])
        ;(window as SoundWindow)[end] = analyser
      }
      return Reflect.apply(connect, this, [to, ...rest])
    } as typeof connect
  })
}

/** How much louder the sound of the last half second left the page's graph than it entered it; 0 without a graph. */
export function amplification(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { entering, leaving } = window as SoundWindow
    if (!entering || !leaving) return 0
    const [before, after] = [entering, leaving].map((analyser) => {
      const samples = new Float32Array(analyser.fftSize)
      analyser.getFloatTimeDomainData(samples)
      return Math.hypot(...samples)
    })
    return after! / before!
  })
}

/** Reads the state of the element that played last. */
export function soundOf(frame: Frame | Page) {
  return frame.evaluate(() => {
    const { sound } = window as SoundWindow
    return { time: sound?.currentTime ?? 0, isPaused: sound?.paused ?? true, address: sound?.src ?? '' }
  })
}

/**
 * Waits until the audio is past a second. Returns its time then. Waits in the page: asking from here costs messages
 * between processes.
 */
export async function playedPast(frame: Frame | Page, seconds: number): Promise<number> {
  const timePast = (from: number) => {
    const time = (window as SoundWindow).sound?.currentTime ?? 0
    return time > from && time
  }
  const time = await frame.waitForFunction(timePast, seconds, { polling: POLL_MS })
  return Number(await time.jsonValue())
}
