import type { Browser, Page } from '@playwright/test'
import { makeLargeEpub, makeLongM4b, makeLongMp3 } from '../line/long-books.ts'
import { openBrowser, openPhone as openUnwatchedPhone } from '../line/open-phone.ts'
import { openSlowLine } from '../line/slow-line.ts'
import { startTenHours } from '../line/start-ten-hours.ts'
import type { Row } from '../measure/compare.ts'
import { median } from '../measure/rounds.ts'
import { type Path, untimed } from '../run.ts'

/** The slow connection of the targets. */
const LINE = { bytesPerSecond: 200_000, roundTripMs: 150 }
const HOUR_7 = 7 * 3600 + 5
/** By then the first screen is complete. */
const FIRST_SCREEN_MS = 5000
/** Gives up after this. */
const PATIENCE_MS = 60_000

/** The application on a slow line: time until it shows, until audio plays, and until a page can be read. */
export const line: Path = async (run) => {
  const slow = await openSlowLine(LINE)
  const books = [await makeLongM4b(run.newPath('m4b')), await makeLongMp3(run.newPath('mp3')), await makeLargeEpub()]
  await using service = await startTenHours(untimed(run), run.newPath('data'), slow, books)
  const browser = await openBrowser()
  try {
    const rounds = Math.max(1, Math.ceil(run.pace.rounds / 3))
    // Warms up the browser itself, as on a phone whose web view was open before.
    await openFirstScreen(browser, await service.launch('/', 'ana'))
    const first = await repeat(rounds, async () => openFirstScreen(browser, await service.launch('/', 'ana')))
    const rows = [
      row('`service:ready`, first screen', 'time', first, 'readyMs', 1200),
      row('Pictures of the first screen', 'bytes', first, 'pictureBytes', 150_000),
      row('JSON of the first screen, as sent', 'bytes', first, 'jsonBytes'),
    ]
    for (const [name, path] of [
      ['M4B', service.paths[0]],
      ['MP3 of variable bit rate', service.paths[1]],
    ] as const) {
      const heard = await repeat(rounds, (round) =>
        listen(browser, (as) => service.launch(path!, as), `${name}${round}`),
      )
      rows.push(
        row(`First sound of ten hours of ${name}, after the tap`, 'time', heard, 'startMs', 1000),
        row(`The same, bytes of sound before it`, 'bytes', heard, 'startBytes', 200_000),
        row(`The same, after a jump to hour 7`, 'time', heard, 'jumpMs', 1500),
        row(`The same, opened anew at hour 7`, 'time', heard, 'resumeMs', 1500),
      )
    }
    const read = await repeat(rounds, async () => openBook(browser, await service.launch(service.paths[2]!, 'ana')))
    return [...rows, row('First page of an EPUB of 30 MB', 'time', read, 'pageMs', 1500)]
  } finally {
    await browser.close()
    slow.close()
  }
}

async function repeat<T>(rounds: number, act: (round: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let round = 0; round < rounds; round++) results.push(await act(round))
  return results
}

function row<T extends Record<string, number>>(
  path: string,
  by: 'time' | 'bytes',
  rounds: T[],
  figure: keyof T,
  atMost?: number,
): Row {
  const middle = median(rounds.map((round) => round[figure]!))
  const ours = by === 'time' ? `${Math.round(middle)} ms` : `${(middle / 1000).toFixed(1)} kB`
  return { path, by, ours, figure: middle, ...(atMost !== undefined && { target: { atMost } }) }
}

async function openPhone(browser: Browser): Promise<Page> {
  const page = await openUnwatchedPhone(browser)
  await page.addInitScript(watchPage)
  return page
}

async function openFirstScreen(browser: Browser, launchUrl: string) {
  const page = await openPhone(browser)
  const sent = { picture: 0, json: 0 }
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const kinds = new Map<string, keyof typeof sent>()
  devtools.on('Network.responseReceived', ({ requestId, response: { mimeType } }) => {
    if (mimeType.startsWith('image/')) kinds.set(requestId, 'picture')
    if (mimeType.endsWith('json')) kinds.set(requestId, 'json')
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind) sent[kind] += encodedDataLength
  })
  await page.goto(launchUrl, { waitUntil: 'commit' })
  const readyMs = await waitForMilestone(page, 'ready')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(FIRST_SCREEN_MS)
  await page.context().close()
  return { readyMs, pictureBytes: sent.picture, jsonBytes: sent.json }
}

async function listen(browser: Browser, launch: (as: string) => Promise<string>, member: string) {
  const page = await openPhone(browser)
  await page.goto(await launch(member))
  const button = page.getByRole('button', { name: 'Reproduzir' })
  const soundBytes = await countSound(page)
  await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[aria-label="Reproduzir"]')?.disabled)
  await button.click()
  const startMs = await waitForMilestone(page, 'sound')
  const startBytes = soundBytes()
  const jumpMs = await jump(page)
  // The place must be stored before the page closes.
  const placeStored = page.waitForResponse((response) => response.url().endsWith('/play/v1/activity') && response.ok())
  await page.getByRole('button', { name: 'Pausar' }).click()
  await placeStored
  await page.context().close()

  const again = await openPhone(browser)
  await again.goto(await launch(member))
  await again.getByRole('button', { name: 'Reproduzir' }).click()
  const resumeMs = await waitForMilestone(again, 'sound')
  await again.context().close()
  return { startMs, startBytes, jumpMs, resumeMs }
}

async function countSound(page: Page): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const sound = new Set<string>()
  let bytes = 0
  devtools.on('Network.responseReceived', ({ requestId, response: { url } }) => {
    if (/\/audio\.\w+$/.test(url)) sound.add(requestId)
  })
  devtools.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (sound.has(requestId)) bytes += dataLength
  })
  return () => bytes
}

async function jump(page: Page): Promise<number> {
  await page.evaluate((second) => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range]')!
    slider.value = String(second)
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    ;(window as unknown as WatchedWindow).heardFrom(second)
    slider.dispatchEvent(new Event('change', { bubbles: true }))
  }, HOUR_7)
  return waitForMilestone(page, 'sound')
}

async function openBook(browser: Browser, launchUrl: string) {
  const page = await openPhone(browser)
  await page.goto(launchUrl, { waitUntil: 'commit' })
  const pageMs = await waitForMilestone(page, 'text')
  await page.context().close()
  return { pageMs }
}

/** Waits for a milestone of the page. Returns its time in milliseconds. */
async function waitForMilestone(page: Page, milestone: keyof Milestones): Promise<number> {
  const seen = await page.waitForFunction((name) => (window as unknown as WatchedWindow).seen?.[name], milestone, {
    timeout: PATIENCE_MS,
    polling: 50,
  })
  return (await seen.jsonValue()) as number
}

interface Milestones {
  ready?: number
  sound?: number | undefined
  text?: number
}

interface WatchedWindow {
  seen: Milestones
  heardFrom(second: number): void
}

/**
 * Runs in the page before its scripts: records when the host is notified, when audio advances after a tap, and when a
 * chapter has text.
 */
function watchPage() {
  if (window !== top) return
  const page = window as unknown as WatchedWindow & Record<string, unknown>
  const seen: Milestones = {}
  page.seen = seen
  page.WebViewBridge = {
    postMessage: (message: string) => {
      if (message.includes('service:ready')) seen.ready ??= performance.now()
    },
  }
  const { play } = HTMLMediaElement.prototype
  let sound: HTMLMediaElement | undefined
  HTMLMediaElement.prototype.play = function () {
    sound = this
    return play.call(this)
  }
  page.heardFrom = (second) => {
    const since = performance.now()
    delete seen.sound
    const look = () => {
      const isHeard = sound && !sound.seeking && sound.readyState > 2 && sound.currentTime > second + 0.02
      if (isHeard) seen.sound = performance.now() - since
      else setTimeout(look, 5)
    }
    look()
  }
  addEventListener(
    'click',
    (event) => {
      const label = (event.target as Element).closest('button')?.getAttribute('aria-label')
      if (label === 'Reproduzir') page.heardFrom(sound?.currentTime ?? 0)
    },
    true,
  )
  const look = () => {
    const frames = [...document.querySelectorAll('iframe')]
    const isThere = frames.some((frame) => {
      const { width } = frame.getBoundingClientRect()
      const isVisible = width > 0 && getComputedStyle(frame).visibility === 'visible'
      return isVisible && (frame.contentDocument?.body?.textContent.length ?? 0) > 100
    })
    if (!isThere) return
    seen.text ??= performance.now()
    changes.disconnect()
  }
  // After changes only: a callback in every frame would make the page draw every frame, which takes long on this CPU.
  let due = 0
  const changes = new MutationObserver(() => {
    cancelAnimationFrame(due)
    due = requestAnimationFrame(look)
  })
  changes.observe(document, { subtree: true, childList: true, attributes: true })
}
