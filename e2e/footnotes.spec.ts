import { chapterAnswer, openBook, untilAnswersRead } from './hosts/book.ts'
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

  await test.step('in the size and the typeface that the member chose', async () => {
    const note = sheet.locator('.footnote p').first()
    await page.getByRole('button', { name: 'Aparência' }).click()
    await page.getByRole('radio', { name: 'OpenDyslexic' }).check({ force: true })
    await page.getByRole('button', { name: 'Aumentar o texto' }).click()
    await page.keyboard.press('Escape')
    await second.click()
    await expect(note).toHaveCSS('font-size', '20.9px')
    await expect(note).toHaveCSS('font-family', /^"Estante OpenDyslexic"/)
    const names = () => [...document.fonts].map(({ family }) => family)
    await expect.poll(() => page.evaluate(names)).toContain('Estante OpenDyslexic')
  })
})

test('a note that comes late is waited for, and opens neither itself nor its chapter once the member has read on', async ({
  page,
  partner,
}) => {
  const call = '<sup><a href="capitulo-2.xhtml#nota">1</a></sup>'
  const text = `<p>${call} ${'Toda manhã a barca atravessava a baía. '.repeat(200)}</p>`
  const notes: PromiseWithResolvers<'come' | 'fail'>[] = []
  await page.route(/\.xhtml$/, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fulfill(chapterAnswer(text))
    notes.push(Promise.withResolvers())
    const answer = chapterAnswer('<p id="nota">Uma nota.</p>')
    await ((await notes.at(-1)!.promise) === 'come' ? route.fulfill(answer) : route.abort())
  })
  await openBook(page, partner)
  const read = await visibleText(page)
  const link = chapterOf(page).getByRole('link')

  for (const answer of ['come', 'fail'] as const) {
    await test.step(`a note that will ${answer}`, async () => {
      await link.click()
      await expect.poll(() => notes.length).toBe(answer === 'come' ? 1 : 2)
      await expect(page.locator('.reader__busy')).toHaveCount(1)
      await page.getByRole('button', { name: 'Próxima página' }).click()
      await expect.poll(() => visibleText(page)).not.toBe(read)
      const next = await visibleText(page)
      notes.at(-1)!.resolve(answer)
      await expect(page.locator('.reader__busy')).toHaveCount(0)
      await untilAnswersRead(page)

      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await visibleText(page)).toBe(next)
      await page.getByRole('button', { name: 'Página anterior' }).click()
      await expect.poll(() => visibleText(page)).toBe(read)
    })
  }
  await link.click()
  await expect.poll(() => notes.length).toBe(3)
  notes.at(-1)!.resolve('come')

  await expect(page.getByRole('dialog', { name: 'Nota' })).toContainText('Uma nota.')
})
