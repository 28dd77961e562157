import { openWebView } from './hosts/web-view.ts'
import { LINK_OUT, LINKED_BOOK } from './service/library.ts'
import { expect, test } from './test.ts'

test.describe('messages to the host', () => {
  test('are objects from the address of the service, in a frame', async ({ host, partner, service }) => {
    await host.open(await partner.openBooks())

    await expect.poll(() => host.heard).toEqual([{ origin: service.playUrl, data: { type: 'service:ready' } }])
  })

  test('are JSON text, in a native view', async ({ webView, partner }) => {
    await webView.open(await partner.openBooks())

    await expect.poll(() => webView.heard).toEqual(['{"type":"service:ready"}'])
  })

  test('wait for a bridge that appears only after the page', async ({ page, partner }) => {
    const webView = await openWebView(page, { isLate: true })

    await webView.open(await partner.openBooks())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)

    expect(webView.heard).toEqual([])
    await webView.appear()
    await expect.poll(() => webView.heard).toEqual(['{"type":"service:ready"}'])
  })
})

test.describe('the close button', () => {
  test('asks the host to close, when it said that it can', async ({ host, partner }) => {
    await host.open(await partner.openBooks(), '&embed=1&closable=1')

    await host.view.getByRole('button', { name: 'Fechar' }).click()

    await expect.poll(host.events).toContainEqual({ type: 'service:close' })
    await expect(host.view.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('is there after the member has gone from screen to screen, and after a reload', async ({
    webView,
    page,
    partner,
  }) => {
    await webView.open(await partner.openBooks(), '&embed=1&closable=1')
    await page.getByRole('link', { name: 'Conta' }).click()
    await page.reload()

    await page.getByRole('button', { name: 'Fechar' }).click()

    await expect.poll(webView.events).toContainEqual({ type: 'service:close' })
  })

  test('is over the page of an e-book', async ({ host, partner }) => {
    await host.open(await partner.openBooks(await partner.pathOf('ebook', LINKED_BOOK)), '&embed=1&closable=1')
    await expect(host.view.getByRole('button', { name: 'Próxima página' })).toBeEnabled()

    await host.view.getByRole('button', { name: 'Fechar' }).click()

    await expect.poll(host.events).toContainEqual({ type: 'service:close' })
    await expect(host.view.getByRole('button', { name: 'Sumário' })).toBeVisible()
  })

  test('is on the screen of a link that is no longer good', async ({ host, partner }) => {
    const launchUrl = await partner.openBooks()
    await host.open(launchUrl)
    await expect(host.view.getByRole('heading', { level: 1 })).toBeVisible()
    await host.open(launchUrl, '&embed=1&closable=1')

    await host.view.getByRole('button', { name: 'Fechar' }).click()

    await expect.poll(host.events).toContainEqual({ type: 'service:close' })
  })

  test('is absent otherwise', async ({ host, partner }) => {
    await host.open(await partner.openBooks())

    await expect(host.view.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(host.view.getByRole('button', { name: 'Fechar' })).toHaveCount(0)
  })

  test('is absent from an e-book, too', async ({ host, partner }) => {
    await host.open(await partner.openBooks(await partner.pathOf('ebook', LINKED_BOOK)))

    await expect(host.view.getByRole('button', { name: 'Voltar', exact: true })).toBeVisible()
    await expect(host.view.getByRole('button', { name: 'Fechar' })).toHaveCount(0)
  })
})

test.describe('a link of a book that leaves the service', () => {
  const HANDED_OVER = { type: 'service:open-external', url: LINK_OUT }

  test('is handed to the host, and the frame stays', async ({ host, context, partner }) => {
    const path = await partner.pathOf('ebook', LINKED_BOOK)
    await host.open(await partner.openBooks(path))

    await host.view.frameLocator('iframe').first().getByRole('link', { name: 'Uma página de fora' }).click()

    await expect.poll(host.events).toContainEqual(HANDED_OVER)
    expect(new URL(host.frame().url()).pathname).toBe(path)
    expect(context.pages()).toHaveLength(1)
  })

  test('is handed to a native host that is known by its bridge alone', async ({ webView, page, context, partner }) => {
    const path = await partner.pathOf('ebook', LINKED_BOOK)
    await webView.open(await partner.openBooks(path), '')

    await page.frameLocator('iframe').first().getByRole('link', { name: 'Uma página de fora' }).click()

    await expect.poll(() => webView.heard).toContainEqual(JSON.stringify(HANDED_OVER))
    expect(new URL(page.url()).pathname).toBe(path)
    expect(context.pages()).toHaveLength(1)
  })

  test('opens in a tab of its own, in a page that nobody embeds', async ({ page, context, partner }) => {
    await context.route('https://example.com/**', (route) => route.fulfill({ body: 'fora' }))
    const path = await partner.pathOf('ebook', LINKED_BOOK)
    await page.goto(await partner.openBooks(path))
    const opened = context.waitForEvent('page')

    await page.frameLocator('iframe').first().getByRole('link', { name: 'Uma página de fora' }).click()

    expect((await opened).url()).toBe(LINK_OUT)
    expect(new URL(page.url()).pathname).toBe(path)
  })
})
