import { enterPanel } from './service/admin.ts'
import { expect, test } from './test.ts'

test('a menu opens, is operated by keyboard, and closes in an engine without popovers', async ({
  page,
  service,
  partner,
}) => {
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) {
      Reflect.deleteProperty(HTMLElement.prototype, name)
    }
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await enterPanel(page, service, partner, 'owner')
  await page.goto(`${service.baseUrl}/painel`)
  const opener = page.getByRole('button', { name: 'Ana Souza' })
  const item = page.getByRole('button', { name: 'Sair', exact: true })
  await expect(opener).toBeVisible()
  await expect(item).toBeHidden()

  await opener.click()
  await expect(item).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(item).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await expect(item).toBeVisible()
  await page.mouse.click(800, 400)
  await expect(item).toBeHidden()

  await opener.click()
  await expect(item).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(item).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(item).toBeHidden()
  await expect(opener).not.toBeFocused()
})

test('in an engine older than the baseline a link and the panel show one message, the host is notified, and the link stays valid for another engine', async ({
  browser,
  page,
  host,
  partner,
  service,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'inert')
  })
  const launchUrl = await partner.openBooks()

  await host.open(launchUrl)

  await expect(host.view.getByRole('alert')).toHaveText(/^O navegador deste aparelho é antigo demais/)
  await expect.poll(host.events).toEqual([{ type: 'service:ready' }, { type: 'service:unsupported' }])
  const newer = await browser.newPage()
  await newer.goto(launchUrl)
  await expect(newer.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)
  await newer.close()

  await page.goto(`${service.baseUrl}/painel`)
  await expect(page.getByRole('alert')).toHaveText(/^Este navegador é antigo demais/)
  await expect(page.locator('#app')).toBeEmpty()
})
