import type { BridgeEvent, WebViewBridge } from '@estante/contract/bridge.ts'
import type { Page } from '@playwright/test'

export type WebView = Awaited<ReturnType<typeof openWebView>>

interface WebViewWindow {
  WebViewBridge?: WebViewBridge
  hostReceives(message: unknown): void
}

/** Opens a native host: the page is the service itself, and has `WebViewBridge`. */
export async function openWebView(page: Page) {
  const received: unknown[] = []
  await page.exposeFunction('hostReceives', (message: unknown) => void received.push(message))
  await page.addInitScript(putBridge)

  return {
    /** Raw messages, as text. */
    received,
    events: (): BridgeEvent[] => received.map((message) => JSON.parse(message as string)),
    view: page,
    open: (launchUrl: string, parameters = '&embed=1') => page.goto(launchUrl + parameters),
  }
}

function putBridge() {
  const host = window as unknown as WebViewWindow
  host.WebViewBridge = { postMessage: (message) => host.hostReceives(message) }
}

/** Leaves the window for another and returns to it. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    dispatchEvent(new Event('blur'))
    dispatchEvent(new Event('focus'))
  })
}
