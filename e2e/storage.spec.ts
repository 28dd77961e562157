import { wordsOnShow } from './hosts/chapter.ts'
import { openFrameHost } from './hosts/frame-host.ts'
import { openKeepingBrowser } from './hosts/keeping-browser.ts'
import { soundOf, watchSound } from './hosts/sound.ts'
import { expect, test } from './test.ts'

const SESSION_ENDED = { type: 'service:session-expired', reason: 'refresh_failed' }

test.describe('where the browser keeps nothing for a frame of another site', () => {
  test('no cookie stays and storage throws, as these tests suppose', async ({ host, partner }) => {
    await host.open(await partner.openBooks())
    await expect(host.view.getByRole('heading', { level: 1 })).toBeVisible()

    const kept = await host.frame().evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: the very thing that is looked at.
      document.cookie = 'a=1'
      const attempt = (act: () => unknown) => {
        try {
          return act()
        } catch (refusal) {
          return (refusal as DOMException).name
        }
      }
      return [document.cookie, attempt(() => sessionStorage.length), attempt(() => localStorage.length)]
    })

    expect(kept).toEqual(['', 'SecurityError', 'SecurityError'])
  })

  test('the member goes from screen to screen', async ({ host, partner }) => {
    await host.open(await partner.openBooks())

    for (const name of ['Explorar', 'E-books', 'Biblioteca', 'Conta']) {
      await host.view.getByRole('navigation').getByRole('link', { name }).click()
      await expect(host.view.getByRole('heading', { level: 1 })).toHaveText(name)
    }
  })

  test('a book is heard, and another is read where it was left', async ({ host, page, partner }) => {
    await watchSound(page)
    await host.open(await partner.openBooks(await partner.pathOf('audiobook', 'Como ouvir uma cidade')))
    await host.view.getByRole('button', { name: 'Reproduzir' }).click()
    await expect.poll(() => soundOf(host.frame()).then(({ time }) => time)).toBeGreaterThan(0)

    const openReader = async () => {
      await host.open(await partner.openBooks(await partner.pathOf('ebook', 'O farol de sal')))
      await expect(host.view.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
    }
    await openReader()
    const first = await wordsOnShow(host.view)
    await host.view.getByRole('button', { name: 'Próxima página' }).click()
    await expect.poll(() => wordsOnShow(host.view)).not.toBe(first)
    const left = await wordsOnShow(host.view)
    await host.view.getByRole('button', { name: 'Voltar', exact: true }).click()
    await expect(host.view.getByRole('heading', { level: 1, name: 'E-books' })).toBeVisible()
    await openReader()
    await expect.poll(() => wordsOnShow(host.view)).toBe(left)
  })

  test('a reload ends the session plainly, and the host is told', async ({ host, partner }) => {
    await host.open(await partner.openBooks())
    await expect(host.view.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)

    await host.frame().evaluate(() => location.reload())

    await expect(host.view.getByRole('heading', { name: 'Sua sessão terminou' })).toBeVisible()
    await expect(host.view.locator('form, input')).toHaveCount(0)
    await expect.poll(host.events).toContainEqual(SESSION_ENDED)
  })
})

test.describe('where the browser keeps what a page asks it to', () => {
  test('a reload of the frame keeps the member and the screen', async ({ hostUrl, partner }) => {
    const browser = await openKeepingBrowser()
    try {
      const host = await openFrameHost(await browser.newPage(), hostUrl)
      await host.open(await partner.openBooks('/perfil'))
      await expect(host.view.getByText('Ana Souza').first()).toBeVisible()

      await host.frame().evaluate(() => location.reload())

      await expect.poll(() => host.events().length).toBe(2)
      await expect(host.view.getByText('Ana Souza').first()).toBeVisible()
      expect(host.events()).toEqual([{ type: 'service:ready' }, { type: 'service:ready' }])
    } finally {
      await browser.close()
    }
  })

  test('a reload of the native view keeps the member and the screen', async ({ webView, page, partner }) => {
    await webView.open(await partner.openBooks('/biblioteca'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Biblioteca')
    await page.getByRole('link', { name: 'Conta' }).click()

    await page.reload()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conta')
    await expect(page.getByText('Ana Souza').first()).toBeVisible()
    expect(webView.events()).not.toContainEqual(SESSION_ENDED)
  })

  test('another tab is not signed in by it', async ({ webView, context, page, partner }) => {
    await webView.open(await partner.openBooks('/perfil'))
    await expect(page.getByText('Ana Souza').first()).toBeVisible()
    const other = await context.newPage()

    await other.goto(page.url())

    await expect(other.getByRole('heading', { name: 'Sua sessão terminou' })).toBeVisible()
  })
})
