import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { Engine } from './engines/engine.ts'
import { engines as installedEngines } from './engines/installed.ts'
import { type FrameHost, openFrameHost, startFrameHost } from './hosts/frame-host.ts'
import { openWebView, type WebView } from './hosts/web-view.ts'
import { addPartner, type Partner } from './service/partner.ts'
import { type Service, startService } from './service/start.ts'

interface TestFixtures {
  partner: Partner
  /** The view in a cross-site frame without storage. */
  host: FrameHost
  /** The view as a page, as in a native host. */
  webView: WebView
  /** Closes the browsers that a test opened itself: an audiobook would play on in one. */
  closing: undefined
}

/** Made when a test first needs them. In one type, since tests with others would start workers of their own. */
interface WorkerFixtures {
  service: Service
  /** Another service, at a name that every engine resolves. */
  localService: Service
  /** Keeps an engine open for consecutive tests. */
  engines: { open(name: string): Promise<Engine>; close(): Promise<void> }
  hostUrl: string
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
    async ({}, use) => {
      const service = await startService()
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  localService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
    async ({}, use) => {
      const service = await startService('livros.localhost')
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  engines: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
    async ({}, use) => {
      let opened: { name: string; engine: Engine } | undefined
      const close = async () => {
        await opened?.engine.close()
        opened = undefined
      }
      await use({
        async open(name) {
          if (opened?.name !== name) {
            await close()
            opened = { name, engine: await installedEngines[name]!() }
          }
          return opened.engine
        },
        close,
      })
      await close()
    },
    { scope: 'worker' },
  ],
  hostUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
    async ({}, use) => {
      const host = await startFrameHost()
      await use(host.url)
      await host.close()
    },
    { scope: 'worker' },
  ],
  partner: async ({ service }, use) => {
    await use(await addPartner(service))
    // Each test starts with the real time. Time-ordered ids do not follow this clock.
    service.clock.reset()
  },
  // Playwright's own option also takes, and discards, a screenshot of every page of a test that passes.
  context: async ({ browser, context }, use, testInfo) => {
    await use(context)
    if (testInfo.status === testInfo.expectedStatus) return
    const pages = browser.contexts().flatMap((one) => one.pages())
    for (const [index, page] of pages.entries()) {
      await page.screenshot({ path: testInfo.outputPath(`page-${index + 1}.png`) }).catch(() => {})
    }
  },
  host: async ({ page, hostUrl }, use) => use(await openFrameHost(page, hostUrl)),
  webView: async ({ page }, use) => use(await openWebView(page)),
  closing: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

export { expect, type Locator, type Page }
