import { fileURLToPath } from 'node:url'
import { chapterAnswer, openBook, openBookOnDevice, replaceChapters, untilAnswersRead } from './hosts/book.ts'
import { chapterOf, readChapter, visibleText } from './hosts/chapter.ts'
import { touchOf } from './hosts/touch.ts'
import type { WebView } from './hosts/web-view.ts'
import { ONE_FILE_BOOK, SCROLLED_BOOK } from './service/library.ts'
import type { Partner } from './service/partner.ts'
import { expect, type Page, test } from './test.ts'

const CHAPTER_COUNTS_AFTER_MS = 5000
const PHONE = { width: 390, height: 844 }
const LATE_TYPEFACE = fileURLToPath(
  new URL('../node_modules/@fontsource/literata/files/literata-latin-700-italic.woff2', import.meta.url),
)
/** Pages turned on each screen. */
const MAX_PAGES = 6

/** Whether an address is that of a chapter: signed, and no list of chapters. */
const isChapter = (url: string) => /\/play\/v1\/media\/.+\.xhtml$/.test(url)

test.describe('reading', () => {
  test('shows a page of the book, counts its chapter, turns it both ways, and resumes at the same page through a new link', async ({
    host,
    partner,
  }) => {
    const openedAt = performance.now()
    await openBook(host, partner)
    await expect(chapterOf(host.view).getByRole('heading', { name: 'A casa branca' })).toBeInViewport()

    await test.step('counts a chapter in the report once it was on screen for five seconds', async () => {
      await expect.poll(() => partner.usage().then(({ totals }) => totals.readingChapters)).toBe(1)

      expect(performance.now() - openedAt).toBeGreaterThan(CHAPTER_COUNTS_AFTER_MS)
      const { totals, users } = await partner.usage()
      expect(totals).toEqual({ activeUsers: 1, titlesStarted: 1, listeningSeconds: 0, readingChapters: 1 })
      expect((await partner.member('ana')).lastActivityAt).toBe(users[0]!.lastActivityAt)
    })

    const first = await visibleText(host.view)

    await host.view.getByRole('button', { name: 'Próxima página' }).click()
    await expect.poll(() => visibleText(host.view)).not.toBe(first)
    await host.view.getByRole('button', { name: 'Página anterior' }).click()

    await expect.poll(() => visibleText(host.view)).toBe(first)

    await host.view.getByRole('button', { name: 'Sumário' }).click()
    await host.view.getByRole('button', { name: 'O que a chuva sabia' }).click()
    await expect(chapterOf(host.view).getByRole('heading', { name: 'O que a chuva sabia' })).toBeInViewport()
    const start = await visibleText(host.view)
    await host.view.getByRole('button', { name: 'Próxima página' }).click()
    await expect.poll(() => visibleText(host.view)).not.toBe(start)
    const left = await visibleText(host.view)
    await host.view.getByRole('button', { name: 'Voltar', exact: true }).click()
    await expect(host.view.getByRole('heading', { level: 1, name: 'E-books' })).toBeVisible()

    await openBook(host, partner)

    await expect.poll(() => visibleText(host.view)).toBe(left)
  })

  test('requests the first chapter and its typeface once, before the reader is loaded', async ({
    webView,
    page,
    partner,
  }) => {
    const path = await partner.pathOf('ebook', 'O farol de sal')
    const link = await partner.openBooks(path)
    const chapters: string[] = []
    const typefaces: string[] = []
    const chapterRequest = page.waitForRequest(
      (request) => request.resourceType() === 'document' && isChapter(request.url()),
    )
    const typefaceRequest = page.waitForRequest(/literata.+-400-normal-portuguese.+\.woff2$/)
    page.on('request', (request) => isChapter(request.url()) && chapters.push(request.url()))
    page.on('request', (request) => /\.woff2$/.test(request.url()) && typefaces.push(request.url()))
    await page.route(/\/reader-screen-.+\.js$/, async (route) => {
      await chapterRequest
      await route.continue()
    })
    // No script runs before the styles are there: the typeface is requested while the application waits.
    await page.route(/\/reader-screen-.+\.css$/, async (route) => {
      await typefaceRequest
      await route.continue()
    })

    await page.addInitScript(loadBetweenSteps)

    await webView.open(link)

    await expect(chapterOf(page).getByRole('heading', { name: 'A casa branca' })).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
    // On a busy machine also for typefaces that come later.
    expect(await page.evaluate(() => (window as LayoutWindow).laidOutAgain?.[0])).toBe('before it is shown')
    const first = (await chapterRequest).url()
    expect(chapters.filter((url) => url === first)).toHaveLength(1)
    expect(new Set(typefaces)).toHaveProperty('size', typefaces.length)
    const [applicationEnd, typefaceStart] = await page.evaluate(() => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const [application, typeface] = ['/application-', '/literata-'].map((part) =>
        resources.find(({ name }) => name.includes(part)),
      )
      return [application!.responseEnd, typeface!.startTime]
    })
    expect(typefaceStart, 'the application comes first').toBeGreaterThan(applicationEnd!)
    // The heading is bold, and no text before the first page is italic.
    await expect
      .poll(() => typefaces.map((url) => /-(400|700)-(normal|italic)(-portuguese)?/.exec(url)?.[0]))
      .toEqual(['-400-normal-portuguese', '-700-normal-portuguese', '-400-italic'])
    await expect(page.locator('iframe')).not.toHaveCount(0)
    await expect(page.locator('body > iframe')).toHaveCount(0)
  })

  test('turns pages by keyboard only, and stays on its page through any change of the view', async ({
    webView,
    page,
    partner,
  }) => {
    await webView.open(`${await partner.openTitle('ebook', 'O farol de sal')}&closable=1`)
    await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()

    await test.step('the buttons of the bars have room on a phone, also enlarged, and in a narrow frame all but the audiobook', async () => {
      const bars = page.locator('.reader__tools, .reader__foot')
      const targets = bars.locator('button, a').filter({ visible: true })
      for (const [width, height, count] of [
        [180, 370, 10],
        [280, 740, 9],
        [360, 740, 10],
      ] as const) {
        await page.setViewportSize({ width, height })
        await expect(targets).toHaveCount(count)
        for (const target of await targets.all()) {
          await expect(target).toBeInViewport({ ratio: 1 })
          expect((await target.boundingBox())!.width).toBeGreaterThanOrEqual(44)
        }
      }
      await expect(page.getByRole('heading', { level: 1, name: 'O farol de sal' })).toBeAttached()
    })

    const first = await visibleText(page)
    const announced = page.getByRole('status').filter({ hasText: /\d% · / })
    await test.step('the keyboard turns it both ways, and a screen reader says what is left', async () => {
      await expect(announced).toHaveCount(0)
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => visibleText(page)).not.toBe(first)
      await expect(announced).toHaveText(/^\d+% · Faltam? \d+ páginas? no capítulo$/)
      const second = (await announced.textContent())!
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => visibleText(page)).toBe(first)
      await expect(announced).not.toHaveText(second)
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => visibleText(page)).not.toBe(first)
    })

    await test.step('it comes back from a view without width, and from a phone that slept', async () => {
      const left = await visibleText(page)
      const pages = page.locator('.reader__pages')
      const drawn = () =>
        page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

      await pages.evaluate((element) => element.style.setProperty('width', '0'))
      await drawn()
      await pages.evaluate((element) => element.style.setProperty('width', ''))
      await drawn()
      const afterWidth = await visibleText(page)
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('Page.setWebLifecycleState', { state: 'frozen' })
      await devTools.send('Page.setWebLifecycleState', { state: 'active' })
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await drawn()

      expect(afterWidth).toBe(left)
      expect(await visibleText(page)).toBe(left)
    })

    await test.step('it stays while a selection is drawn over the edge', async () => {
      const root = chapterOf(page).locator('html')
      await expect.poll(() => root.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
      const before = await root.evaluate(({ scrollLeft }) => scrollLeft)

      await root.evaluate((element) => {
        document.getSelection()?.selectAllChildren(document.body)
        element.scrollLeft += innerWidth * 0.8
      })

      await expect.poll(() => root.evaluate(({ scrollLeft }) => scrollLeft)).toBe(before)
      expect(await root.evaluate(() => document.getSelection()?.toString().length)).toBeGreaterThan(100)
      await root.evaluate(() => document.getSelection()?.removeAllRanges())
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => visibleText(page)).toBe(first)
    })

    await test.step('the keyboard goes on from one chapter into the next', async () => {
      await chapterOf(page).locator('p').first().click()
      await page.keyboard.press('End')
      const heading = page.locator('.reader__chapter')
      const title = await heading.innerText()

      await page.keyboard.press('ArrowRight')
      await expect(heading).not.toHaveText(title)
      await expect(announced).toHaveText(new RegExp(`^${await heading.innerText()} · `))
      const start = await visibleText(page)
      const focused = () => page.evaluate(() => document.activeElement?.closest('[inert]') ?? null)
      expect(await focused()).toBeNull()
      await page.keyboard.press('ArrowRight')

      await expect.poll(() => visibleText(page)).not.toBe(start)
      await page.keyboard.press('Tab')
      expect(await focused()).toBeNull()
    })

    await test.step('a chapter without links has a ring when Tab leads to it, until it is read on', async () => {
      const frame = page.locator('iframe[data-current]')
      const ring = () =>
        page.locator('.reader__pages').evaluate((pages) => getComputedStyle(pages, '::after').outlineStyle)
      const toPage = async () => {
        await page.locator('.reader__tools').locator('button, a').filter({ visible: true }).last().focus()
        await page.keyboard.press('Tab')
        await expect(frame).toBeFocused()
      }

      await toPage()
      await expect.poll(ring).toBe('solid')
      const start = await visibleText(page)
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => visibleText(page)).not.toBe(start)
      await expect(frame).toBeFocused()
      expect(await ring()).toBe('none')

      await toPage()
      await expect.poll(ring).toBe('solid')
      await page.keyboard.press('Tab')
      await expect(frame).not.toBeFocused()
      expect(await ring()).toBe('none')
      await page.locator('.reader__pages').click()
      await expect(frame).toBeFocused()
      expect(await ring()).toBe('none')
    })
  })

  test('scrolls by wheel and by touch as soon as it is chosen, from below the bar', async ({
    webView,
    page,
    partner,
  }) => {
    await page.setViewportSize(PHONE)
    await openScrolled(webView, partner)

    await test.step('the chapter begins below the bar', async () => {
      const tools = page.locator('.reader__tools')
      const lines = () => page.locator('iframe[data-current]').boundingBox()

      for (const viewport of [PHONE, { width: 820, height: 1180 }]) {
        await page.setViewportSize(viewport)
        await expect(tools).toHaveCSS('opacity', '1')
        await expect.poll(async () => (await lines())?.width).toBe(viewport.width)
        const bar = (await tools.boundingBox())!
        const highlighted = (await lines())!
        await page.mouse.click(viewport.width / 2, viewport.height / 2)
        await expect(tools).toHaveCSS('opacity', '0')

        expect(highlighted.y).toBeGreaterThanOrEqual(bar.y + bar.height)
        expect(await lines()).toEqual(highlighted)
        await page.mouse.click(viewport.width / 2, viewport.height / 2)
      }
    })

    await page.setViewportSize(PHONE)
    const scrolled = () =>
      chapterOf(page)
        .locator('html')
        .evaluate((root) => root.scrollTop)
    const { width, height } = page.viewportSize()!
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

    await page.mouse.move(width / 2, height / 2)
    await page.mouse.wheel(0, 200)
    await expect.poll(scrolled).toBeGreaterThan(100)
    const byWheel = await scrolled()
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const touch = await touchOf(page)
    await touch('touchStart', { x: width / 2, y: 600 })
    for (let y = 580; y >= 300; y -= 20) await touch('touchMove', { x: width / 2, y })
    await touch('touchEnd')

    await expect.poll(scrolled).toBeGreaterThan(byWheel + 100)

    await test.step('vertical lines to the left, by a wheel with one direction and by a sideways stroke', async () => {
      await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
      await replaceChapters(page, '<p>Um parágrafo.</p>'.repeat(90), 'body { writing-mode: vertical-rl }')
      await openScrolled(webView, partner)
      const leftwards = () =>
        chapterOf(page)
          .locator('html')
          .evaluate((root) => Math.abs(root.scrollLeft))

      await page.keyboard.press('Home')
      await expect.poll(leftwards).toBe(0)

      await page.mouse.move(width / 2, height / 3)
      await page.mouse.wheel(-150, 0)
      await expect.poll(leftwards).toBe(150)
      await page.mouse.wheel(0, 200)
      await expect.poll(leftwards).toBe(350)
    })
  })

  test('follows a drag, and settles on a page, and turns one with a tap', async ({ browser, partner }) => {
    const page = await openBookOnDevice(browser, partner, {
      reducedMotion: 'no-preference',
      hasTouch: true,
      viewport: PHONE,
    })
    const root = chapterOf(page).locator('html')
    const scrolled = () => root.evaluate(({ scrollLeft }) => scrollLeft)
    const touch = await touchOf(page)

    await touch('touchStart', { x: 300, y: 400 })
    for (let x = 290; x >= 200; x -= 10) await touch('touchMove', { x, y: 400 })
    await expect.poll(scrolled).toBe(100)
    for (let x = 210; x <= 290; x += 10) await touch('touchMove', { x, y: 400 })
    await touch('touchEnd')
    await expect.poll(scrolled).toBe(0)
    await touch('touchStart', { x: 300, y: 400 })
    // Past the middle a page is turned at any speed.
    for (let x = 290; x >= 60; x -= 10) await touch('touchMove', { x, y: 400 })
    await touch('touchEnd')

    await expect.poll(scrolled).toBe(PHONE.width)

    await test.step('turns a page when the finger is lifted, and no second one on the click', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.keyboard.press('ArrowLeft')
      await expect.poll(scrolled).toBe(0)
      // A scriptless frame runs no listeners of its own.
      await page.evaluate(() => {
        const chapter = document.querySelector<HTMLIFrameElement>('iframe[data-current]')!.contentDocument!
        Object.assign(window, { clicks: 0 })
        chapter.addEventListener('click', () => ((window as unknown as { clicks: number }).clicks += 1))
      })
      // A focused toolbar stays visible.
      await page.getByRole('button', { name: 'Aparência' }).focus()

      await page.touchscreen.tap(PHONE.width - 40, 400)
      await expect.poll(scrolled).toBe(PHONE.width)
      await expect(page.locator('.reader__tools')).toHaveCSS('opacity', '0')
      await page.touchscreen.tap(40, 400)
      await expect.poll(scrolled).toBe(0)
      await page.touchscreen.tap(PHONE.width / 2, 400)

      await expect(page.locator('.reader__tools')).toHaveCSS('opacity', '1')
      expect(await scrolled()).toBe(0)
      expect(await page.evaluate(() => (window as unknown as { clicks: number }).clicks)).toBe(1)
    })
    await page.context().close()
  })
})

test('a book in one file shows the current chapter, and how much of it is left, and is left at once', async ({
  webView,
  page,
  partner,
}) => {
  await openBook(webView, partner, ONE_FILE_BOOK)
  await page.setViewportSize({ width: 800, height: 840 })
  for (const next of ['no livro', 'páginas']) {
    await page.getByRole('button', { name: 'Mostrar outra medida' }).click()
    await expect(page.locator('.reader__numbers')).toContainText(next)
  }
  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('button', { name: /^VII / }).click()
  const foot = page.locator('.reader__foot')
  const bar = foot.locator('.reader__bar')
  await expect(foot).toContainText(/^VII\D/)
  const titles: string[] = []
  const left: number[] = []
  do {
    const [title = '', numbers = ''] = (await foot.innerText()).split('\n')
    titles.push(title)
    const [numeral] = await visibleText(page).then((pageText) => /(?<=do capítulo )[IVX]+/.exec(pageText)!)
    if (titles.length > 1) expect(title, 'the chapter at the top of the page').toBe(numeral)
    if (title === 'VIII') left.push(Number(/Faltam? (\d+)/.exec(numbers)?.[1] ?? 0))
    const part = (await bar.getAttribute('style'))!
    await page.getByRole('button', { name: 'Próxima página' }).click()
    // The foot is drawn after the page.
    await expect(bar).not.toHaveAttribute('style', part)
  } while (!(await foot.innerText()).startsWith('IX'))

  expect(new Set(titles)).toEqual(new Set(['VII', 'VIII']))
  expect(left.length).toBeGreaterThan(3)
  expect(left.slice(1)).toEqual(left.slice(0, -1).map((pages) => pages - 1))
  expect(left.at(-1)).toBe(0)
  await page.getByRole('button', { name: 'Sumário' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^IX / })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await test.step('the bars fit low windows and cover no line there', async () => {
    const tools = page.locator('.reader__tools')

    // A phone in landscape, one at twice the size, and a small frame of a host.
    for (const viewport of [
      { width: 740, height: 360 },
      { width: 640, height: 400 },
      { width: 336, height: 450 },
    ]) {
      await page.setViewportSize(viewport)
      await expect(tools).toBeInViewport({ ratio: 1 })
      await expect(async () => expect(await linesCovered(page)).toBe(0)).toPass()

      const before = await visibleText(page)
      await page.mouse.click(viewport.width - 20, 150)
      await expect.poll(() => visibleText(page)).not.toBe(before)
      // The turn has left the tools: without their row, the next page would begin with lines of the last one.
      await expect(tools).toBeInViewport({ ratio: 1 })
      await page.mouse.click(viewport.width / 2, 150)
      await expect(tools).toHaveCSS('height', '0px')
      await expect(async () => expect(await linesCovered(page)).toBe(0)).toPass()
      await page.mouse.click(viewport.width / 2, 150)
    }
  })

  await test.step('a long chapter ends at once when it is left', async () => {
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 })))
    await page.evaluate(() => {
      const view = document.querySelector('iframe')!.contentWindow as Window & typeof globalThis
      const { getClientRects } = view.Range.prototype
      Object.assign(window, { boxesRead: 0 })
      view.Range.prototype.getClientRects = function () {
        ;(window as unknown as { boxesRead: number }).boxesRead += 1
        return getClientRects.call(this)
      }
    })

    await page.getByRole('button', { name: 'Voltar', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'E-books' })).toBeVisible()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

    expect(await page.evaluate(() => (window as unknown as { boxesRead: number }).boxesRead)).toBe(0)
  })
})

test('a book declared as scrolled is, until the member chooses pages', async ({ webView, page, partner }) => {
  await openBook(webView, partner, SCROLLED_BOOK)
  const root = chapterOf(page).locator('html')
  const screens = () => root.evaluate((html) => [html.scrollWidth / innerWidth, html.scrollHeight / innerHeight])
  const [width = 0, height = 0] = await screens()
  const bar = (await page.locator('.reader__tools').boundingBox())!
  expect((await page.locator('iframe[data-current]').boundingBox())!.y).toBeGreaterThanOrEqual(bar.y + bar.height)

  await page.getByRole('button', { name: 'Aparência' }).click()
  const flow = page.getByRole('group', { name: 'Como virar' })
  await expect(flow.getByRole('radio', { name: 'Do livro' })).toBeChecked()
  await flow.getByRole('radio', { name: 'Páginas' }).check()

  expect(width).toBe(1)
  expect(height).toBeGreaterThan(2)
  await expect.poll(async () => (await screens())[0]).toBeGreaterThan(2)
  await openBook(webView, partner, SCROLLED_BOOK)
  await expect.poll(async () => (await screens())[0]).toBeGreaterThan(2)

  await test.step('a picture that is a page of its own fills the screen, and says what it shows', async () => {
    await page.getByRole('button', { name: 'Sumário' }).click()
    await page.getByRole('button', { name: 'Estampa' }).click()

    const picture = chapterOf(page).getByRole('img', { name: 'Uma torre alta.' })
    await expect(picture).toBeInViewport({ ratio: 0.99 })
    const room = (await page.locator('.reader__pages').boundingBox())!
    const { width, height } = (await picture.boundingBox())!
    expect(height).toBeCloseTo(Math.min(room.height, room.width * 2), -1)
    expect(width).toBeCloseTo(height / 2, -1)
  })
})

test('a verse that wraps is indented from its second line on, and prose with line breaks is not; text beside a broad picture goes below it, and stays beside a narrow one; a heading on a page of its own stays there; a list of terms without definitions fills its pages', async ({
  webView,
  page,
  partner,
}) => {
  const lines = [
    'As armas e os barões',
    `assinalados que da ocidental ${'praia '.repeat(8)}`,
    'por mares',
    'nunca',
    'de antes',
  ]
  const prose = `${'Toda manhã a barca atravessava a baía. '.repeat(4)}<br/>`.repeat(4)
  const picture = (width: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" style="float: right; width: ${width}px; height: 120px"/>`
  const sentence = 'O barqueiro contava as ondas. '.repeat(6)
  const title = (name: string) => `<${name} class="paged" style="page-break-before: always">Título</${name}>`
  const text = '<p class="paged">Texto</p>'
  // Every fifth on two lines.
  const terms = Array.from({ length: 20 }, (_, index) => `<dt>${'Verbete do índice '.repeat(index % 5 ? 1 : 3)}</dt>`)
  const definition = '<dd><dl><dt>Subverbete</dt></dl></dd>'
  await replaceChapters(
    page,
    `<p class="verse">${lines.join('<br/>')}</p><p class="prose">${prose}</p>
    <div>${lines.map((line) => `<div class="line">${line}</div>`).join('')}</div>
    <div class="estrofe">${lines.map((line) => `<p class="line" style="text-indent: 0">${line}</p>`).join('')}</div>
    <div>${lines.map((line) => `<p class="dialogue">${line}</p>`).join('')}</div>
    <div>${'<div><p class="dialogue">Cada um numa caixa.</p></div>'.repeat(4)}</div>
    <p class="beside" style="break-before: column">${picture(300)}${sentence}</p>
    <p class="beside" style="clear: both">${picture(225)}${sentence}</p>
    <p class="beside" style="clear: both">${picture(100)}${sentence}</p>
    ${text}${title('h1')}${title('h2')}${text}
    <div style="height: 400px"></div><dl class="terms">${terms.join('')}${definition}</dl>`,
    'p { text-indent: 1em; text-align: left }',
  )
  await openBook(webView, partner)
  /** How far the lines of each text are from the margin, in parts of the font size. */
  const indents = (selector: string) =>
    chapterOf(page)
      .locator(selector)
      .evaluate((block) => {
        const { left } = block.getBoundingClientRect()
        const size = Number.parseFloat(getComputedStyle(block).fontSize)
        const range = document.createRange()
        return [...block.childNodes]
          .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
          .map((text) => {
            range.selectNodeContents(text)
            return [...range.getClientRects()].map((box) => Math.round(((box.left - left) / size) * 10) / 10)
          })
      })

  const [first, wrapped, ...others] = await indents('.verse')
  expect([first, ...others]).toEqual([[0], [0], [0], [0]])
  expect([...new Set(wrapped)]).toEqual([0, 1.5])
  expect((await indents('.prose')).map(([start, next]) => [start, next])).toEqual([
    [1, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ])

  const stanza = [[0], [0, 1.5], [0], [0], [0]]
  const speech = [[1], [1, 0], [1], [1], [1]]
  const rows = async (selector: string) => {
    const blocks = await chapterOf(page).locator(selector).count()
    const found = await Promise.all(
      Array.from({ length: blocks }, (_, index) => indents(`${selector} >> nth=${index}`)),
    )
    return found.map(([row]) => [...new Set(row)])
  }
  expect(await rows('.line')).toEqual([...stanza, ...stanza])
  expect(await rows('.dialogue')).toEqual([...speech, [1], [1], [1], [1]])

  const isBeside = await chapterOf(page)
    .locator('.beside')
    .evaluateAll((paragraphs) =>
      paragraphs.map((paragraph) => {
        const range = document.createRange()
        range.selectNode(paragraph.lastChild!)
        return range.getBoundingClientRect().top < paragraph.querySelector('svg')!.getBoundingClientRect().bottom
      }),
    )

  expect(isBeside).toEqual([false, false, true])

  const pages = await chapterOf(page)
    .locator('.paged')
    .evaluateAll((blocks) => blocks.map((block) => Math.floor(block.getBoundingClientRect().left / innerWidth)))

  expect(pages.map((number) => number - pages[0]!)).toEqual([0, 1, 2, 2])

  const pagesOfTerms = await chapterOf(page)
    .locator('.terms > dt')
    .evaluateAll((terms) =>
      terms.map((term) => [...term.getClientRects()].map(({ left }) => Math.floor(left / innerWidth))),
    )

  expect(pagesOfTerms[0]).toEqual([pages.at(-1)])
  expect(
    pagesOfTerms.filter(({ length }) => length > 1),
    'divided terms',
  ).toEqual([])
})

test('a book cannot disable selection, justification, page breaks, the size of its text or the space of its lines', async ({
  webView,
  page,
  partner,
}) => {
  const css = `* { user-select: none !important; -webkit-user-select: none !important; text-wrap: pretty }
    html, body { -webkit-text-size-adjust: 140%; text-size-adjust: 140% } h2 { page-break-before: always }
    p { font-size: 16px; line-height: 13px }`
  const sentence = 'Toda manhã, antes da chuva, a barca atravessava a baía. '.repeat(8)
  await replaceChapters(page, `<p>${sentence}</p><h2>Outra página</h2><p style="font-size: 12pt">${sentence}</p>`, css)
  await openBook(webView, partner)
  const chapter = chapterOf(page)
  const sizes = () =>
    chapter
      .locator('p')
      .evaluateAll((paragraphs) => paragraphs.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
  const before = await sizes()
  await page.getByRole('button', { name: 'Aparência' }).click()
  await page.getByRole('radio', { name: 'Justificado' }).check()
  await page.getByRole('button', { name: 'Aumentar o texto' }).click()
  // In pixels and in points.
  await expect.poll(async () => (await sizes()).every((size, index) => size > before[index]!)).toBe(true)
  await page.keyboard.press('Escape')

  await chapter
    .locator('p')
    .first()
    .dblclick({ position: { x: 12, y: 12 } })

  expect(await chapter.locator('body').evaluate(() => String(document.getSelection()))).toMatch(/^\S+ ?$/)
  const paragraph = chapter.locator('p').first()
  await expect(paragraph).toHaveCSS('line-height', 'normal')
  await expect(paragraph).toHaveCSS('text-align', 'justify')
  await expect(paragraph).toHaveCSS('text-wrap-style', 'auto')
  await expect(chapter.locator('html')).toHaveCSS('text-size-adjust', '100%')
  const heading = await chapter.locator('h2').evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
  expect(heading.left).toBeGreaterThan(page.viewportSize()!.width)
  expect(heading.top).toBeLessThan(150)
})

test('a chapter a few lines longer than a column fills both columns of a spread alike', async ({
  webView,
  page,
  partner,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const paragraphs = Array.from({ length: 24 }, (_, index) => `<p>Onda ${index + 1}.</p>`)
  await replaceChapters(page, paragraphs.join(''), 'p { margin: 0 }')
  await openBook(webView, partner)

  const columns = await chapterOf(page)
    .locator('p')
    .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().left < innerWidth / 2))

  expect(columns).toEqual([...Array(12).fill(true), ...Array(12).fill(false)])
})

test('pages do not drift on screens with a fractional pixel ratio', async ({ webView, page, partner }) => {
  const devTools = await page.context().newCDPSession(page)
  const paragraph = `<p>${'Toda manhã, antes da chuva, a barca atravessava a baía. '.repeat(8)}</p>`
  await replaceChapters(page, paragraph.repeat(20))
  const at = () =>
    chapterOf(page)
      .locator('html')
      .evaluate(({ scrollLeft, scrollWidth }) => [scrollLeft / innerWidth, scrollWidth / innerWidth])
  for (const [index, ratio] of [1.5, 2.625, 3.5].entries()) {
    // A fractional number of device pixels.
    const metrics = { width: Math.round(1081 / ratio), height: 740, deviceScaleFactor: ratio, mobile: true }
    await devTools.send('Emulation.setDeviceMetricsOverride', metrics)
    if (index === 0) await openBook(webView, partner)
    await expect(page.locator('iframe[data-current]')).toHaveCSS('width', `${metrics.width}px`)
    await page.keyboard.press('Home')
    await expect.poll(async () => (await at())[0]).toBe(0)
    const [, count = 0] = await at()
    const last = Math.min(Math.round(count), MAX_PAGES) - 1
    const seen: number[] = []

    for (let number = 0; number <= last; number++) {
      seen.push(Math.round((await at())[0]! * 100) / 100)
      if (number < last) await page.keyboard.press('ArrowRight')
      await expect.poll(async () => Math.round((await at())[0]!)).toBe(Math.min(number + 1, last))
    }

    expect(seen.length).toBeGreaterThan(3)
    expect(seen, `${ratio} dots a pixel`).toEqual(seen.map((_, number) => number))
  }
})

test('a fixed page without a size of its own fills the screen, with all of its content', async ({
  webView,
  page,
  partner,
}) => {
  const viewport = '<meta name="viewport" content="width=device-width, height=device-height"/>'
  const far = '<p style="position: absolute; left: 900px; top: 1200px; white-space: nowrap">Longe</p>'
  await page.route(/\/[pq]\.xhtml$/, (route) => {
    const answer = chapterAnswer(`<p>Perto</p>${route.request().url().endsWith('p.xhtml') ? '' : far}`)
    return route.fulfill({ ...answer, body: answer.body.replace('<head>', `<head>${viewport}`) })
  })
  await openBook(webView, partner, SCROLLED_BOOK)

  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('button', { name: 'Estampa' }).click()

  await expect(chapterOf(page).getByText('Perto')).toBeInViewport()
  const room = (await page.locator('.reader__pages').boundingBox())!
  expect(await page.locator('iframe[data-current]').boundingBox()).toEqual(room)
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect(chapterOf(page).getByText('Longe')).toBeInViewport({ ratio: 1 })
})

test('the text of a fixed page is not inflated by the browser, and a dark reader gives it white paper', async ({
  webView,
  page,
  partner,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.route(/\.xhtml$/, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" style="text-size-adjust: 140%"><text y="40">Uma página</text></svg>',
    }),
  )

  await webView.open(await partner.openTitle('ebook', 'O farol de sal'))

  await expect(chapterOf(page).locator('svg')).toHaveCSS('text-size-adjust', '100%')
  await expect(page.locator('iframe[data-current]')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('a long chapter that was opened in a hidden view is turned only once it has pages', async ({
  host,
  page,
  partner,
}) => {
  const chapter = chapterAnswer(`<p>${'Chegou a barca da ilha. '.repeat(20)}</p>`.repeat(100))
  const { promise: tapped, resolve: tap } = Promise.withResolvers<void>()
  let requests = 0
  await page.route(/\.xhtml$/, async (route) => {
    if (++requests > 1) await tapped
    await route.fulfill(chapter)
  })
  await page.locator('body').evaluate((body) => body.style.setProperty('display', 'none'))
  await host.open(await partner.openTitle('ebook', 'Livro num arquivo só'))
  await expect(host.view.locator('iframe[data-current]')).toHaveCount(1)
  const next = host.view.getByRole('button', { name: 'Próxima página' })

  await page.locator('body').evaluate((body) => body.style.removeProperty('display'))
  await expect.poll(() => requests).toBe(2)
  await next.click()
  tap()

  await expect.poll(() => visibleText(host.view)).toMatch(/^Chegou/)
  await expect(host.view.locator('.ending')).toHaveCount(0)
})

test('a long chapter is loaded only once more when a picture fails late, and a fold in it that closes another of its name is opened', async ({
  page,
  partner,
}) => {
  const folds = '<details name="f" open=""><summary>Um</summary>Nota.</details>'.repeat(2).replace(' open=""', '')
  const text = `<p>${'Chegou a barca. '.repeat(30)}</p>`.repeat(100)
  const long = chapterAnswer(`<img alt="" src="late.png"/>${folds}${text}`)
  const requests: string[] = []
  await page.route(/\.xhtml$/, (route) => {
    requests.push(route.request().url())
    return route.fulfill(route.request().url() === requests[0] ? long : chapterAnswer('<p>Outro capítulo.</p>'))
  })
  let failures = 0
  await page.route(/late\.png$/, async (route) => {
    // Longer than a chapter waits for its pictures.
    await new Promise((resolve) => setTimeout(resolve, 4500))
    await route.abort()
    failures++
  })
  await openBook(page, partner)

  await expect.poll(() => failures).toBe(2)
  await expect.poll(() => readChapter(page, 'html', ({ ownerDocument }) => ownerDocument.readyState)).toBe('complete')

  expect(await page.locator(`iframe[src="${requests[0]}"]`).count()).toBe(1)
  expect(requests.filter((url) => url === requests[0])).toHaveLength(2)

  await test.step('a fold that closes another of its name is opened', async () => {
    await page.unroute(/late\.png$/)
    const before = (await page.locator('iframe[data-current]').elementHandle())!
    await chapterOf(page).locator('summary').first().press('Enter')
    await expect.poll(() => before.evaluate(({ isConnected }) => isConnected)).toBe(false)

    const opened = chapterOf(page).locator('details')
    expect(await opened.evaluateAll((all) => all.map((fold) => (fold as HTMLDetailsElement).open))).toEqual([
      true,
      false,
    ])
  })
})

test('a long chapter is laid out again when its typeface comes while its letters are measured', async ({
  page,
  partner,
}) => {
  const css = '@font-face { font-family: Late; src: url(late.woff2) } p { font-family: Late }'
  await replaceChapters(page, `<p>${'Chegou a barca da ilha. '.repeat(20)}</p>`.repeat(100), css)
  const { promise: measuring, resolve: measure } = Promise.withResolvers<void>()
  await page.route(/late\.woff2$/, async (route) => {
    await measuring
    await route.fulfill({ path: LATE_TYPEFACE })
  })
  await page.exposeFunction('measure', measure)
  await page.addInitScript(() => {
    const measureSlowly = ({ target }: Event) => {
      if (!(target instanceof HTMLIFrameElement)) return
      document.removeEventListener('load', measureSlowly, true)
      target.dataset.first = ''
      const { document: chapter, Range } = target.contentWindow as Window & typeof globalThis
      const { getClientRects } = Range.prototype
      Range.prototype.getClientRects = function () {
        ;(window as unknown as { measure(): void }).measure()
        // A task ends after each paragraph, until the typeface has come.
        const until = performance.now() + 10
        while ([...chapter.fonts].some(({ status }) => status === 'loading') && performance.now() < until);
        return getClientRects.call(this)
      }
    }
    document.addEventListener('load', measureSlowly, true)
  })
  await openBook(page, partner)

  await expect(page.locator('iframe[data-current][data-first]')).toHaveCount(0)
  await expect(page.locator('iframe[data-current]')).toHaveCount(1)
})

test('a book that is left while a chapter loads keeps nothing running', async ({ page, partner }) => {
  await page.addInitScript(() => {
    const { setInterval, clearInterval } = window
    const running = new Set<unknown>()
    Object.assign(window, {
      running,
      setInterval(run: () => void, everyMs: number) {
        const timer = setInterval(run, everyMs)
        running.add(timer)
        return timer
      },
      clearInterval(timer: number) {
        running.delete(timer)
        clearInterval(timer)
      },
    })
  })
  let first: string | undefined
  await page.route(/\.xhtml$/, (route) => {
    first ??= route.request().url()
    if (route.request().url() === first) return route.continue()
  })
  const neighbour = page.waitForRequest((request) => request.url().endsWith('.xhtml') && request.url() !== first)
  await openBook(page, partner)
  await neighbour

  await page.getByRole('button', { name: 'Voltar', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'E-books' })).toBeVisible()

  await expect.poll(() => page.evaluate(() => (window as unknown as { running: Set<unknown> }).running.size)).toBe(0)
})

test('turns while a chapter loads are made once it shows; back stays, and an impatient tap skips no page', async ({
  page,
  partner,
}) => {
  const long = `<p>${'Toda manhã a barca atravessava a baía com os professores da ilha. '.repeat(400)}</p>`
  const answers = new Map<string, PromiseWithResolvers<void>>()
  const answerOf = (chapter: string) => {
    if (!answers.has(chapter)) answers.set(chapter, Promise.withResolvers())
    return answers.get(chapter)!
  }
  await page.route(/\.xhtml$/, async (route) => {
    await answerOf(/[^/]+$/.exec(route.request().url())![0]).promise
    await route.fulfill(chapterAnswer(long))
  })
  const [first, second, third] = ['capitulo-1.xhtml', 'capitulo-2.xhtml', 'capitulo-3.xhtml']
  const pageOf = async (chapter: string, number: number) => {
    const position = () =>
      page.locator('iframe[data-current]').evaluate((frame: HTMLIFrameElement) => {
        const { scrollLeft } = frame.contentDocument!.documentElement
        return [frame.src.split('/').at(-1), Math.round(scrollLeft / frame.clientWidth) + 1]
      })
    await expect.poll(position).toEqual([chapter, number])
  }
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  answerOf(first!).resolve()
  await openBook(page, partner)
  await press('End')
  const last = await readChapter(page, 'html', ({ scrollLeft }) => Math.round(scrollLeft / innerWidth) + 1)

  await test.step('back stays on the page', async () => {
    await press('ArrowRight', 'ArrowLeft')
    await expect(page.locator('.reader__busy')).toHaveCount(0)
    await pageOf(first!, last)
    await press('ArrowLeft', 'ArrowRight')
    await pageOf(first!, last)
  })

  await test.step('onwards', async () => {
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft')
    answerOf(second!).resolve()
    await pageOf(second!, 3)
  })

  await test.step('an impatient tap', async () => {
    await press('End', 'ArrowRight', 'ArrowRight')
    // Longer than the pause between two turns of somebody who leafs.
    await page.waitForTimeout(500)
    await press('ArrowRight', 'ArrowRight')
    answerOf(third!).resolve()
    await pageOf(third!, 2)
  })
})

test('a chapter that a dead connection does not bring can be requested again', async ({ page, partner }) => {
  await page.clock.install()
  let isDead = true
  await page.route(/capitulo-2\.xhtml$/, (route) => (isDead ? undefined : route.continue()))
  await openBook(page, partner)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.reader__busy')).toHaveCount(1)

  await page.clock.runFor(21_000)

  const problem = page.getByRole('alert')
  await expect(problem).toBeVisible()
  await page.setViewportSize({ width: 500, height: 700 })
  await untilLaidOutAgain(page)
  isDead = false
  await problem.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.locator('iframe[data-current][src$="capitulo-2.xhtml"]')).toHaveCount(1)
  await expect(problem).toHaveCount(0)
})

test('a place in the middle of a page that a jump led to stays in sight when the view is turned', async ({
  page,
  partner,
}) => {
  const text = `<p>${'Toda manhã a barca atravessava a baía. '.repeat(12)}</p>`
  await replaceChapters(page, `<p><a href="#alvo">Adiante</a></p>${text}<h2 id="alvo">A baía</h2>${text.repeat(9)}`)
  await openBook(page, partner)
  await chapterOf(page).getByText('Adiante').click()
  await expect(page.getByRole('button', { name: 'Voltar aonde estava' })).toBeVisible()

  await page.setViewportSize({ width: 740, height: 360 })
  await untilLaidOutAgain(page)

  await expect(chapterOf(page).getByRole('heading')).toBeInViewport()
})

test('a chapter whose address was refused is not opened any more once the member reads on elsewhere', async ({
  page,
  partner,
}) => {
  await openBook(page, partner)
  const requests: string[] = []
  const opened: (() => Promise<void>)[] = []
  await page.route(/\.xhtml$/, (route) => {
    requests.push(route.request().url())
    return route.fulfill({ status: 401, json: { code: 'INVALID_ACCESS_TOKEN', message: '' } })
  })
  await page.route('**/publications/*?with=manifest', (route) => void opened.push(() => route.continue()))
  const renewal = page.waitForRequest('**/publications/*?with=manifest')
  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').last().click()
  await renewal
  await expect(page.locator('.reader__busy')).toHaveCount(1)
  const refused = requests.at(-1)!.split('/').at(-1)!
  const first = await visibleText(page)

  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect.poll(() => visibleText(page)).not.toBe(first)
  await expect(page.locator('.reader__busy')).toHaveCount(0)
  const read = await visibleText(page)
  const renewed = page.waitForResponse('**/publications/*?with=manifest')
  await opened[0]!()
  await (await renewed).finished()
  await untilAnswersRead(page)

  expect(requests.filter((url) => url.endsWith(refused))).toHaveLength(1)
  expect(await visibleText(page)).toBe(read)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a book in one chapter shows that it is loading, is turned at once on a slow phone, and changes its look in steps', async ({
  webView,
  page,
  partner,
}) => {
  test.slow()
  const sentence = 'Toda manhã, antes que a chuva chegasse, a barca atravessava a baía com os professores da ilha. '
  const { promise: requested, resolve: ask } = Promise.withResolvers<void>()
  const { promise: seen, resolve: see } = Promise.withResolvers<void>()
  const { promise: dawn, resolve: arrive } = Promise.withResolvers<void>()
  await replaceChapters(page, '<p>Outro capítulo.</p>')
  let long: string | undefined
  await page.route(/\.xhtml$/, async (route) => {
    const { pathname } = new URL(route.request().url())
    long ??= pathname
    if (pathname !== long) return route.fallback()
    ask()
    await seen
    const paragraphs = `<p>${sentence.repeat(5)}</p>`
    const fold = '<details><summary>Nota</summary>Uma nota.</details>'
    const css = '@font-face { font-family: Late; src: url(late.woff2) } p { font-family: Late; text-align: justify }'
    await route.fulfill(chapterAnswer(`${paragraphs.repeat(3)}${fold}${paragraphs.repeat(500)}`, css))
  })
  await page.route(/late\.woff2$/, async (route) => {
    await dawn
    await route.fulfill({ path: LATE_TYPEFACE })
  })
  // On a slow machine the page finishes loading only after its chapter.
  const opened = webView.open(await partner.openTitle('ebook', 'O farol de sal'))
  await requested
  await expect(page.locator('.reader__over').getByRole('status')).toBeVisible()
  const tasksThatDisplayed = await page.evaluateHandle(() => {
    const tasks: number[] = []
    const observe = ({ target }: Event) => {
      if (!(target instanceof HTMLIFrameElement)) return
      new MutationObserver((changes) => {
        // A task may hide a block and display it.
        const blocks = new Set(changes.map(({ target }) => target as Element))
        tasks.push([...blocks].filter((block) => block.matches(':not([data-estante-pending])')).length)
        if (tasks.at(-1)) dispatchEvent(new Event('part'))
      }).observe(target.contentDocument!, { subtree: true, attributeFilter: ['data-estante-pending'] })
    }
    document.addEventListener('load', observe, true)
    return tasks
  })

  see()

  await opened
  const next = page.getByRole('button', { name: 'Próxima página' })
  await expect(next).toBeEnabled({ timeout: 120_000 })
  await expect(chapterOf(page).locator('p').first()).toBeInViewport()
  // Nothing hyphenates it here: justified, it would have rivers.
  await expect(chapterOf(page).locator('p').first()).toHaveCSS('text-align', 'start')
  const displayed = async () => (await tasksThatDisplayed.jsonValue()).filter((blocks) => blocks > 0)
  const displayedFirst = await displayed()
  expect(displayedFirst.length).toBeGreaterThan(2)
  expect(displayedFirst.reduce((sum, blocks) => sum + blocks)).toBe(504)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const turnMs = await page.evaluate(() => {
    const startedAt = performance.now()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    return performance.now() - startedAt
  })
  expect(turnMs).toBeLessThan(1000)
  expect(await readChapter(page, 'html', (root) => root.scrollLeft)).toBeGreaterThan(0)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  const frame = page.locator('iframe[data-current]')
  const selection = () =>
    readChapter(page, 'html', () => {
      const selected = getSelection()!
      const lines = selected.rangeCount > 0 ? [...selected.getRangeAt(0).getClientRects()] : []
      // The sentence may begin on the page before.
      const isVisible = lines.some(({ left, top }) => left >= 0 && top >= 0 && left < innerWidth && top < innerHeight)
      return { text: selected.toString().replaceAll('\u00ad', ''), isVisible }
    })
  let selected = { text: '', isVisible: false }
  const inSteps = async (change: () => Promise<void>) => {
    const before = (await displayed()).length
    await change()
    expect((await displayed()).length, String(change)).toBeGreaterThan(before + 2)
    expect(await selection(), String(change)).toEqual(selected)
  }
  const untilReplaced = async (act: () => unknown) => {
    const before = (await frame.elementHandle())!
    await act()
    await expect.poll(() => before.evaluate(({ isConnected }) => isConnected), { timeout: 60_000 }).toBe(false)
  }
  const fold = chapterOf(page).locator('details')
  const summary = fold.locator('summary')
  await inSteps(() => untilReplaced(() => summary.press('Enter')))
  await expect(fold).toHaveAttribute('open')
  await expect(summary).toBeFocused()
  await summary.blur()
  await frame.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  selected = { text: `${sentence}Toda`, isVisible: true }
  expect(await selection()).toEqual(selected)
  await inSteps(() => untilReplaced(arrive))
  await page.getByRole('button', { name: 'Aparência' }).press('Enter')
  const sheet = page.getByRole('dialog')
  const text = chapterOf(page).locator('p').first()
  const onNextPart = (act: () => void) => page.evaluate(`addEventListener('part', ${act}, { once: true })`)
  const changes = [
    async () => {
      await onNextPart(() =>
        document.querySelector<HTMLElement>('.reader__pages')!.style.setProperty('display', 'none'),
      )
      await untilReplaced(async () => {
        await sheet.getByRole('button', { name: 'Aumentar o texto' }).click()
        await expect(page.locator('.reader__pages')).toBeHidden()
        await expect(page.locator('iframe[src$="capitulo-1.xhtml"]')).toHaveCount(1)
        await page.locator('.reader__pages').evaluate((pages) => pages.style.removeProperty('display'))
      })
      await expect(text).toHaveCSS('font-size', '18.7px', { timeout: 60_000 })
    },
    async () => {
      await onNextPart(() => {
        document
          .querySelector<HTMLIFrameElement>('iframe[data-current]')!
          .contentDocument!.querySelector('details')!.open = false
      })
      await sheet.getByRole('button', { name: 'Diminuir o texto' }).click()
      await expect(text).toHaveCSS('font-size', '17px', { timeout: 60_000 })
      await expect(fold, 'closed meanwhile').not.toHaveAttribute('open')
    },
    async () => {
      await sheet.getByText('OpenDyslexic').click()
      await expect(text).toHaveCSS('font-family', /^"?Estante OpenDyslexic/, { timeout: 60_000 })
      const [letter, accented] = await text.evaluate(({ ownerDocument }) => {
        const canvas = ownerDocument.createElement('canvas').getContext('2d')!
        canvas.font = '100px "Estante OpenDyslexic"'
        return ['o', 'ó'].map((drawn) => canvas.measureText(drawn).actualBoundingBoxRight)
      })
      expect(accented, 'the accent is above its letter').toBe(letter)
    },
    async () => {
      await sheet.getByRole('radio', { name: 'Rolagem' }).check()
      await expect(chapterOf(page).locator('html')).toHaveCSS('overflow-y', 'auto', { timeout: 60_000 })
    },
    async () => {
      await page.setViewportSize({ width: 640, height: 500 })
      await expect(frame).toHaveCSS('width', '640px', { timeout: 60_000 })
    },
  ]
  for (const change of changes) await inSteps(change)
  const before = await displayed()
  await sheet.getByText('Escuro').click()
  await expect(text).toHaveCSS('color', 'rgb(213, 218, 212)')
  expect(await page.locator('iframe[src$="capitulo-1.xhtml"]').count(), 'no frame that replaces it').toBe(1)
  expect(await displayed()).toEqual(before)
})

/** Lines of the visible page that are, even partly, under a bar or off the screen. */
async function linesCovered(page: Page): Promise<number> {
  const bars = await Promise.all(
    [page.locator('.reader__tools'), page.locator('.reader__foot')].map((bar) => bar.boundingBox()),
  )
  const frame = (await page.locator('iframe[data-current]').boundingBox())!
  const lines = await chapterOf(page)
    .locator('body')
    .evaluate((body) => {
      const range = document.createRange()
      range.selectNodeContents(body)
      return [...range.getClientRects()]
        .filter(({ left, right, height }) => height > 0 && right > 0 && left < innerWidth)
        .map(({ top, bottom }) => ({ top, bottom }))
    })
  const [header, foot] = bars
  const from = header && header.height > 1 ? header.y + header.height : 0
  return lines.filter(({ top, bottom }) => frame.y + top < from - 1 || frame.y + bottom > foot!.y + 1).length
}

type LayoutWindow = Window & { laidOutAgain?: string[] }

/** Runs in the page: the first chapter loads after the first step of its layout. Records when it is laid out again. */
function loadBetweenSteps() {
  if (window !== top) return
  const steps = new MutationObserver(([step]) => {
    const frame = step!.target as HTMLIFrameElement
    if (frame.localName !== 'iframe' || !frame.style.width) return
    steps.disconnect()
    const laidOutAgain: string[] = []
    ;(window as LayoutWindow).laidOutAgain = laidOutAgain
    new MutationObserver(() =>
      laidOutAgain.push('current' in frame.dataset ? 'while it is shown' : 'before it is shown'),
    ).observe(frame.contentDocument!.head, { childList: true, subtree: true })
    frame.dispatchEvent(new Event('load'))
  })
  steps.observe(document, { attributeFilter: ['style'], subtree: true })
}

/** Waits until a page has been laid out in the new size of its window: its own observer runs before a later one. */
async function untilLaidOutAgain(page: Page) {
  await page
    .locator('.reader__pages')
    .evaluate((pages) => new Promise((resolve) => new ResizeObserver(resolve).observe(pages)))
}

async function openScrolled(webView: WebView, partner: Partner) {
  await openBook(webView, partner)
  const { view } = webView
  await view.getByRole('button', { name: 'Aparência' }).click()
  await view.getByRole('radio', { name: 'Rolagem' }).check()
  await view.keyboard.press('Escape')
  await expect(view.getByRole('dialog')).toBeHidden()
}
