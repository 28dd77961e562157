import type { ChapterFrame } from './chapter-frame.ts'

const TURN_MS = 220
const FRAME_MS = 1000 / 60
/** How much a page follows the finger past the end of the book. */
const RESISTANCE = 0.25

/** A page being turned: draws it `offset` pixels from its final position, and cleans up at the end. */
interface Motion {
  frame: ChapterFrame
  /** The chapter that replaces it: itself, another, or none. */
  beside: ChapterFrame | undefined
  draw(offset: number): void
  end(): void
}

/**
 * Animates pages that follow the finger and settle. The position has changed before: the animation may be cut short at
 * any time. Disabled for reduced motion, and where pages are turned along y.
 */
export function createPageMotion(container: HTMLElement, isRightToLeft: () => boolean) {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let motion: Motion | undefined
  /** The distance from the page that is drawn, in pixels onwards. */
  let offset = 0
  let request = 0

  function moves(frame: ChapterFrame) {
    return !reducedMotion.matches && frame.isTurnedSideways()
  }

  /**
   * Follows a finger `onwards` pixels from where it came down. `beside`: the chapter of the next page: the same, or
   * another that is loaded.
   */
  function drag(frame: ChapterFrame, beside: ChapterFrame | undefined, onwards: number) {
    if (!moves(frame)) return
    cancelAnimationFrame(request)
    if (motion?.frame !== frame || motion.beside !== beside) {
      begin(beside === frame ? within(frame) : beside ? between(frame, beside, onwards > 0 ? 1 : -1) : alone(frame))
    }
    draw(beside ? onwards : onwards * RESISTANCE)
  }

  /** Returns the page to its position. */
  function release() {
    if (motion) settle()
  }

  /** Animates a turn, within a chapter or to another one, from where the finger has left the page. */
  function turned(frame: ChapterFrame, from: ChapterFrame, by: 1 | -1) {
    if (!moves(frame) || !moves(from)) {
      stop()
      return frame.shift(0)
    }
    const width = container.clientWidth
    const start = offset - by * width
    begin(frame === from ? within(frame) : between(frame, from, by > 0 ? -1 : 1))
    offset = Math.max(-width, Math.min(width, start))
    settle()
  }

  function stop() {
    cancelAnimationFrame(request)
    motion?.end()
    motion = undefined
    offset = 0
  }

  function begin(next: Motion) {
    motion?.end()
    motion = next
  }

  function draw(to: number) {
    offset = to
    motion?.draw(to)
  }

  /** Moves at once, so that the frame after a tap shows that the page turns, without waiting for an animation frame. */
  function settle() {
    cancelAnimationFrame(request)
    const start = offset
    let startedAt: number | undefined
    const step = (now: number) => {
      startedAt ??= now - FRAME_MS
      if (now - startedAt >= TURN_MS) return stop()
      drawAfter(now - startedAt)
      request = requestAnimationFrame(step)
    }
    const drawAfter = (ms: number) => draw(start * (1 - ms / TURN_MS) ** 3)
    drawAfter(FRAME_MS)
    request = requestAnimationFrame(step)
  }

  function within(frame: ChapterFrame): Motion {
    return { frame, beside: frame, draw: frame.shift, end: () => frame.shift(0) }
  }

  function alone(frame: ChapterFrame): Motion {
    return { frame, beside: undefined, draw: (to) => move(frame, -to), end: () => move(frame, 0) }
  }

  /** `beside` is the next chapter, or the previous one. */
  function between(frame: ChapterFrame, beside: ChapterFrame, by: 1 | -1): Motion {
    beside.frame.setAttribute('data-beside', '')
    return {
      frame,
      beside,
      draw(to) {
        move(frame, -to)
        move(beside, by * container.clientWidth - to)
      },
      end() {
        move(frame, 0)
        move(beside, 0)
        beside.frame.removeAttribute('data-beside')
      },
    }
  }

  function move(frame: ChapterFrame, pixels: number) {
    frame.moveBeside(isRightToLeft() ? -pixels : pixels)
  }

  return { drag, release, turned, stop }
}
