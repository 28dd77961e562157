import { type Browser, chromium, type Page } from '@playwright/test'
import { wholeChromium } from '../../scripts/install-browser.ts'
import { withAllCores } from '../measure/cores.ts'

/** Emulates a CPU of a quarter of this machine's speed. */
const CPU_SLOWDOWN = 4
const POLL_MS = 300
/** A chapter of three hundred pages takes seconds to open. */
const PATIENCE_MS = 120_000

/**
 * Launches Chromium on all cores. It throttles a page by keeping its core busy, which on a single core would slow its
 * own network process too.
 */
export function openBrowser(): Promise<Browser> {
  return withAllCores(() =>
    chromium.launch({
      executablePath: wholeChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        // Scrollers have layers of their own, as on every Android and on any screen of high density.
        '--enable-prefer-compositing-to-lcd-text',
      ],
    }),
  )
}

/** Opens a throttled phone-sized page with an empty cache. */
export async function openPhone(browser: Browser, slowdown = CPU_SLOWDOWN): Promise<Page> {
  const screen = { viewport: { width: 412, height: 840 }, deviceScaleFactor: 2.625, hasTouch: true }
  const page = await (await browser.newContext(screen)).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

/**
 * Waits until an element is there, without a script of Playwright's in the page: its search by role would be a long
 * task of its own.
 */
export async function waitForElement(page: Page, selector: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const expression = `document.querySelector(${JSON.stringify(selector)}) !== null`
  const end = performance.now() + PATIENCE_MS
  while (!(await devtools.send('Runtime.evaluate', { expression })).result.value) {
    if (performance.now() > end) throw new Error(`Not there: ${selector}`)
    await page.waitForTimeout(POLL_MS)
  }
}
