import { openBook } from './hosts/book.ts'
import { chapterOf } from './hosts/chapter.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { expect, test } from './test.ts'

test('the number of a note opens it over the page, by a click and by keyboard, and Escape leads back to the number', async ({
  webView,
  page,
  partner,
}) => {
  await openBook(webView, partner, 'Notas ao pé da mangueira')
  const sheet = page.getByRole('dialog', { name: 'Nota' })
  const first = chapterOf(page).locator('#chamada-1')
  const second = chapterOf(page).locator('#chamada-2')

  await first.click()

  await expect(sheet.getByRole('paragraph')).toHaveText([
    'Não se sabe quem foi o Capitão Honório. A placa diz “herói”; o cartório diz “dentista”.',
  ])
  await expectNoSeriousFaults(page, 'a note')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.locator('iframe[data-current]')).toBeFocused()
  await second.focus()
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('paragraph')).toHaveText([
    'Gostava. Tenho um vidro de doce que prova. (Nota de dona Alzira.)',
  ])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(second).toBeFocused()
  await expect(page.locator('.reader__numbers')).toHaveText(/^0%/)
})
