import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import type { Browser, Page } from '@playwright/test'
import { makeLongChapter } from '../line/long-books.ts'
import { openBrowser, openPhone, waitForElement } from '../line/open-phone.ts'
import { openSlowLine } from '../line/slow-line.ts'
import { startTenHours } from '../line/start-ten-hours.ts'
import type { Row } from '../measure/compare.ts'
import { quantile } from '../measure/rounds.ts'
import { type Path, untimed } from '../run.ts'

/** Network time is excluded here. */
const FAST_LINE = { bytesPerSecond: 10 ** 9, roundTripMs: 0 }
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
/** Slower than anybody turns, so that the work after a turn has ended before the next. */
const PAUSE_MS = 300

/**
 * Page turns in a long chapter on a slow phone: from the end of the tap, sent to the page, to the first presented frame
 * of the turn. Repeated with many highlights in the chapter, and with a listener that only scrolls: the engine's own
 * time.
 */
export const turns: Path = async (run) => {
  const line = await openSlowLine(FAST_LINE)
  await using service = await startTenHours(untimed(run), run.newPath('data'), line, [await makeLongChapter()])
  const browser = await openBrowser()
  let openingMs = 0
  /** Each member begins the book at its first page. */
  const measure = async (member: string, turnsBarely = false) => {
    const page = await openPhone(browser)
    await page.goto(await service.launch(service.paths[0]!, member))
    await waitForElement(page, 'button[aria-label="Próxima página"]:enabled')
    openingMs ||= await longestTask(page)
    if (turnsBarely) await page.evaluate(turnBarely)
    const frames = await turnPages(browser, page)
    await page.context().close()
    return frames
  }
  try {
    const plain = await measure('ana')
    await highlight(await service.launch(service.paths[0]!, 'bia'))
    const marked = await measure('bia')
    const bare = await measure('caio', true)
    return [
      {
        path: 'A chapter of three hundred pages is opened, the longest task',
        by: 'time',
        ours: `${Math.round(openingMs)} ms`,
        figure: openingMs,
      },
      ...rows('A page turned by a tap', plain, 2),
      ...rows(`The same with ${HIGHLIGHTS} highlights`, marked, 2),
      ...rows('The same by a listener that only scrolls', bare),
    ]
  } finally {
    await browser.close()
    line.close()
  }
}

function rows(path: string, frames: number[], atMost?: number): Row[] {
  return [0.5, 0.99].map((part) => {
    const figure = quantile(frames, part)
    return {
      path: `${path}, the ${part * 100}th percentile of ${TURNS}`,
      by: 'frames of 60 a second',
      ours: `${figure.toFixed(2)}, ${Math.round(figure * FRAME_MS)} ms`,
      figure,
      ...(part > 0.5 && atMost !== undefined && { target: { atMost } }),
    }
  })
}

/** Resolves to the milliseconds of the longest long task (over 50 ms) since the page was opened. */
function longestTask(page: Page): Promise<number> {
  return page.evaluate(async (reportMs) => {
    const durations = [0]
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration)
    })
    observer.observe({ type: 'longtask', buffered: true })
    await new Promise((resolve) => setTimeout(resolve, reportMs))
    return Math.max(...durations)
  }, PAUSE_MS)
}

/** Turns pages by taps, and returns the latency of each turn in frames. */
async function turnPages(browser: Browser, page: Page): Promise<number[]> {
  const { width, height } = page.viewportSize()!
  const devtools = await page.context().newCDPSession(page)
  const touchPoints = [{ x: width - MARGIN_PX / 2, y: height / 2 }]
  const turn = async () => {
    // Both events are sent without awaiting the first: a busy page handles both late, but the tap stays short.
    const down = devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await page.waitForTimeout(TOUCH_MS)
    await Promise.all([down, devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })])
    await page.waitForTimeout(PAUSE_MS)
  }
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) await turn()
  await browser.startTracing(page, { categories: ['devtools.timeline', 'latencyInfo'] })
  for (let turned = 0; turned < TURNS; turned++) await turn()
  const latencies = readLatencies(await browser.stopTracing())
  if (latencies.length !== TURNS) throw new Error(`The trace has ${latencies.length} of ${TURNS} turns.`)
  return latencies.map((ms) => ms / FRAME_MS)
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
 * Reads from a trace, for each tap that turned the page, the milliseconds from the moment the browser sent the tap's
 * end to the page until it presented the next frame. A tap counts if that frame dispatched a `scroll` event, and so
 * shows the turn. The tap's own timestamp is earlier by up to a frame: DevTools, which taps here, first waits until the
 * page has produced one. Nothing runs in the page for this: a script that looked cost several milliseconds a turn.
 */
function readLatencies(trace: Buffer): number[] {
  const events = (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents
  events.sort((one, other) => one.ts - other.ts)
  const handled = new Set<string>()
  const latencies: number[] = []
  let sentAt = 0
  let scrolled = false
  for (const { name, ph, pid, id, args, ts } of events) {
    const { step, input_type } = args.chrome_latency_info ?? {}
    if (step === 'STEP_SEND_INPUT_EVENT_UI' && input_type === 'TOUCH_END_EVENT') {
      sentAt = ts
      scrolled = false
    }
    if (name === 'EventDispatch' && args.data?.type === 'scroll') scrolled = true
    if (name !== 'EventTiming') continue
    const key = `${pid} ${id}`
    if (ph === 'b' && args.data?.type === 'touchend') handled.add(key)
    else if (ph === 'e' && handled.delete(key) && scrolled) latencies.push((ts - sentAt) / 1000)
  }
  return latencies
}

/** Replaces the reader's reaction to a tap, in the page, by one assignment of the scroll offset. */
function turnBarely() {
  const chapter = [...document.querySelectorAll('iframe')].find((frame) => !frame.inert)!.contentDocument!
  const view = chapter.defaultView!
  const scroller = chapter.scrollingElement!
  view.addEventListener('touchstart', (event) => event.stopImmediatePropagation(), { capture: true, passive: true })
  view.addEventListener(
    'touchend',
    (event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      scroller.scrollLeft += view.innerWidth
    },
    { capture: true, passive: false },
  )
}

/** Highlights scattered words in the first chapter of a link's book, as its member; waits for the limit of calls. */
async function highlight(launchUrl: string) {
  const { origin, searchParams } = new URL(launchUrl)
  const call = async (method: string, path: string, body: object, headers = {}): Promise<unknown> => {
    const answer = await fetch(`${origin}/play/v1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (answer.status === 429) {
      await sleep(Number(answer.headers.get('Retry-After')) * 1000)
      return call(method, path, body, headers)
    }
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
  for (let count = 0; count < HIGHLIGHTS; count++) {
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
