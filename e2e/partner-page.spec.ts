import { startPartner } from '@estante/examples/backend.ts'
import { expect, type Page, test } from './test.ts'

/** The complete example of a partner: its backend and its page, on another site. */
const bank = test.extend<{ bankPage: Page }>({
  bankPage: async ({ page, partner, service }, use) => {
    const { url, close } = await startPartner({
      port: 0,
      estanteBaseUrl: service.baseUrl,
      production: partner.keys,
    })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(url.replace('localhost', 'banco.test'))
    await page.getByRole('button', { name: /Ana Beatriz Nogueira/ }).click()
    await use(page)
    await close()
  },
})

bank(
  'the example of a partner opens the books, loses them by a revocation, has them back, replaces a session that ends, asks before it replaces another, shows what a used link says, and closes the view when it is asked to',
  async ({ bankPage, partner }) => {
    const view = bankPage.frameLocator('iframe')
    const events = bankPage.locator('#events')

    await bankPage.getByRole('button', { name: 'Abrir', exact: true }).click()
    await expect(view.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)
    await expect(bankPage.getByText('Abrindo seus livros…')).toBeHidden()
    await expect(events.getByText('service:ready')).toBeVisible()

    await bankPage.getByRole('button', { name: 'Revogar' }).click()
    await expect(events.getByText('service:session-expired')).toBeVisible()
    await expect(bankPage.getByRole('heading', { name: 'Seus livros estão em pausa' })).toBeVisible()

    await bankPage.getByRole('button', { name: 'Restaurar' }).click()
    await expect(bankPage.getByText('Acesso restaurado.')).toBeVisible()
    await bankPage.getByRole('button', { name: 'Explorar' }).click()
    await expect(view.getByRole('heading', { level: 1 })).toHaveText('Explorar')

    // The session has ended, and the member may open the books again before the page asks for a link.
    const restored = Promise.withResolvers<void>()
    await bankPage.route('**/api/books', async (route) => {
      await restored.promise
      await route.continue()
    })
    await partner.revoke('ipe-10482')
    await expect(events.getByText('service:session-expired')).toHaveCount(2)
    await partner.restore('ipe-10482')
    restored.resolve()
    await expect(bankPage.getByText('Pedimos outra automaticamente.')).toBeVisible()
    await expect(events.getByText('service:ready')).toHaveCount(3)
    await expect(view.getByRole('heading', { level: 1 })).toHaveText('Explorar')

    // Once more within half a minute, it asks before it requests a link.
    await partner.revoke('ipe-10482')
    await expect(bankPage.getByText('A sessão dos livros terminou.')).toBeVisible()
    await partner.restore('ipe-10482')
    await bankPage.getByRole('button', { name: 'Pedir novo link' }).click()
    await expect(events.getByText('service:ready')).toHaveCount(4)
    await expect(view.getByRole('heading', { level: 1 })).toHaveText('Explorar')

    await bankPage.getByRole('button', { name: 'Reabrir o último link' }).click()
    await expect(view.getByRole('heading', { name: 'Este link expirou' })).toBeVisible()
    await view.getByRole('button', { name: 'Fechar' }).click()

    await expect(bankPage.getByText('Saldo em conta')).toBeVisible()
    await expect(bankPage.locator('#home')).toBeFocused()
    await expect(bankPage.locator('iframe')).toHaveCount(0)
  },
)
