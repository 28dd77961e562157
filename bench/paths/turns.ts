import { randomBytes, randomUUID } from 'node:crypto'
import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import type { Browser, Page } from '@playwright/test'
import { makeLongChapter } from '../line/long-books.ts'
import { openBrowser, openPhone } from '../line/open-phone.ts'
import { openSlowLine } from '../line/slow-line.ts'
import { startTenHours } from '../line/start-ten-hours.ts'
import type { Row } from '../measure/compare.ts'
import { quantile } from '../measure/rounds.ts'
import { type Path, untimed } from '../run.ts'

/** Network time is excluded here. */
const FAST_LINE = { bytesPerSecond: 10 ** 9, roundTripMs: 0 }
/** A chapter of three hundred pages must be laid out first. */
const PATIENCE_MS = 120_000
const TURNS = 200
/** Discarded turns, in which V8 compiles the code. */
const WARM_UPS = 20
const FRAME_MS = 1000 / 60

/** Duration of a tap. */
const TOUCH_MS = 70
/** The page's margin, where a tap never hits a highlight, which it would open. */
const MARGIN_PX = 16
const HIGHLIGHTS = 500
const HIGHLIGHT_LETTERS = 60
/** Pause after each turn. */
const PAUSE_MS = 200
/** Limit of calls for a member session. */
const CALLS_AT_ONCE = 50

/**
 * Page turns in a long chapter on a slow phone: from the end of the tap, sent to the page, to the first presented frame
 * of the turn. Repeated with many highlights in the chapter.
 */
export const turns: Path = async (run) => {
  const line = await openSlowLine(FAST_LINE)
  await using service = await startTenHours(untimed(run), run.newPath('data'), line, [await makeLongChapter()])
  const browser = await openBrowser()
  /** Each member begins the book at its first page. */
  const measure = async (what: string, member: string) => {
    const page = await openPhone(browser)
    await page.goto(await service.launch(service.paths[0]!, member))
    await page
      .getByRole('button', { name: 'Próxima página' })
      .and(page.locator(':enabled'))
      .waitFor({ timeout: PATIENCE_MS })
    const frames = await turnPages(browser, page)
    await page.context().close()
    return [row(`${what}, the 50th percentile`, frames, 0.5), row(`${what}, the 99th percentile`, frames, 0.99, 2)]
  }
  try {
    const plain = await measure('A page turned by a tap', 'ana')
    for (let first = 0; first < HIGHLIGHTS; first += CALLS_AT_ONCE) {
      await highlight(await service.launch(service.paths[0]!, 'bia'), first)
    }
    const marked = await measure(`The same with ${HIGHLIGHTS} highlights`, 'bia')
    return [...plain, ...marked]
  } finally {
    await browser.close()
    line.close()
  }
}

function row(path: string, frames: number[], part: number, atMost?: number): Row {
  const figure = quantile(frames, part)
  return {
    path: `${path} of ${TURNS}`,
    by: 'frames of 60 a second',
    ours: `${figure.toFixed(2)}, ${Math.round(figure * FRAME_MS)} ms`,
    figure,
    ...(atMost !== undefined && { reach: { atMost } }),
  }
}

/** Turns pages by taps, and returns the latency of each turn in frames. */
async function turnPages(browser: Browser, page: Page): Promise<number[]> {
  const { width, height } = page.viewportSize()!
  const devtools = await page.context().newCDPSession(page)
  await page.evaluate(watchTurns)
  const touchPoints = [{ x: width - MARGIN_PX / 2, y: height / 2 }]
  const late: number[] = []
  const turn = async () => {
    // Both events are sent without awaiting the first: a busy page handles both late, but the tap stays short.
    const down = devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await page.waitForTimeout(TOUCH_MS)
    await Promise.all([down, devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })])
    late.push(await page.evaluate(() => (window as unknown as WatchedWindow).turned()))
    // Slower than anybody turns, so that work after a turn has ended.
    await page.waitForTimeout(PAUSE_MS)
  }
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) await turn()
  await browser.startTracing(page, { categories: ['devtools.timeline', 'latencyInfo'] })
  for (let turned = 0; turned < TURNS; turned++) await turn()
  const latencies = readLatencies(await browser.stopTracing())
  if (latencies.length !== TURNS) throw new Error(`The trace has ${latencies.length} of ${TURNS} taps.`)
  return latencies.map((ms, index) => (ms + late[WARM_UPS + index]!) / FRAME_MS)
}

/** An event of Chromium's trace: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  id?: string
  /** In microseconds. */
  ts: number
  args: {
    data?: { type?: string }
    chrome_latency_info?: { step?: string; input_type?: string }
  }
}

/**
 * Reads from a trace, for each tap, the milliseconds from the moment the browser sent its end to the page until it
 * presented the next frame. The event's own timestamp is earlier by up to a frame: DevTools, which taps here, first waits
 * until the page has produced one.
 */
function readLatencies(trace: Buffer): number[] {
  const events = (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents
  events.sort((one, other) => one.ts - other.ts)
  const presented = new Map<string, number>()
  const latencies: number[] = []
  let sentAt = 0
  for (const { name, ph, pid, id, args, ts } of events) {
    const { step, input_type } = args.chrome_latency_info ?? {}
    if (step === 'STEP_SEND_INPUT_EVENT_UI' && input_type === 'TOUCH_END_EVENT') sentAt = ts
    if (name !== 'EventTiming') continue
    const key = `${pid} ${id}`
    if (ph === 'b' && args.data?.type === 'touchend') presented.set(key, ts)
    else if (ph === 'e' && presented.delete(key)) latencies.push((ts - sentAt) / 1000)
  }
  return latencies
}

interface WatchedWindow {
  /**
   * Resolves once the last tap has turned the page: to 0, or, if its first frame did not show the turn, to the
   * milliseconds from that frame to the one that did. Rejects if the page did not turn.
   */
  turned(): Promise<number>
}

/** Runs in the page. */
function watchTurns() {
  const chapter = [...document.querySelectorAll('iframe')].find((frame) => !frame.inert)!.contentDocument!
  const view = chapter.defaultView as Window & typeof globalThis
  const scroller = chapter.scrollingElement!
  /** Longer than any turn, on a busy machine too. */
  const LONGEST_MS = 30_000
  let before = 0
  let turn: Promise<number> | undefined
  view.addEventListener(
    'touchstart',
    () => {
      before = scroller.scrollLeft
    },
    { passive: true },
  )
  view.addEventListener(
    'touchend',
    () => {
      turn = new Promise((resolve, reject) => {
        let firstAt: number | undefined
        const look = () => {
          // The message arrives when the frame is drawn.
          const drawn = new MessageChannel()
          drawn.port1.onmessage = () => {
            const now = performance.now()
            firstAt ??= now
            if (scroller.scrollLeft !== before) resolve(now - firstAt)
            else if (now - firstAt > LONGEST_MS) reject(new Error('The page was not turned.'))
            else requestAnimationFrame(look)
          }
          drawn.port2.postMessage(undefined)
        }
        requestAnimationFrame(look)
      })
    },
    { passive: true },
  )
  ;(window as unknown as WatchedWindow).turned = async () => {
    const deadline = performance.now() + LONGEST_MS
    while (!turn && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5))
    const turned = turn
    turn = undefined
    if (!turned) throw new Error('No tap came.')
    return turned
  }
}

/** Highlights scattered words in the first chapter of a link's book, as its member. */
async function highlight(launchUrl: string, first: number) {
  const { origin, searchParams } = new URL(launchUrl)
  const call = async (method: string, path: string, body: object, headers = {}) => {
    const answer = await fetch(`${origin}/play/v1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { tokens, publication } = (await call('POST', '/launch', {
    token: searchParams.get('token'),
    key: randomBytes(24).toString('base64url'),
    opens: searchParams.get('redirect'),
  })) as LaunchAnswer
  const { href, properties } = publication!.manifest!.readingOrder[0]!
  const letters = properties!.letters!
  for (let count = first; count < first + CALLS_AT_ONCE; count++) {
    const start = Math.floor((letters * count) / HIGHLIGHTS)
    const annotation = {
      basedOn: 0,
      publicationId: publication!.id,
      motivation: 'highlighting',
      color: 'yellow',
      note: null,
      locator: { href, locations: { progression: start / letters } },
      start,
      end: Math.min(letters, start + HIGHLIGHT_LETTERS),
      publicationRevision: 1,
    }
    await call('PUT', `/annotations/${randomUUID()}`, annotation, { Authorization: `Bearer ${tokens.accessToken}` })
  }
}
