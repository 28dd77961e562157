import type { WebView } from './hosts/web-view.ts'
import { seriousFaults } from './serious-faults.ts'
import type { Partner } from './service/partner.ts'
import { expect, type Page, test } from './test.ts'

const screens: [string, (opened: { webView: WebView; page: Page; partner: Partner }) => Promise<void>][] = [
  [
    'home',
    async ({ webView, page, partner }) => {
      await webView.open(await partner.openBooks())
      await expect(page.getByRole('heading', { name: 'Audiolivros' })).toBeVisible()
    },
  ],
  [
    'explore',
    async ({ webView, page, partner }) => {
      await webView.open(await partner.openBooks('/explorar'))
      await expect(page.getByRole('link', { name: /O farol de sal/ }).first()).toBeVisible()
    },
  ],
  [
    'a search that finds nothing',
    async ({ webView, page, partner }) => {
      await webView.open(await partner.openBooks('/explorar'))
      await page.getByRole('searchbox').fill('xyzxyz')
      await expect(page.getByRole('heading', { name: 'Nada por aqui' })).toBeVisible()
    },
  ],
  [
    'e-books',
    async ({ webView, page, partner }) => {
      await webView.open(await partner.openBooks('/ler'))
      await expect(page.getByRole('link', { name: /O farol de sal/ }).first()).toBeVisible()
    },
  ],
  [
    'the library',
    async ({ webView, page, partner }) => {
      await webView.open(await partner.openBooks('/biblioteca'))
      await expect(page.getByRole('heading', { name: 'Nada em andamento' })).toBeVisible()
    },
  ],
  [
    'the account',
    async ({ webView, page, partner }) => {
      await webView.open(await partner.openBooks('/perfil'))
      await expect(page.getByText('Ana Souza').first()).toBeVisible()
    },
  ],
  [
    'the player',
    async ({ webView, page, partner }) => {
      await webView.open(await partner.openBooks(await partner.pathOf('audiobook', 'O farol de sal')))
      await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeEnabled()
    },
  ],
  [
    'the chapters of an audiobook',
    async ({ webView, page, partner }) => {
      await webView.open(await partner.openBooks(await partner.pathOf('audiobook', 'O farol de sal')))
      await page.getByRole('button', { name: 'Capítulos' }).click()
      await expect(page.getByRole('dialog', { name: 'Capítulos' })).toBeVisible()
    },
  ],
  [
    'the reader',
    async ({ webView, page, partner }) => {
      await webView.open(await partner.openBooks(await partner.pathOf('ebook', 'O farol de sal')))
      await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
    },
  ],
  [
    'the appearance of the reader',
    async ({ webView, page, partner }) => {
      await webView.open(await partner.openBooks(await partner.pathOf('ebook', 'O farol de sal')))
      await page.getByRole('button', { name: 'Aparência' }).click()
      await expect(page.getByRole('dialog', { name: 'Aparência' })).toBeVisible()
    },
  ],
  [
    'a link that is no longer good',
    async ({ webView, page, partner }) => {
      await webView.open(await partner.openBooks(), 'x')
      await expect(page.getByRole('heading', { name: 'Este link expirou' })).toBeVisible()
    },
  ],
  [
    'a launch that does not arrive',
    async ({ webView, page, partner }) => {
      await page.route('**/play/v1/launch', (route) => route.abort())
      await webView.open(await partner.openBooks(), '&embed=1&closable=1')
      await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
    },
  ],
  [
    'a session that ended',
    async ({ webView, page, partner }) => {
      await webView.open(await partner.openBooks(), '&embed=1&closable=1')
      await expect(page.getByRole('heading', { name: 'Audiolivros' })).toBeVisible()
      await partner.revoke('ana')
      await expect(page.getByRole('heading', { name: 'Sua sessão terminou' })).toBeVisible()
    },
  ],
]

test.describe('nothing stands in the way of a screen reader, or of eyes that need contrast', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  for (const [name, open] of screens) {
    test(`on ${name}, light and dark`, async ({ webView, page, partner }) => {
      await open({ webView, page, partner })

      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect.soft(await seriousFaults(page), colorScheme).toEqual([])
      }
    })
  }
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('what takes the focus by keyboard is not under the bar at the foot', async ({ webView, page, partner }) => {
    await webView.open(await partner.openBooks('/explorar'))
    await expect(page.getByRole('link', { name: /O farol de sal/ }).first()).toBeVisible()
    const barTop = (await page.getByRole('navigation').boundingBox())!.y
    await page.getByRole('searchbox').focus()

    const bottoms: number[] = []
    for (let tabs = 0; tabs < 25; tabs += 1) {
      await page.keyboard.press('Tab')
      bottoms.push(
        await page.evaluate(() => document.querySelector('main :focus')?.getBoundingClientRect().bottom ?? 0),
      )
    }

    expect(Math.max(...bottoms)).toBeLessThanOrEqual(barTop)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  })
})
