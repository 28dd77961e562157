import type { Page } from '@playwright/test'
import { makeLongChapter } from '../line/long-books.ts'
import { openBrowser, openPhone } from '../line/open-phone.ts'
import { openSlowLine } from '../line/slow-line.ts'
import { startTenHours } from '../line/start-ten-hours.ts'
import type { Row } from '../measure/compare.ts'
import { quantile } from '../measure/rounds.ts'
import { type Path, untimed } from '../run.ts'

/** What a page takes to come does not matter here. */
const FAST_LINE = { bytesPerSecond: 10 ** 9, roundTripMs: 0 }
const TURNS = 200
/** The first compile what the others run. */
const WARM_UPS = 20
const FRAME_MS = 1000 / 60

/** Pages of a long chapter, turned one by one on a slow phone: from the tap to the frame that shows the next page. */
export const turns: Path = async (run) => {
  const line = await openSlowLine(FAST_LINE)
  await using service = await startTenHours(untimed(run), run.newPath('data'), line, [await makeLongChapter()])
  const browser = await openBrowser()
  try {
    const page = await openPhone(browser)
    await page.goto(await service.launch(service.paths[0]!, 'ana'))
    await page.getByRole('button', { name: 'Próxima página' }).and(page.locator(':enabled')).waitFor()
    const frames = await turnPages(page)
    return [row('the 50th percentile', frames, 0.5), row('the 99th percentile', frames, 0.99, 2)]
  } finally {
    await browser.close()
    line.close()
  }
}

function row(which: string, frames: number[], part: number, atMost?: number): Row {
  const figure = quantile(frames, part)
  return {
    path: `A page turned by a tap, ${which} of ${TURNS}`,
    by: 'frames of 60 a second',
    ours: `${figure.toFixed(2)}, ${Math.round(figure * FRAME_MS)} ms`,
    figure,
    ...(atMost !== undefined && { reach: { atMost } }),
  }
}

async function turnPages(page: Page): Promise<number[]> {
  const { width, height } = page.viewportSize()!
  await page.evaluate(watchTurns)
  const frames: number[] = []
  for (let turn = 0; turn < WARM_UPS + TURNS; turn++) {
    await page.touchscreen.tap(width - 40, height / 2)
    const ms = await page.evaluate(() => (window as unknown as WatchedWindow).turned())
    if (turn >= WARM_UPS) frames.push(ms / FRAME_MS)
    // Nobody reads faster; what follows a turn has ended by then.
    await page.waitForTimeout(150)
  }
  return frames
}

interface WatchedWindow {
  /** How long the turn of the last tap took; rejects when the page stayed. */
  turned(): Promise<number>
}

/** Runs in the page: notes when a finger left the chapter, and when the frame with another page of it was drawn. */
function watchTurns() {
  const chapter = [...document.querySelectorAll('iframe')].find((frame) => !frame.inert)!.contentDocument!
  const scroller = chapter.scrollingElement!
  let tap: Promise<number> | undefined
  chapter.addEventListener(
    'click',
    ({ timeStamp }) => {
      const before = scroller.scrollLeft
      // Events of a frame count from its own beginning.
      const since = timeStamp + chapter.defaultView!.performance.timeOrigin - performance.timeOrigin
      tap = new Promise((resolve, reject) => {
        const look = () => {
          if (performance.now() - since > 5000) return reject(new Error('The page was not turned.'))
          if (scroller.scrollLeft === before) return requestAnimationFrame(look)
          // The frame that is being made shows it: after it is drawn, a message comes.
          const drawn = new MessageChannel()
          drawn.port1.onmessage = () => resolve(performance.now() - since)
          drawn.port2.postMessage(undefined)
        }
        requestAnimationFrame(look)
      })
    },
    { capture: true },
  )
  ;(window as unknown as WatchedWindow).turned = async () => {
    const deadline = performance.now() + 5000
    while (!tap && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5))
    const turned = tap
    tap = undefined
    if (!turned) throw new Error('No tap came.')
    return turned
  }
}
