import type { BridgeEvent, WebViewBridge } from '@estante/contract/bridge.ts'
import type { Page } from '@playwright/test'

export type WebView = Awaited<ReturnType<typeof openWebView>>

interface WebViewWindow {
  WebViewBridge?: WebViewBridge
  hostHears(message: unknown): void
}

/** A native host: the page is the service itself, and `WebViewBridge` is there, or appears after the page has loaded. */
export async function openWebView(page: Page, { bridgeAfterMs }: { bridgeAfterMs?: number } = {}) {
  const heard: unknown[] = []
  await page.exposeFunction('hostHears', (message: unknown) => void heard.push(message))
  await page.addInitScript((afterMs) => {
    const host = window as unknown as WebViewWindow
    const inject = () => {
      host.WebViewBridge = { postMessage: (message) => host.hostHears(message) }
    }
    if (afterMs === undefined) inject()
    else addEventListener('load', () => setTimeout(inject, afterMs))
  }, bridgeAfterMs)

  return {
    /** As they came: text. */
    heard,
    events: (): BridgeEvent[] => heard.map((message) => JSON.parse(message as string)),
    view: page,
    open: (launchUrl: string, parameters = '&embed=1') => page.goto(launchUrl + parameters),
  }
}
