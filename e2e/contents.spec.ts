import { wordsOnShow } from './hosts/chapter.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { ONE_FILE_BOOK } from './service/library.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page, webView, partner }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await webView.open(await partner.openBooks(await partner.pathOf('ebook', ONE_FILE_BOOK)))
  await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
})

test('the contents open where one is, each part with its minutes', async ({ page }) => {
  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('button', { name: /^XII / }).click()
  await page.getByRole('button', { name: 'Sumário' }).click()

  const here = page.getByRole('button', { name: /^XII / })
  await expect(here).toBeFocused()
  await expect(here).toBeInViewport({ ratio: 1 })
  await expect(here).toHaveAttribute('aria-current', 'true')
  await expect(here).toHaveText(/^XII \d+ min$/)
})

test('the pages of the edition on paper lead to where they begin', async ({ page }) => {
  const start = await wordsOnShow(page)
  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByText('Páginas da edição impressa').click()
  await expect(page.getByRole('button', { name: 'Página 10', exact: true })).toHaveAttribute('aria-current', 'page')
  await expectNoSeriousFaults(page, 'the pages of the edition on paper')

  await page.getByRole('button', { name: 'Página 70' }).click()

  await expect.poll(() => wordsOnShow(page)).toMatch(/(^| )VII( |$)/)
  await page.getByRole('button', { name: 'Voltar aonde estava' }).click()
  await expect.poll(() => wordsOnShow(page)).toBe(start)
})

test('what is found in a book of one file stands under the chapters of its contents', async ({ page }) => {
  await page.getByRole('button', { name: 'Buscar no livro' }).click()
  await page.getByRole('searchbox').fill('frase 7 do')

  await expect(page.getByText('12 resultados.')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('heading', { level: 3 })).toHaveCount(12)
  await expect(page.getByRole('dialog').getByRole('heading', { level: 3 }).nth(3)).toHaveText(/^IV/)
})
