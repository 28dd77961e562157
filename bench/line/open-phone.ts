import { type Browser, chromium, type Page } from '@playwright/test'
import { wholeChromium } from '../../scripts/install-browser.ts'
import { onEveryCore } from '../measure/cores.ts'

/** Emulates a CPU of a quarter of this machine's speed. */
const CPU_SLOWDOWN = 4

/**
 * Launches Chromium on all cores. It throttles a page by keeping its core busy, which on a single core would slow its
 * own network process too.
 */
export function openBrowser(): Promise<Browser> {
  return onEveryCore(() =>
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
