import { replaceChapters } from './hosts/book.ts'
import { chapterOf } from './hosts/chapter.ts'
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

    await host.open(await partner.openTitle('ebook', LINKED_BOOK), CLOSABLE)
    await expect(host.view.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
    await close()
    await expect.poll(closeEvents).toEqual([CLOSE, CLOSE, CLOSE])
    await expect(host.view.getByRole('button', { name: 'Sumário' })).toBeVisible()
  })
})

test.describe('an external link in a book', () => {
  const HANDED_OVER = { type: 'service:open-external', url: LINK_OUT }

  test('is passed to the host, by any click and from a picture, and the frame stays, without a close button; a page that is not embedded opens a tab', async ({
    host,
    page,
    context,
    partner,
  }) => {
    const path = await partner.pathOf('ebook', LINKED_BOOK)
    const href = LINK_OUT.replace('&', '&amp;')
    const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"/>')}`
    const map = `<img src="${picture}" alt="Mapa" usemap="#m"/><map name="m"><area shape="default" href="${href}"/></map>`
    await replaceChapters(page, `<p><a href="${href}">Uma página de fora</a></p><p>${map}</p>`)
    await host.open(await partner.openBooks(path))
    const chapter = chapterOf(host.view)
    const handedOver = () => host.events().filter(({ type }) => type === HANDED_OVER.type)

    for (const link of [chapter.getByRole('link', { name: 'Uma página de fora' }), chapter.locator('img')]) {
      await link.click({ force: true })
      await link.click({ force: true, button: 'middle' })
      await link.click({ force: true, modifiers: ['ControlOrMeta'] })
    }

    await expect.poll(handedOver).toEqual(Array(6).fill(HANDED_OVER))
    expect(new URL(host.frame().url()).pathname).toBe(path)
    expect(context.pages()).toHaveLength(1)
    await expect(host.view.getByRole('button', { name: 'Voltar', exact: true })).toBeVisible()
    await expect(host.view.getByRole('button', { name: 'Fechar' })).toHaveCount(0)

    await test.step('in a page that is not embedded, it opens in a new tab', async () => {
      await context.route('https://example.com/**', (route) => route.fulfill({ body: 'fora' }))
      await page.goto(await partner.openBooks(path))
      const opened = context.waitForEvent('page')

      await chapterOf(page).getByRole('link', { name: 'Uma página de fora' }).click()

      expect((await opened).url()).toBe(LINK_OUT)
      expect(new URL(page.url()).pathname).toBe(path)
    })
  })
})
