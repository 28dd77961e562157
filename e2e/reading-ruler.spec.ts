import { openBook } from './hosts/book.ts'
import { chapterOf, visibleText } from './hosts/chapter.ts'
import { ONE_FILE_BOOK } from './service/library.ts'
import { expect, type Page, test } from './test.ts'

test('the reading ruler moves line by line by keyboard and to a tap, and is stored for every device', async ({
  webView,
  page,
  partner,
}) => {
  await openBook(webView, partner, ONE_FILE_BOOK)
  await page.getByRole('button', { name: 'Aparência' }).click()
  const saved = page.waitForResponse((response) => response.request().postData()?.includes('"ruler"') === true)
  await page
    .getByRole('group', { name: 'Régua de leitura' })
    .getByRole('radio', { name: 'Ligada', exact: true })
    .check()
  await saved
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  const band = page.locator('.ruler__band')
  const boxOf = async () => (await band.boundingBox())!
  await expect(band).toBeVisible()
  await chapterOf(page).locator('body').focus()

  const top = (await boxOf()).y
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await boxOf()).y).toBeGreaterThan(top + 10)
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => (await boxOf()).y).toBe(top)
  const { width } = page.viewportSize()!
  const tools = page.locator('.reader__tools')
  const visibleBefore = await tools.getAttribute('data-visible')
  await page.mouse.click(width / 2, 600)
  await expect.poll(async () => Math.abs((await boxOf()).y + (await boxOf()).height / 2 - 600)).toBeLessThan(25)
  expect(await tools.getAttribute('data-visible')).toBe(visibleBefore)
  await expect.poll(() => linesWithin(page)).toBe(3)
  const placed = await boxOf()
  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('button', { name: /^XII / }).click()
  await expect.poll(async () => (await boxOf()).y).toBeLessThan(100)
  await page.getByRole('button', { name: 'Voltar aonde estava' }).click()
  await expect.poll(boxOf).toEqual(placed)
  await page.mouse.click(width / 2, 600)
  await expect(tools).not.toHaveAttribute('data-visible', visibleBefore!)
  const pageText = await visibleText(page)
  await page.mouse.click(width - 20, 600)
  await expect.poll(() => visibleText(page)).not.toBe(pageText)
  await expect.poll(async () => (await boxOf()).y).toBeLessThan(100)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => visibleText(page)).toBe(pageText)
  await expect.poll(async () => (await boxOf()).y).toBeGreaterThan(600)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => visibleText(page)).not.toBe(pageText)
  await page.evaluate(() => localStorage.clear())

  await openBook(webView, partner, ONE_FILE_BOOK)

  await expect(band).toBeVisible()
})

/** The whole lines of text within the band. */
async function linesWithin(page: Page): Promise<number> {
  const { y, height } = (await page.locator('.ruler__band').boundingBox())!
  const pages = (await page.locator('.reader__pages').boundingBox())!
  return chapterOf(page)
    .locator('p')
    .first()
    .evaluate(
      (_, { from, to }) => {
        const range = document.createRange()
        range.selectNodeContents(document.body)
        const boxes = [...range.getClientRects()].filter(
          ({ left, height }) => left > 0 && left < innerWidth && height < 60,
        )
        return new Set(boxes.filter(({ top, bottom }) => top >= from && bottom <= to).map(({ top }) => Math.round(top)))
          .size
      },
      { from: y - pages.y - 1, to: y - pages.y + height + 1 },
    )
}
