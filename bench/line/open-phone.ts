import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM } from '../../scripts/install-browser.ts'

/** A phone whose processor is a quarter of this one's. */
const CPU_SLOWDOWN = 4

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
}

/** A phone that was never here. */
export async function openPhone(browser: Browser): Promise<Page> {
  const screen = { viewport: { width: 412, height: 840 }, deviceScaleFactor: 2.625, hasTouch: true }
  const page = await (await browser.newContext(screen)).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}
