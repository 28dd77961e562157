import type { Locator } from '@playwright/test'
import { openBook, openBookOnDevice } from './hosts/book.ts'
import { touchOf } from './hosts/touch.ts'
import { FIXED_BOOK } from './service/library.ts'
import { expect, type Page, test } from './test.ts'

const WIDE = { width: 1280, height: 800 }

test('the words of facing pages are found, selected by key and by mouse, marked, noted and bookmarked', async ({
  webView,
  page,
  partner,
}) => {
  await page.setViewportSize(WIDE)
  await openBook(webView, partner, FIXED_BOOK)
  const bar = page.getByRole('toolbar', { name: 'Trecho selecionado' })

  await test.step('a result leads to its words, which are lit, and back', async () => {
    await page.getByRole('button', { name: 'Buscar no livro' }).click()
    await page.getByRole('searchbox').fill('lua piscou')
    await page.getByRole('listitem').getByRole('button').first().press('Enter')
    const lit = page.locator('.reader-flash span')
    await expect(lit).toBeVisible()
    expect(distanceBetween(await boxOf(lit), await boxOfText(page, 'lua piscou'))).toBeLessThan(2)
    const target = framesOf(page).last().contentFrame().locator(':focus')
    await expect(target).toContainText('lua piscou')
    await expect(target).toHaveCSS('outline-style', 'none')
    await page.getByRole('button', { name: 'Voltar aonde estava' }).click()
    await expect(framesOf(page)).toHaveCount(1)
  })

  await test.step('a page without words has nothing to select', async () => {
    await page.keyboard.press('Shift+ArrowDown')
    await expect(bar).toHaveCount(0)
    await page.getByRole('button', { name: 'Próxima página' }).click()
    await expect(framesOf(page)).toHaveCount(2)
  })

  await test.step('keys go from the last sentence of a page to the first of the other, and back', async () => {
    const sentences = ['O gato', 'O gato subiu no telhado da padaria.', 'De lá viu a cidade dormir.', 'A lua']
    for (const sentence of sentences) {
      await page.keyboard.press('Shift+ArrowDown')
      expect(await readSelections(page)).toEqual([sentence])
    }
    await page.keyboard.press('Shift+ArrowUp')
    expect(await readSelections(page)).toEqual(sentences.slice(2, 3))
    await expect(bar.getByRole('button', { name: 'Destacar em amarelo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bar).toHaveCount(0)
    expect(await readSelections(page)).toEqual([])
    await expect
      .poll(async () =>
        distanceBetween(
          await boxOf(marksOn(page, 'O gato').first()),
          await boxOfText(page, 'De lá viu a cidade dormir.'),
        ),
      )
      .toBeLessThan(2)
  })

  await test.step('a double click selects a word, until Escape; another word gets a note', async () => {
    const select = async (text: string) => {
      const { x, y } = middleOf(await boxOfText(page, text))
      await page.mouse.dblclick(x, y)
      await expect(bar).toBeVisible()
    }
    await select('lua')
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    expect(await readSelections(page)).toEqual([])
    await select('chaminé')
    expect(await readSelections(page)).toEqual([expect.stringMatching(/^chaminé/)])
    await bar.getByRole('button', { name: 'Nota', exact: true }).click()
    await page.getByLabel('Sua nota').fill('De tijolo.')
    await page.getByRole('button', { name: 'Pronto' }).click()
    await expect(marksOn(page, 'A lua')).toHaveAttribute('data-note', 'true')
  })

  await test.step('the list leads to a mark, and a bookmark of either page shows', async () => {
    await page.getByRole('button', { name: 'Marcar esta página' }).click()
    await page.getByRole('button', { name: 'Sumário' }).click()
    await page.getByRole('radio', { name: 'Anotações' }).check({ force: true })
    const list = page.getByRole('dialog', { name: 'Sumário' })
    await expect(list.getByRole('button', { name: /^Marcador · O gato O gato O gato subiu/ })).toBeVisible()
    await list.getByRole('button', { name: /De tijolo/ }).click()
    await expect(page.locator('.reader__chapter')).toHaveText('A lua')
    await expect(page.getByRole('button', { name: 'Desmarcar esta página' })).toBeVisible()
  })

  await test.step('a double click beside words zooms the page, also one whose words are in its body', async () => {
    const style = '<style>body { margin: 0; width: 600px; height: 800px; font: 24px serif }</style>'
    const head = `<head><title>Soltas</title><meta name="viewport" content="width=600, height=800"/>${style}</head>`
    const body = `<html xmlns="http://www.w3.org/1999/xhtml">${head}<body>Palavras soltas.</body></html>`
    await page.route(/c3\.xhtml$/, (route) => route.fulfill({ contentType: 'application/xhtml+xml', body }))
    await page.reload()
    await expect(framesOf(page)).toHaveCount(2)
    const { x, y } = middleOf(await boxOfText(page, 'soltas'))

    await page.mouse.dblclick(x, y + 300)

    await expect(page.locator('.reader__zoom')).toBeVisible()
    expect(await readSelections(page)).toEqual([])
  })
})

test('words of a zoomed page are selected by mouse and by a held finger, and a tap opens their mark', async ({
  browser,
  partner,
}) => {
  const page = await openBookOnDevice(browser, partner, { title: FIXED_BOOK, hasTouch: true, viewport: WIDE })
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect(framesOf(page)).toHaveCount(2)
  await framesOf(page).first().focus()
  for (const key of ['+', '+']) await page.keyboard.press(key)
  await expect(page.locator('.reader__zoom')).toBeVisible()
  const bar = page.getByRole('toolbar')
  const from = middleOf(await boxOfText(page, 'Boa'))

  await test.step('a mouse pans beside words, and selects from one on', async () => {
    await drag(page, { x: from.x, y: from.y + 100 }, { x: from.x + 60, y: from.y + 100 })
    await expect(bar).toHaveCount(0)
    const start = await boxOfText(page, 'Boa')
    const end = await boxOfText(page, 'noite')
    expect(start.x + start.width / 2 - from.x).toBeCloseTo(60, 0)
    await drag(page, { x: start.x + 1, y: from.y }, { x: end.x + end.width - 1, y: from.y })
    await expect(bar).toBeVisible()
    expect(await readSelections(page)).toEqual(['Boa noite'])
    await bar.getByRole('button', { name: 'Destacar em rosa' }).click()
    expect(distanceBetween(await boxOf(marksOn(page, 'A lua')), await boxOfText(page, 'Boa noite'))).toBeLessThan(2)
  })

  await test.step('a tap opens the mark, and another closes it', async () => {
    const { x, y } = middleOf(await boxOfText(page, 'Boa noite'))
    await page.touchscreen.tap(x, y)
    await expect(bar.getByRole('button', { name: 'Destacar em rosa' })).toHaveAttribute('aria-pressed', 'true')
    await page.touchscreen.tap(x, y + 200)
    await expect(bar).toHaveCount(0)
  })

  await test.step('a finger that is held selects a word, and extends it', async () => {
    const touch = await touchOf(page)
    const word = middleOf(await boxOfText(page, 'disse'))
    const next = await boxOfText(page, 'gato, e')
    await touch('touchStart', word)
    await expect.poll(() => readSelections(page)).toEqual(['disse'])
    await touch('touchMove', { x: next.x + next.width - 1, y: word.y })
    await expect.poll(() => readSelections(page)).toEqual(['disse o gato, e'])
    await touch('touchEnd')
    await expect(bar.getByRole('button', { name: 'Copiar' })).toBeVisible()
    await page.keyboard.press('0')
    await expect(bar).toHaveCount(0)
    expect(await readSelections(page)).toEqual([])
    expect(distanceBetween(await boxOf(marksOn(page, 'A lua')), await boxOfText(page, 'Boa noite'))).toBeLessThan(2)
  })

  await test.step('a tap follows a link', async () => {
    await page.keyboard.press('+')
    const link = middleOf(await boxOfText(page, 'De volta'))
    await page.mouse.move(link.x, link.y)
    await expect(page.locator('.reader__zoom')).toHaveCSS('cursor', 'pointer')
    await page.touchscreen.tap(link.x, link.y)
    await expect(page.locator('.reader__chapter')).toHaveText('Capa')
    await expect(page.locator('.reader__zoom')).toHaveCount(0)
  })

  await test.step('two fingers zoom a page', async () => {
    const touch = await touchOf(page)
    const width = async () => (await boxOf(framesOf(page))).width
    const whole = await width()
    const { x, y } = middleOf(await boxOf(framesOf(page)))
    const spread = (by: number) =>
      [
        { x, y: y - by },
        { x, y: y + by },
      ] as const
    await touch('touchStart', ...spread(40))
    for (let by = 50; by <= 100; by += 10) await touch('touchMove', ...spread(by))
    await touch('touchEnd')
    await expect.poll(width).toBeCloseTo(whole * 2.5, 0)
  })
  await page.context().close()
})

/** The pages on show. */
function framesOf(page: Page) {
  return page.locator('iframe[data-current]')
}

function marksOn(page: Page, title: string): Locator {
  return page.getByTitle(title).locator('+ .reader-frame__marks i')
}

/** The selected text of each page that has some. */
async function readSelections(page: Page): Promise<string[]> {
  const texts = await Promise.all(
    (await framesOf(page).all()).map((frame) =>
      frame
        .contentFrame()
        .locator('body')
        .evaluate(() => getSelection()!.toString()),
    ),
  )
  return texts.filter((text) => text !== '')
}

/** The box of words on the first visible page that has them, in the window. */
async function boxOfText(page: Page, text: string): Promise<Box> {
  for (const frame of await framesOf(page).all()) {
    const box = await frame
      .contentFrame()
      .locator('body')
      .evaluate((body, text) => {
        const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const node = texts.currentNode as Text
          const at = node.data.indexOf(text)
          if (at < 0) continue
          const range = body.ownerDocument.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + text.length)
          const [{ x, y, width, height }] = range.getClientRects() as unknown as [DOMRect]
          const { left, top, width: outer } = frameElement!.getBoundingClientRect()
          const scale = outer / innerWidth
          return { x: left + x * scale, y: top + y * scale, width: width * scale, height: height * scale }
        }
        return undefined
      }, text)
    if (box) return box
  }
  throw new Error(`No page has “${text}”`)
}

type Box = { x: number; y: number; width: number; height: number }

async function boxOf(element: Locator): Promise<Box> {
  let box: Box | null = null
  // A mark has none while it is drawn anew.
  await expect(async () => {
    box = await element.boundingBox()
    expect(box).not.toBeNull()
  }).toPass()
  return box!
}

/** How far apart the corners of two boxes are, at most. */
function distanceBetween(one: Box, other: Box): number {
  const corners = ({ x, y, width, height }: Box) => [x, y, x + width, y + height]
  const others = corners(other)
  return Math.max(...corners(one).map((corner, index) => Math.abs(corner - others[index]!)))
}

function middleOf({ x, y, width, height }: Box) {
  return { x: x + width / 2, y: y + height / 2 }
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, to.y, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.mouse.up()
}
