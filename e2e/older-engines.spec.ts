import { enterPanel } from './service/admin.ts'
import { expect, test } from './test.ts'

test('a menu opens, is walked, and closes in an engine without popovers', async ({ page, service, partner }) => {
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
})
