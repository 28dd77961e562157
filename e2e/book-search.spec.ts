import { openBook } from './hosts/book.ts'
import { chapterOf, visibleText } from './hosts/chapter.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { expect, type Page, test } from './test.ts'

test('text is found by chapter, by touch and by keyboard, and a tap goes to it and back', async ({
  webView,
  page,
  partner,
}) => {
  await openBook(webView, partner, 'Notas ao pé da mangueira')
  const start = await visibleText(page)
  const sheet = await search(page, 'MANGUÉIRA')

  await test.step('a tap goes to the words, which are lit', async () => {
    const hit = sheet.getByRole('listitem').last().getByRole('button')
    const sentence = (await hit.locator('mark').textContent())!
    await hit.click()

    await expect(sheet).toBeHidden()
    const lit = page.locator('.reader-flash span').first()
    await expect(lit).toBeVisible()
    const { x, y, width, height } = (await lit.boundingBox())!
    expect(sentence).toMatch(/^mangueira/i)
    expect(await textAt(page, x, y, width, height)).toBe(sentence)
    await expect(lit).toBeHidden()
    expect(await visibleText(page)).not.toBe(start)
    await page.getByRole('button', { name: 'Voltar aonde estava' }).click()
    await expect.poll(() => visibleText(page)).toBe(start)
  })

  await test.step('what was found stays while one looks at it, and the place one comes back from is marked', async () => {
    await search(page, 'mangueria')
    await expect(sheet.getByRole('status')).toContainText(
      /^Nada escrito como “mangueria”\. Parecidos: \d+ resultados em/,
    )
    await sheet.getByRole('listitem').nth(2).getByRole('button').click()
    await expect(sheet).toBeHidden()
    // The focus follows to the page; the sheet would return it there if it opened before.
    await expect(page.locator('iframe[data-current]')).toBeFocused()
    await page.getByRole('button', { name: 'Buscar no livro' }).click()

    await expect(sheet.getByRole('listitem').nth(2).getByRole('button')).toBeFocused()
    await expect(sheet.getByRole('listitem').nth(2).getByRole('button')).toHaveAttribute('aria-current', 'true')
  })

  await test.step('an empty result and an unreachable service have messages', async () => {
    await sheet.getByRole('searchbox').fill('"xilofonista"')
    await expect(sheet.getByRole('heading', { name: 'Nada com “xilofonista”' })).toBeVisible()
    await expect(sheet.getByRole('status')).toHaveText('Nada com “xilofonista”')
    await page.context().setOffline(true)
    await sheet.getByRole('searchbox').fill('mangueiras')
    await expect(sheet.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
    await page.context().setOffline(false)

    await expect(sheet.getByRole('listitem').first()).toContainText(/mangueira/i)
    await sheet.getByRole('listitem').first().getByRole('button').focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Buscar no livro' })).toBeFocused()
  })

  await test.step('by keyboard alone', async () => {
    const left = await visibleText(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('searchbox', { name: 'Buscar no livro' })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('mangueira')
    await expect(page.getByText(/^\d+ resultados em/)).toBeVisible()
    await expectNoSeriousFaults(page, 'what was found')
    const results = sheet.getByRole('listitem').getByRole('button')
    for (const key of ['Tab', 'Tab', 'ArrowDown']) await page.keyboard.press(key)
    await expect(results.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(results.last()).toBeFocused()
    await page.keyboard.press('Enter')

    await expect(page.getByRole('dialog')).toBeHidden()
    await expect.poll(() => visibleText(page)).not.toBe(left)
    await expect(page.locator('iframe[data-current]')).toBeFocused()
  })

  await test.step('the button for more results keeps the focus, and leaves it to the first of the last results', async () => {
    let limit = 10
    await page.route('**/search?*', (route) => route.continue({ url: `${route.request().url()}&limit=${limit}` }))
    await search(page, 'que')
    const more = sheet.getByRole('button', { name: 'Mostrar mais' })
    const results = sheet.getByRole('listitem')

    for (const count of [20, 30]) {
      await more.press('Enter')
      await expect(results).toHaveCount(count)
      await expect(more).toBeFocused()
      await expect(sheet.getByRole('status')).toContainText(`${count} na lista`)
    }
    limit = 100
    await more.press('Enter')
    await expect(more).toBeHidden()
    await expect(results.nth(30).getByRole('button')).toBeFocused()
    await page.keyboard.press('Escape')
  })

  await test.step('selected words are searched for, and a phone’s keyboard does not cover what is found', async () => {
    await page.keyboard.press('Control+Shift+ArrowRight')
    const word = await chapterOf(page)
      .locator('body')
      .evaluate(() => getSelection()!.toString())
    const bar = page.getByRole('toolbar', { name: 'Trecho selecionado' })
    await bar.getByRole('button', { name: 'Buscar' }).press('Enter')
    await expect(sheet.getByRole('searchbox')).toHaveValue(word)
    await expect(sheet.locator('mark').first()).toHaveText(new RegExp(`^${word}`, 'i'))
    await expect(sheet.getByRole('button', { name: 'Fechar' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Buscar no livro' })).toBeFocused()
  })
})

/** Opens the sheet and types. Returns the sheet. */
async function search(page: Page, query: string) {
  await page.getByRole('button', { name: 'Buscar no livro' }).click()
  const sheet = page.getByRole('dialog', { name: 'Buscar no livro' })
  await sheet.getByRole('searchbox').fill(query)
  await expect(
    sheet
      .getByRole('listitem')
      .or(sheet.getByRole('heading', { level: 2 }).nth(1))
      .first(),
  ).toBeVisible()
  return sheet
}

/** The letters whose middle lies in a box of the page. */
async function textAt(page: Page, x: number, y: number, width: number, height: number) {
  const pages = (await page.locator('.reader__pages').boundingBox())!
  return chapterOf(page)
    .locator('body')
    .evaluate(
      (body, [left, top, right, bottom]) => {
        const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
        const range = document.createRange()
        let text = ''
        while (texts.nextNode()) {
          const { data } = texts.currentNode as Text
          for (let letter = 0; letter < data.length; letter++) {
            range.setStart(texts.currentNode, letter)
            range.setEnd(texts.currentNode, letter + 1)
            const box = range.getBoundingClientRect()
            const [middle, centre] = [box.left + box.width / 2, box.top + box.height / 2]
            if (middle > left && middle < right && centre > top && centre < bottom) text += data[letter]
          }
        }
        return text.replaceAll('\u00ad', '')
      },
      [x - pages.x, y - pages.y, x - pages.x + width, y - pages.y + height] as const,
    )
}
