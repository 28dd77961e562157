import { openBook } from './hosts/book.ts'
import { chapterOf, visibleText } from './hosts/chapter.ts'
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
  const read = await visibleText(page)
  await second.focus()
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('paragraph')).toHaveText([
    'Gostava. Tenho um vidro de doce que prova. (Nota de dona Alzira.)',
  ])
  await expect(sheet.locator(':focus'), 'the note itself').toHaveText(/^Gostava/)
  // As engines leave it after a click on the text of a sheet.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('End')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(second).toBeFocused()
  expect(await visibleText(page), 'the page under a sheet').toBe(read)
})
