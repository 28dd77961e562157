import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BridgeEvent } from '@estante/contract/bridge.ts'
import type { Page } from '@playwright/test'

const PAGE = `<!doctype html>
<html lang="pt-BR">
<title>Banco Aurora</title>
<style>iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0 }</style>
<body>
<script>
  addEventListener('message', ({ origin, data }) => hostReceives(origin, data))
  function openView(src) {
    document.querySelector('iframe')?.remove()
    const allow = 'autoplay; fullscreen; web-share; clipboard-write'
    document.body.append(Object.assign(document.createElement('iframe'), { title: 'Livros', allow, src }))
  }
</script>`

/** Serves a partner's page under any host name. */
export async function startFrameHost() {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://parceiro.test:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FrameHost = Awaited<ReturnType<typeof openFrameHost>>

/** Opens a partner's page that embeds the view in a frame and records its messages. */
export async function openFrameHost(page: Page, url: string) {
  const received: { origin: string; data: BridgeEvent }[] = []
  await page.exposeFunction('hostReceives', (origin: string, data: BridgeEvent) => void received.push({ origin, data }))
  await page.goto(url)

  return {
    received,
    /** The messages without their origins. */
    events: () => received.map(({ data }) => data),
    /** The embedded view. */
    view: page.frameLocator('iframe'),
    /** Opens a launch link as a host should, with extra `parameters`. */
    open: (launchUrl: string, parameters = '&embed=1') =>
      page.evaluate(
        (src) => (window as unknown as { openView(src: string): void }).openView(src),
        launchUrl + parameters,
      ),
    frame() {
      const [frame] = page.mainFrame().childFrames()
      if (!frame) throw new Error('The view is not open')
      return frame
    },
  }
}
