import { openBook, replaceChapters } from './hosts/book.ts'
import { chapterOf } from './hosts/chapter.ts'
import { expect, test } from './test.ts'

test('a table wider than the page keeps its caption and its hint above it, its words whole, and its formulas within the margins', async ({
  webView,
  page,
  partner,
}) => {
  const fenced = (inside: string) => `<mrow><mo fence="true">{</mo>${inside}<mo fence="true">}</mo></mrow>`
  const column = fenced(`<mtable>${'<mtr><mtd><mn>−65</mn></mtd></mtr>'.repeat(5)}</mtable>`)
  const tableOf = (columns: number, margin: number) =>
    `<table><caption>Matriz</caption><tbody><tr><td><p style="margin: 0 ${margin}px">
    <math xmlns="http://www.w3.org/1998/Math/MathML">${fenced(column.repeat(columns))}</math></p></td><td>Posto</td></tr></tbody></table>`
  const heights = [460, 480, 500, 520, 540, 560]
  const chapters = heights.map(
    (height) => `<div style="break-before: page; height: ${height}px">Texto</div>${tableOf(6, 12)}`,
  )
  chapters.push(tableOf(3, 45))
  const words = ['Minuano', 'extraordinariamente', '1.234,50', 'extraordinariamente']
  const address = ['https://exemplo.com.br/uma/pagina/de/nome/comprido', 'Endereço']
  for (const cells of [words, address]) {
    const row = cells.map((cell) => `<td>${cell}</td>`).join('')
    chapters.push(`<table><caption>Ventos</caption><tbody><tr>${row}</tr></tbody></table>`)
  }
  const ofOwnWidth = `<table id="fixed" style="width: 600px"><tr><td>Vento</td><td>
    <table style="width: 600px"><tr><td>Alísio</td><td>Terral</td></tr></table></td></tr></table>
    <table id="indented" style="width: 100%; margin-left: 22px"><tr><td>Brisa</td></tr></table><hr style="width: 600px"/>
    <div class="padded" style="width: 100%; margin-left: 10px; padding: 0 20px; border: 1px solid">Ventos do litoral</div>`
  const headed =
    '<table class="headed"><thead><tr><th>Vento</th></tr></thead><tbody><tr><td>Minuano<br/>Terral<br/>Pampeiro</td></tr></tbody></table>'
  const headedPages = Array.from({ length: 8 }, (_, index) => {
    return `<div style="break-before: page; height: ${480 + index * 20}px">Texto</div>${headed}`
  })
  const body = [...chapters, ofOwnWidth, ...headedPages].join('')
  await replaceChapters(page, body, 'table:not(.headed) td { border: 2px solid; padding: 8px }')
  await page.setViewportSize({ width: 360, height: 740 })

  await openBook(webView, partner)

  const tables = await chapterOf(page)
    .locator('table:has(caption)')
    .evaluateAll((all: HTMLTableElement[]) => {
      const pageOf = ({ left }: DOMRect) => Math.floor(left / innerWidth)
      const linesOf = (cell: Element) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getClientRects().length
      }
      const margin = Number.parseFloat(getComputedStyle(document.body).paddingRight)
      return all.map((table) => {
        const boxes = [...table.getClientRects()]
        return {
          wide: table.dataset.estanteWide,
          caption: pageOf(table.caption!.getBoundingClientRect()),
          hint: pageOf(boxes[0]!),
          words: linesOf(table.rows[0]!.cells[1]!),
          row: pageOf(table.rows[0]!.getBoundingClientRect()),
          pastMargin: Math.max(...boxes.map((box) => Math.round(box.right - (pageOf(box) + 1) * innerWidth + margin))),
        }
      })
    })
  expect(tables).toHaveLength(chapters.length)
  for (const { wide, caption, hint, row, words, pastMargin } of tables) {
    expect(wide).toBeDefined()
    expect([caption, hint]).toEqual([row, row])
    expect(words).toBe(1)
    expect(pastMargin).toBeLessThanOrEqual(1)
  }
  const pastMargins = await chapterOf(page)
    .locator('table:not(:has(caption), .headed), hr, .padded')
    .evaluateAll((all) => {
      const margin = Number.parseFloat(getComputedStyle(document.body).paddingRight)
      return all.map((one) => {
        const { left, right } = one.getBoundingClientRect()
        return Math.round(right - (Math.floor(left / innerWidth) + 1) * innerWidth + margin)
      })
    })
  expect(pastMargins).toHaveLength(5)
  // A rule has borders.
  for (const pastMargin of pastMargins) expect(pastMargin).toBeLessThanOrEqual(2)

  await test.step('the head of a table stays with its first row', async () => {
    const pages = await chapterOf(page)
      .locator('.headed tr')
      .evaluateAll((rows) => rows.map((row) => Math.floor(row.getBoundingClientRect().left / innerWidth)))
    const of = (parity: number) => pages.filter((_, index) => index % 2 === parity)
    expect(of(0)).toEqual(of(1))
    expect(Math.max(...pages) - Math.min(...pages), 'some begin on the page after').toBeGreaterThanOrEqual(
      headedPages.length,
    )
  })

  for (const opened of ['table', 'math[data-estante-opens]']) {
    await test.step(`a ${opened} opens in the middle of the screen, with its formulas within the lines of its cell`, async () => {
      await chapterOf(page).locator(opened).first().focus()
      await page.keyboard.press('Enter')

      const cell = page.getByRole('dialog').frameLocator('iframe').locator('td').first()
      await expect(cell).toBeVisible()
      await expect.poll(() => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      const offMiddle = () =>
        cell.evaluate((td) => {
          const { left, right, top, bottom } = td.closest('table')!.getBoundingClientRect()
          const isWide = right > innerWidth
          return [isWide ? 0 : left + right - innerWidth, top + bottom - innerHeight].map((off) =>
            Math.round(Math.abs(off)),
          )
        })
      await expect.poll(offMiddle).toEqual([0, 0])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    })
  }

  await test.step('a key pressed right after one was closed opens the next', async () => {
    await chapterOf(page).locator('table').first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Matriz' }).locator('iframe[data-drawn]')).toBeVisible()

    await page.evaluate(async () => {
      const documentOf = (frame: string) => document.querySelector<HTMLIFrameElement>(frame)!.contentDocument!
      const press = (key: string, target: Node) =>
        target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      press('Escape', documentOf('dialog iframe'))
      // Not a frame: the dialog reports that it was closed with the next one.
      await new Promise((resolve) => setTimeout(resolve))
      press('Enter', documentOf('iframe[data-current]').querySelector('math[data-estante-opens]')!)
    })

    await expect(page.getByRole('dialog', { name: 'Fórmula' })).toBeVisible()
  })
})

test('a tap at the edge of a table that continues on the next page turns the page', async ({
  webView,
  page,
  partner,
}) => {
  const row = `<tr>${'<td>extraordinária</td>'.repeat(3)}</tr>`
  await replaceChapters(page, `<table>${row.repeat(60)}</table>`)
  await page.setViewportSize({ width: 360, height: 600 })
  await openBook(webView, partner)
  const table = chapterOf(page).locator('table')
  await expect(table).toHaveAttribute('data-estante-wide', /tight|small/)
  const onPages = () =>
    table.evaluate((element) => [...element.getClientRects()].map(({ left }) => Math.floor(left / innerWidth)))
  await expect.poll(async () => (await onPages()).slice(0, 3)).toEqual([0, 1, 2])

  await page.mouse.click(320, 400)

  await expect.poll(async () => (await onPages()).slice(0, 3)).toEqual([-1, 0, 1])
  await expect(page.getByRole('dialog')).toBeHidden()
})
