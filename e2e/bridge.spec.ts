import { LINK_OUT, LINKED_BOOK } from './service/library.ts'
import { expect, test } from './test.ts'

const CLOSABLE = '&embed=1&closable=1'
const CLOSE = { type: 'service:close' }

test.describe('the close button', () => {
  test('asks a host that can close to do so: at home, over an e-book and where a link has expired', async ({
    host,
    partner,
  }) => {
    const close = () => host.view.getByRole('button', { name: 'Fechar' }).click()
    const closeEvents = () => host.events().filter(({ type }) => type === CLOSE.type)
    const launchUrl = await partner.openBooks()
    await host.open(launchUrl, CLOSABLE)
    await close()
    await expect.poll(closeEvents).toEqual([CLOSE])
    await expect(host.view.getByRole('heading', { level: 1 })).toBeVisible()

    await host.open(launchUrl, CLOSABLE)
    await expect(host.view.getByRole('heading', { name: 'Este link expirou' })).toBeVisible()
    await close()
    await expect.poll(closeEvents).toEqual([CLOSE, CLOSE])

    await host.open(await partner.openBooks(await partner.pathOf('ebook', LINKED_BOOK)), CLOSABLE)
    await expect(host.view.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
    await close()
    await expect.poll(closeEvents).toEqual([CLOSE, CLOSE, CLOSE])
    await expect(host.view.getByRole('button', { name: 'Sumário' })).toBeVisible()
  })
})

test.describe('an external link in a book', () => {
  const HANDED_OVER = { type: 'service:open-external', url: LINK_OUT }

  test('is passed to the host, and the frame stays, without a close button', async ({ host, context, partner }) => {
    const path = await partner.pathOf('ebook', LINKED_BOOK)
    await host.open(await partner.openBooks(path))

    await host.view.frameLocator('iframe').first().getByRole('link', { name: 'Uma página de fora' }).click()

    await expect.poll(host.events).toContainEqual(HANDED_OVER)
    expect(new URL(host.frame().url()).pathname).toBe(path)
    expect(context.pages()).toHaveLength(1)
    await expect(host.view.getByRole('button', { name: 'Voltar', exact: true })).toBeVisible()
    await expect(host.view.getByRole('button', { name: 'Fechar' })).toHaveCount(0)
  })

  test('opens in a new tab, in a page that is not embedded', async ({ page, context, partner }) => {
    await context.route('https://example.com/**', (route) => route.fulfill({ body: 'fora' }))
    const path = await partner.pathOf('ebook', LINKED_BOOK)
    await page.goto(await partner.openBooks(path))
    const opened = context.waitForEvent('page')

    await page.frameLocator('iframe').first().getByRole('link', { name: 'Uma página de fora' }).click()

    expect((await opened).url()).toBe(LINK_OUT)
    expect(new URL(page.url()).pathname).toBe(path)
  })
})
