import { CHROMIUM } from '../scripts/install-browser.ts'
import { visibleText } from './hosts/chapter.ts'
import { openFrameHost } from './hosts/frame-host.ts'
import { soundOf, watchSound } from './hosts/sound.ts'
import { expect, test } from './test.ts'

const SESSION_ENDED = { type: 'service:session-expired', reason: 'refresh_failed' }

test('without storage in a cross-site frame, the view works until a reload, which shows that the session ended', async ({
  playwright,
  launchOptions,
  hostUrl,
  partner,
}) => {
  // Unlike its headless shell, Chromium blocks storage in cross-site frames.
  await using browser = await playwright.chromium.launch({ ...launchOptions, executablePath: CHROMIUM })
  const page = await browser.newPage({
    viewport: { width: 412, height: 840 },
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  })
  await watchSound(page)
  const host = await openFrameHost(page, hostUrl)

  await test.step('no cookie stays and storage throws, as this test supposes', async () => {
    await host.open(await partner.openBooks())
    await expect(host.view.getByRole('heading', { level: 1 })).toBeVisible()

    const stored = await host.frame().evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: the subject of the test.
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

    expect(stored).toEqual(['', 'SecurityError', 'SecurityError'])
  })

  await test.step('from screen to screen', async () => {
    for (const name of ['Explorar', 'E-books', 'Biblioteca', 'Conta']) {
      await host.view.getByRole('navigation').getByRole('link', { name }).click()
      await expect(host.view.getByRole('heading', { level: 1 })).toHaveText(name)
    }
  })

  await test.step('a book is heard', async () => {
    await host.open(await partner.openBooks(await partner.pathOf('audiobook', 'Como ouvir uma cidade')))
    await host.view.getByRole('button', { name: 'Reproduzir' }).click()
    await expect.poll(() => soundOf(host.frame()).then(({ time }) => time)).toBeGreaterThan(0)
  })

  const openReader = async () => {
    await host.open(await partner.openBooks(await partner.pathOf('ebook', 'O farol de sal')))
    await expect(host.view.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
  }
  await test.step('another is read where it was left', async () => {
    await openReader()
    const first = await visibleText(host.view)
    await host.view.getByRole('button', { name: 'Próxima página' }).click()
    await expect.poll(() => visibleText(host.view)).not.toBe(first)
    const left = await visibleText(host.view)
    await host.view.getByRole('button', { name: 'Voltar', exact: true }).click()
    await expect(host.view.getByRole('heading', { level: 1, name: 'E-books' })).toBeVisible()
    await openReader()
    await expect.poll(() => visibleText(host.view)).toBe(left)
  })

  await test.step('a reload ends the session plainly, and the host is told', async () => {
    expect(host.events()).not.toContainEqual(SESSION_ENDED)

    await host.frame().evaluate(() => location.reload())

    await expect(host.view.getByRole('heading', { name: 'Sua sessão terminou' })).toBeVisible()
    await expect(host.view.locator('form, input')).toHaveCount(0)
    await expect.poll(host.events).toContainEqual(SESSION_ENDED)
  })
})
