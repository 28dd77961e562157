import { chapterOf } from './hosts/chapter.ts'
import { touchOf } from './hosts/touch.ts'
import { openWebView, type WebView } from './hosts/web-view.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { LINK_OUT, LINKED_BOOK, SCROLLED_BOOK } from './service/library.ts'
import type { Partner } from './service/partner.ts'
import { expect, type Locator, type Page, test } from './test.ts'

const TOWER = 'Uma torre alta, vista do pátio.'

test('a picture opens over the page with its description, and zooms by key, wheel and double tap; a wide table or formula opens whole', async ({
  webView,
  page,
  partner,
}) => {
  await openPictures(webView, page, partner)
  const inPage = chapterOf(page).getByRole('img', { name: TOWER })
  const address = page.url()
  await test.step('on a dark page, black lines without a background are light, and other pictures are dimmed', async () => {
    await inPage.evaluate(async (picture: HTMLImageElement) => {
      const drawing = picture.cloneNode() as HTMLImageElement
      drawing.alt = 'Assinatura'
      drawing.src = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 18"><path d="M1 9h7v1H1z"/></svg>`
      picture.after(drawing)
      picture.insertAdjacentHTML(
        'afterend',
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Rubrica" width="9" height="18"><path d="M1 9h7v1H1z"/></svg>',
      )
      await drawing.decode()
    })
    const drawing = chapterOf(page).getByRole('img', { name: 'Assinatura' })
    const inline = chapterOf(page).getByRole('img', { name: 'Rubrica' })
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const one of [drawing, inline]) await expect(one).toHaveCSS('filter', 'invert(1) hue-rotate(180deg)')
    await expect(inPage).toHaveCSS('filter', 'brightness(0.85)')
    const { width, height } = page.viewportSize()!
    await drawing.evaluate((unread) => unread.removeAttribute('data-estante-dark-drawing'))
    await page.setViewportSize({ width: width - 1, height })
    await expect(drawing, 'also when it is laid out on one').toHaveCSS('filter', 'invert(1) hue-rotate(180deg)')
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(drawing).toHaveCSS('filter', 'none')
    for (const one of [drawing, inline]) await one.evaluate((added) => added.remove())
  })

  await inPage.click()

  const dialog = page.getByRole('dialog', { name: TOWER })
  const picture = dialog.getByRole('img', { name: TOWER })
  await expect(picture).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText(TOWER)).toBeVisible()
  await expectNoSeriousFaults(page, 'a picture')
  const width = async () => (await picture.boundingBox())!.width
  const whole = await width()
  expect(whole).toBeGreaterThan((await inPage.boundingBox())!.width)

  await page.keyboard.press('+')
  await expect.poll(width).toBeCloseTo(whole * 1.4, 0)
  await page.keyboard.press('-')
  await expect.poll(width).toBeCloseTo(whole, 0)
  await page.mouse.move(200, 300)
  await page.mouse.wheel(0, -300)
  await expect.poll(width).toBeGreaterThan(whole * 1.5)
  await page.mouse.dblclick(200, 400)
  await expect.poll(width).toBeCloseTo(whole, 0)
  await dialog.getByRole('button', { name: 'Ampliar' }).click()
  await expect.poll(width).toBeGreaterThan(whole)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // The history changes a moment after the screen.
  const hasEntry = () => page.evaluate(() => history.state?.isOver === true)
  await expect.poll(hasEntry).toBe(false)

  await inPage.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expect.poll(hasEntry).toBe(true)
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(page.url()).toBe(address)
  await expect(inPage).toBeInViewport()

  await chapterOf(page).getByRole('img', { name: 'O telhado.' }).click()
  const drawing = page.getByRole('dialog', { name: 'O telhado.' }).getByRole('img')
  await expect(drawing).toBeInViewport({ ratio: 1 })
  expect(await drawing.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(200)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await test.step('a tap at the edge of a picture in the middle of the page turns the page', async () => {
    await chapterOf(page)
      .locator('svg')
      .click({ position: { x: 10, y: 50 } })
    await expect(inPage).not.toBeInViewport()
    await page.getByRole('button', { name: 'Próxima página' }).click()
    await expect(inPage).toBeInViewport()
  })

  await test.step('a table that is wider than the page scrolls both ways', async () => {
    const table = chapterOf(page).getByRole('table')
    await table.focus()
    await expect(table.getByText('Marés do ano')).toBeInViewport()
    await expect(table).toHaveAttribute('aria-description', 'Abre ampliada')
    expect(await table.evaluate((element) => getComputedStyle(element, '::before').content)).toContain('Ampliar')
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog', { name: 'Marés do ano' })
    const opened = dialog.frameLocator('iframe')
    await expect(opened.getByRole('columnheader', { name: 'Observatório 14' })).toBeVisible()
    await expect(opened.getByText('Uma página com figuras.')).toHaveCount(0)
    const root = opened.locator('html')
    const { wide, lines } = await root.evaluate((html) => ({
      wide: html.scrollWidth / innerWidth,
      lines: html.querySelector('td')!.getClientRects()[0]!.height,
    }))
    expect(wide).toBeGreaterThan(3)
    expect(lines).toBeLessThan(80)
    const { x, y } = (await opened.getByRole('columnheader', { name: 'Observatório 1', exact: true }).boundingBox())!
    // Playwright's own mouse waits for an answer of every frame before a drag, also of those without scripts.
    const devTools = await page.context().newCDPSession(page)
    const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', by: number, buttons: 0 | 1) =>
      devTools.send('Input.dispatchMouseEvent', { type, x: x + by, y: y + 20, buttons, button: 'left', clickCount: 1 })
    await mouse('mouseMoved', 100, 0)
    await mouse('mousePressed', 100, 1)
    await mouse('mouseMoved', 20, 1)
    await mouse('mouseReleased', 20, 0)
    await expect.poll(() => root.evaluate(() => scrollX), 'panned by the mouse').toBe(80)
    expect(await root.evaluate(() => String(getSelection()))).toBe('')
    await page.keyboard.press('+')
    await expect.poll(() => root.evaluate((html) => html.scrollWidth / innerWidth)).toBeGreaterThan(wide)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('a formula that is wider than the page scrolls in it, turns no page and costs the chapter no style, and opens', async () => {
    await expect(page.locator('.picture')).toHaveCount(0)
    const chapter = page.frameLocator('iframe[data-current]')
    const formula = chapter.locator('math')
    const part = () =>
      page.locator('.reader__bar').evaluate((bar) => Number(bar.style.getPropertyValue('--reader-part')))
    await page.keyboard.press('Home')
    await expect.poll(part).toBeLessThan(0.21)
    await formula.focus()
    await expect.poll(part).toBe(1)
    const margin = await chapter
      .locator('body')
      .evaluate((body) => Number.parseFloat(getComputedStyle(body).paddingLeft))
    expect(margin).toBeGreaterThan(0)
    const scroller = chapter.locator('span.estante-scroller')
    expect(await formula.evaluate((math) => Number.parseFloat(getComputedStyle(math).fontSize))).toBeGreaterThan(10)
    await scroller.hover()
    await page.mouse.wheel(3000, 0)
    await expect
      .poll(() => scroller.evaluate((box) => Math.round(box.scrollWidth - box.clientWidth - box.scrollLeft)))
      .toBe(0)
    expect(await part()).toBe(1)
    await expect(page.getByText('Você leu até o fim')).toBeHidden()
    await formula.focus()
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog', { name: 'Fórmula' })
    const html = dialog.frameLocator('iframe').locator('html')
    await expect.poll(() => html.evaluate((root) => root.scrollWidth / innerWidth)).toBeGreaterThan(2)
    await page.keyboard.press('Escape')
    await expect(formula).toBeFocused()
    // The frame that the formula is in has the focus, too.
    await expect(page.locator('iframe[data-current]')).toBeFocused()

    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: width - 20, height })
    await expect(chapter.locator('html')).toHaveCSS('width', `${width - 20}px`)
    await expect(formula).toBeFocused()
  })
})

test('a pinch zooms a picture, a drag pans it, and a tap beside a link opens that', async ({ browser, partner }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const host = await openWebView(page)
  await host.open(await partner.openTitle('ebook', LINKED_BOOK))

  await test.step('a tap beside a link opens it, also at the edge of the page, unless it dismisses a selection', async () => {
    const link = (await chapterOf(page).getByRole('link').boundingBox())!
    const heading = chapterOf(page).getByRole('heading')
    await heading.evaluate((element) => element.ownerDocument.getSelection()!.selectAllChildren(element))
    await page.touchscreen.tap(link.x - 14, link.y + link.height / 2)
    await expect
      .poll(() => heading.evaluate(({ ownerDocument }) => ownerDocument.getSelection()!.isCollapsed))
      .toBe(true)
    await page.touchscreen.tap(link.x - 14, link.y + link.height / 2)
    const opened = () => host.events().filter(({ type }) => type === 'service:open-external')
    await expect.poll(opened).toEqual([{ type: 'service:open-external', url: LINK_OUT }])
  })

  await goToPictures(page)
  await chapterOf(page).getByRole('img', { name: TOWER }).tap()
  const picture = page.getByRole('dialog', { name: TOWER }).getByRole('img')
  await expect(picture).toBeInViewport({ ratio: 1 })
  const box = async () => (await picture.boundingBox())!
  const whole = await box()
  const send = await touchOf(page)
  const touch = (type: Parameters<typeof send>[0], ...points: [x: number, y: number][]) =>
    send(type, ...points.map(([x, y]) => ({ x, y })))

  await touch('touchStart', [195, 380], [195, 460])
  for (let by = 20; by <= 120; by += 20) await touch('touchMove', [195, 380 - by], [195, 460 + by])
  await touch('touchEnd')
  await expect.poll(async () => (await box()).height).toBeGreaterThan(whole.height * 2)
  const { y } = await box()
  await touch('touchStart', [195, 400])
  for (let by = 10; by <= 80; by += 10) await touch('touchMove', [195, 400 + by])
  await touch('touchEnd')

  await expect.poll(async () => (await box()).y - y).toBeGreaterThan(50)

  await test.step('a drag scrolls a wide formula, and turns no page', async () => {
    await page.keyboard.press('Escape')
    await chapterOf(page).locator('math').focus()
    const scroller = chapterOf(page).locator('span.estante-scroller')
    await expect(scroller).toBeInViewport({ ratio: 0.99 })
    const formula = (await scroller.boundingBox())!
    const middle = formula.y + formula.height / 2
    await touch('touchStart', [300, middle])
    for (let by = 20; by <= 200; by += 20) await touch('touchMove', [300 - by, middle])
    await touch('touchEnd')
    await expect.poll(() => scroller.evaluate((box) => box.scrollLeft)).toBeGreaterThan(100)
    await expect(page.getByText('Você leu até o fim')).toBeHidden()
    await expect(scroller).toBeInViewport({ ratio: 0.99 })

    await page.getByRole('button', { name: 'Aparência' }).click()
    await page.getByRole('radio', { name: 'Rolagem' }).check({ force: true })
    await page.keyboard.press('Escape')
    await expect(chapterOf(page).locator('html')).toHaveCSS('overflow-y', 'auto')
    await scroller.scrollIntoViewIfNeeded()
    const { y } = (await scroller.boundingBox())!
    await touch('touchStart', [300, y + 30])
    for (let by = 20; by <= 120; by += 20) await touch('touchMove', [300, y + 30 + by])
    await touch('touchEnd')
    await expect.poll(async () => (await scroller.boundingBox())!.y - y).toBeGreaterThan(50)
  })
  await context.close()
})

test('a picture or a sheet whose code the service no longer has offers to reload the book, and then opens', async ({
  webView,
  page,
  partner,
}) => {
  const viewer = /\/assets\/picture-viewer-.+\.js$/
  const sheets = /\/assets\/reader-sheets-.+\.js$/
  const failed = page.getByRole('status').getByText('Isto não abriu.')
  await page.route(sheets, (route) => route.fulfill({ status: 404 }))
  await webView.open(await partner.openTitle('ebook', LINKED_BOOK))
  await page.getByRole('button', { name: 'Sumário' }).click()
  await expect(failed).toBeVisible()
  await page.unroute(sheets)
  await page.route(viewer, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'Recarregar' }).click()
  await expect(failed).toBeHidden()
  await goToPictures(page)
  const picture = chapterOf(page).getByRole('img', { name: TOWER })
  await picture.focus()

  await page.keyboard.press('Enter')

  await expect(failed).toBeVisible()
  await page.unroute(viewer)
  await page.getByRole('button', { name: 'Recarregar' }).click()
  await picture.click()
  await expect(page.getByRole('dialog', { name: TOWER })).toBeVisible()
})

test('a sheet and a picture whose code is on its way show that, and then open', async ({ webView, page, partner }) => {
  const code = Promise.withResolvers<void>()
  await page.route(/\/assets\/(reader-sheets|picture-viewer)-.+\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await webView.open(await partner.openTitle('ebook', LINKED_BOOK))
  const waiting = page.locator('.reader__busy')
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await chapterOf(page).getByRole('img', { name: TOWER }).click()
  await expect(waiting).toHaveCount(1)
  await page.getByRole('button', { name: 'Sumário' }).click()
  await expect(waiting).toHaveCount(2)

  code.resolve()

  await expect(page.getByRole('dialog')).not.toHaveCount(0)
  await expect(waiting).toHaveCount(0)
})

test('a page of fixed layout zooms in place, the next one is shown whole, and two face each other in a wide window', async ({
  webView,
  page,
  partner,
}) => {
  await webView.open(await partner.openTitle('ebook', SCROLLED_BOOK))
  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('button', { name: 'Estampa' }).click()
  const frame = page.locator('iframe[data-current]')
  const picture = chapterOf(page).getByRole('img')
  await expect(picture).toBeInViewport({ ratio: 0.99 })
  const width = async () => (await frame.boundingBox())!.width
  const whole = await width()
  const room = (await page.locator('.reader__pages').boundingBox())!
  const middle = [room.x + room.width / 2, room.y + room.height / 2] as const

  await page.mouse.dblclick(...middle)
  await expect.poll(width).toBeCloseTo(whole * 2.5, 0)
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(whole * 3)
  const before = (await frame.boundingBox())!.x
  await page.mouse.move(...middle)
  await page.mouse.down()
  await page.mouse.move(middle[0] + 60, middle[1], { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await frame.boundingBox())!.x - before).toBeGreaterThan(40)
  await page.keyboard.press('Escape')
  await expect.poll(width).toBeCloseTo(whole, 0)
  await page.keyboard.press('+')
  await page.getByRole('button', { name: 'Página anterior' }).click()
  await expect(chapterOf(page).getByText('Parágrafo 60')).toBeInViewport()
  await page.getByRole('button', { name: 'Próxima página' }).click()

  await expect(picture).toBeInViewport({ ratio: 0.99 })
  await expect.poll(width).toBeCloseTo(whole, 0)

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(frame).toHaveCount(2)
  const boxes = async () => Promise.all((await frame.all()).map(async (one) => (await one.boundingBox())!))
  const [left, right] = (await boxes()).sort((one, other) => one.x - other.x)
  expect(left!.x + left!.width).toBeCloseTo(640, 0)
  expect(right!.x).toBeCloseTo(640, 0)
  const bar = (await page.locator('.reader__tools').boundingBox())!
  expect(left!.y).toBeGreaterThanOrEqual(bar.y + bar.height)
  await page.keyboard.press('+')
  await expect
    .poll(async () => (await boxes()).map(({ width }) => (width / left!.width).toFixed(2)))
    .toEqual(['1.40', '1.40'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect(page.getByText('Você leu até o fim')).toBeVisible()
})

test('no single-character key zooms for a member who turned them off; buttons and taps do', async ({
  webView,
  page,
  partner,
}) => {
  await webView.open(await partner.openBooks('/perfil'))
  await page.getByRole('checkbox', { name: 'Atalhos de uma letra' }).uncheck({ force: true })
  await openPictures(webView, page, partner)
  await chapterOf(page).getByRole('img', { name: TOWER }).click()
  const dialog = page.getByRole('dialog', { name: TOWER })
  const picture = dialog.getByRole('img', { name: TOWER })
  await expect(picture).toBeInViewport({ ratio: 1 })
  const widthOf = async (element: Locator) => (await element.boundingBox())!.width
  const whole = await widthOf(picture)

  await page.keyboard.press('+')
  await dialog.getByRole('button', { name: 'Ampliar' }).click()

  await expect.poll(() => widthOf(picture)).toBeCloseTo(whole * 1.4, 0)
  await webView.open(await partner.openTitle('ebook', SCROLLED_BOOK))
  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('button', { name: 'Estampa' }).click()
  await expect(chapterOf(page).getByRole('img')).toBeInViewport({ ratio: 0.99 })
  const frame = page.locator('iframe[data-current]')
  const fitted = await widthOf(frame)
  const room = (await page.locator('.reader__pages').boundingBox())!
  await page.keyboard.press('+')
  await page.mouse.dblclick(room.x + room.width / 2, room.y + room.height / 2)
  await expect.poll(() => widthOf(frame)).toBeCloseTo(fitted * 2.5, 0)
})

async function openPictures(webView: WebView, page: Page, partner: Partner) {
  await webView.open(await partner.openTitle('ebook', LINKED_BOOK))
  await goToPictures(page)
}

async function goToPictures(page: Page) {
  await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect(chapterOf(page).getByRole('heading', { name: 'Dois' })).toBeInViewport()
}
