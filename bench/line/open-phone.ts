import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM } from '../../scripts/install-browser.ts'
import { onEveryCore } from '../measure/cores.ts'

/** A phone whose processor is a quarter of this one's. */
const CPU_SLOWDOWN = 4

/**
 * The browser has every core: Chromium slows a page by keeping its core busy, and on a single one would slow its own network
 * process and the line with it.
 */
export function openBrowser(): Promise<Browser> {
  return onEveryCore(() =>
    chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    }),
  )
}

/** A phone that was never here. */
export async function openPhone(browser: Browser): Promise<Page> {
  const screen = { viewport: { width: 412, height: 840 }, deviceScaleFactor: 2.625, hasTouch: true }
  const page = await (await browser.newContext(screen)).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}
