import { openBook } from './hosts/book.ts'
import { expectNoSeriousFaults, expectReadableColours } from './serious-faults.ts'
import { spendTime } from './service/spend-time.ts'
import { expect, type Locator, type Page, test } from './test.ts'

/** The colour of the reader's sheets in each theme. */
const SURFACES = [
  ['Claro', 'rgb(255, 255, 255)'],
  ['Sépia', 'rgb(252, 246, 232)'],
  ['Escuro', 'rgb(27, 32, 29)'],
  ['Preto', 'rgb(20, 23, 21)'],
] as const

test.describe('axe finds no serious problem', () => {
  test('in the chapters of an audiobook', async ({ webView, page, partner }) => {
    await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
    await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeEnabled()

    const [first, last] = await page
      .getByRole('button', { name: 'Capítulos' })
      .evaluate(async (button: HTMLElement) => {
        const frame = () => new Promise(requestAnimationFrame)
        const sheet = () => document.querySelector('dialog:modal')
        button.click()
        while (!sheet()) await frame()
        const drawn = sheet()?.getBoundingClientRect().top
        await frame()
        await frame()
        return [drawn, sheet()?.getBoundingClientRect().top]
      })
    expect(first, 'a sheet moves for who wants less motion').toBe(last)
    await expect(page.getByRole('dialog', { name: 'Capítulos' })).toBeVisible()
    await expectNoSeriousFaults(page, 'the chapters of an audiobook')
  })

  test('in the reader, and in its sheets, which have the colours of its page', async ({ webView, page, partner }) => {
    await openBook(webView, partner)
    await expectNoSeriousFaults(page, 'the reader')
    for (const [theme, surface] of SURFACES) {
      const scan = theme === 'Claro' ? expectNoSeriousFaults : expectReadableColours
      await page.getByRole('button', { name: 'Aparência' }).click()
      const sheet = page.getByRole('dialog', { name: 'Aparência' })
      await sheet.getByRole('radio', { name: theme }).check({ force: true })
      await expect(sheet).toHaveCSS('background-color', surface)
      await scan(page, `the appearance in ${theme}`)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Sumário' }).click()
      await expect(page.getByRole('dialog', { name: 'Sumário' })).toBeVisible()
      await scan(page, `the contents in ${theme}`)
      await page.keyboard.press('Escape')
    }
    const names = () => [...document.fonts].flatMap(({ family, status }) => (family.includes('Name') ? status : []))
    expect(await page.evaluate(names), 'the typefaces named in their own letters').toEqual(Array(3).fill('loaded'))

    await test.step('in forced colours, the choices and the current chapter are still visible', async () => {
      await page.emulateMedia({ forcedColors: 'active' })
      await page.getByRole('button', { name: 'Sumário' }).click()
      await expect(page.locator('.contents__entry[aria-current]')).toHaveCSS('border-inline-start-width', '4px')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Aparência' }).click()
      const chosen = page.locator('.appearance :checked + :is(.appearance__swatch, .appearance__face)')
      await expect(chosen).toHaveCount(2)
      await expect(chosen.first()).toHaveCSS('outline-width', '3px')
      for (const one of await chosen.all()) await expect(one).toHaveCSS('forced-color-adjust', 'none')
    })

    await test.step('with more contrast, no text is soft', async () => {
      const textColor = () => page.locator('.reader').evaluate((reader) => getComputedStyle(reader).color)
      await page.emulateMedia({ forcedColors: 'none' })
      await page.keyboard.press('Escape')
      await expect(page.locator('.reader__foot')).not.toHaveCSS('color', await textColor())
      await page.emulateMedia({ contrast: 'more' })
      await expect(page.locator('.reader__foot')).toHaveCSS('color', await textColor())
      await webView.open(await partner.openBooks('/perfil'))
      const soft = page.locator('.soft').first()
      await expect(soft).toHaveCSS('color', await page.evaluate(() => getComputedStyle(document.body).color))
    })
  })
})

test('a button with only an icon has a tooltip for a mouse, and no second name for a screen reader', async ({
  webView,
  page,
  partner,
}) => {
  const book = page.getByRole('button', { name: /^Opções de/ }).first()
  const play = page.getByRole('button', { name: 'Reproduzir' })
  await webView.open(await partner.openBooks('/explorar'))
  await expect(book).toBeVisible()
  await expect(page.locator('[aria-label][title]')).toHaveCount(0)
  await book.hover()
  await expect(book).toHaveAttribute('title', (await book.getAttribute('aria-label'))!)
  await page.mouse.move(0, 0)
  await expect(page.locator('[aria-label][title]')).toHaveCount(0)

  await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
  await play.click()
  const pause = page.getByRole('button', { name: 'Pausar' })
  await pause.hover({ position: { x: 20, y: 20 } })

  await expect(pause).toHaveAttribute('title', 'Pausar')
  await expect(page.locator('[aria-label][title]')).toHaveCount(1)
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('touch targets are large, and elements focused by keyboard are not under the bottom bar, whose names are whole', async ({
    webView,
    page,
    partner,
  }) => {
    const book = await partner.pathOf('ebook', 'O farol de sal')
    await webView.open(await partner.openBooks(book.replace('leitor', 'titulo')))
    await expectLarge(page.getByRole('link', { name: 'Helena Ibarra' }).first())
    await page.goto(`${await partner.openTitle('audiobook', 'O farol de sal')}&embed=1`)
    await page.getByRole('button', { name: 'Velocidade' }).click()
    await expectLarge(page.getByRole('button', { name: 'Mais devagar' }))
    await page.goto(`${await partner.openBooks('/explorar?q=farl')}&embed=1`)
    await expectLarge(page.getByRole('link', { name: 'farol', exact: true }))
    await page.getByRole('searchbox').fill('')
    await expectLarge(page.getByLabel('Ordem'))
    await expect(page.getByRole('link', { name: /Quintal de dentro/ }).first()).toBeVisible()
    const barTop = (await page.getByRole('navigation').boundingBox())!.y
    await page.getByRole('searchbox').focus()

    const bottoms: number[] = []
    for (let tabs = 0; tabs < 25; tabs += 1) {
      await page.keyboard.press('Tab')
      bottoms.push(
        await page.evaluate(() => document.querySelector('main :focus')?.getBoundingClientRect().bottom ?? 0),
      )
    }

    expect(Math.max(...bottoms)).toBeLessThanOrEqual(barTop)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    // A phone of 390 px has half as many when everything is twice the size.
    await page.setViewportSize({ width: 195, height: 420 })
    expect(await cutNames(page)).toEqual([])
  })

  test('with text of twice the size every control stays on the screen, and titles in their columns', async ({
    webView,
    page,
    partner,
    service,
  }) => {
    await spendTime(service, partner, 'ana', { type: 'audiobook', activeMs: 10_000 })
    await page.addInitScript(() => {
      new MutationObserver(() => document.documentElement?.style.setProperty('font-size', '200%')).observe(document, {
        childList: true,
      })
    })
    const [audiobook, ebook] = await Promise.all([
      partner.pathOf('audiobook', 'O farol de sal'),
      partner.pathOf('ebook', 'O farol de sal'),
    ])
    const cut: Record<string, string[]> = {}

    await webView.open(await partner.openBooks(audiobook.replace('player', 'titulo')), '&embed=1&closable=1')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    cut.title = await page.evaluate(cutControls)
    const size = page.viewportSize()!
    const expectNoSideways = async (screen: string) => {
      await page.setViewportSize({ width: 195, height: 740 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBe(195)
      expect(await page.evaluate(brokenWords), screen).toEqual([])
      expect(await cutNames(page), screen).toEqual([])
      await page.setViewportSize(size)
    }
    await expectNoSideways('title')
    await webView.open(await partner.openBooks(), '&embed=1&closable=1')
    for (const screen of ['Início', 'Explorar', 'Biblioteca']) {
      await page.getByRole('navigation').getByRole('link', { name: screen }).click()
      await expect(page).toHaveTitle(new RegExp(`^${screen}`))
      await expect(page.getByRole('article').first()).toBeVisible()
      cut[screen] = [...(await page.evaluate(cutControls)), ...(await page.evaluate(wideCards))]
      await expectNoSideways(screen)
    }
    await page.getByRole('link', { name: 'Conta' }).click()
    const days = page.locator('.statistics').filter({ has: page.locator('.statistics__length') })
    cut.days = await days.evaluate(cutDays)
    cut.account = await page.evaluate(cutControls)
    await page.setViewportSize({ width: 320, height: 740 })
    cut.navigation = await cutNames(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await webView.open(await partner.openBooks(audiobook), '&embed=1&closable=1')
    await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeEnabled()
    cut.player = await page.evaluate(cutControls)
    // 400 % of a small window.
    await page.setViewportSize({ width: 195, height: 740 })
    await expect(page.getByRole('button', { name: 'Fechar' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: /Velocidade/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    cut.speed = await page.evaluate(cutControls)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Marcar', exact: true }).click()
    await page.getByRole('button', { name: 'Adicionar nota' }).click()
    await expect(page.getByRole('dialog', { name: 'Editar marcador' })).toBeVisible()
    cut.bookmark = await page.evaluate(cutControls)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Bloquear a tela' }).click()
    cut.lock = await page.evaluate(cutControls)
    await webView.open(await partner.openBooks('/notas'), '&embed=1&closable=1')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    cut.notes = await page.evaluate(cutControls)
    await page.getByRole('button', { name: 'Mais opções' }).click()
    const toExport = page.getByRole('button', { name: /^Exportar/ })
    await expect(toExport).toBeVisible()
    cut.menu = await page.evaluate(cutControls)
    await toExport.click()
    const formats = page.getByRole('dialog').locator('.segmented')
    expect((await formats.boundingBox())!.height, 'the formats').toBeGreaterThanOrEqual(44)
    await webView.open(await partner.openBooks(ebook), '&embed=1&closable=1')
    // No heavier than its neighbours.
    await expect(page.locator('.reader__tools').getByRole('button', { name: 'Fechar' })).toHaveCSS(
      'background-color',
      'rgba(0, 0, 0, 0)',
    )
    const numbers = page.locator('.reader__numbers')
    for (const measure of ['min no capítulo', 'min no livro', 'páginas no capítulo']) {
      await expect(numbers).toContainText(measure)
      expect(
        await numbers.evaluate((one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]),
      ).toEqual([0, 0])
      await page.locator('.reader__place').click()
    }
    await expect(page.locator('.reader__place')).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Aparência' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    cut.reader = await page.evaluate(cutControls)

    expect(cut).toEqual(Object.fromEntries(Object.keys(cut).map((screen) => [screen, []])))
  })
})

/** Returns the names in the bottom bar that are truncated. */
function cutNames(page: Page) {
  return page
    .locator('.navigation__name')
    .evaluateAll((names) =>
      names.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((name) => name.textContent),
    )
}

/** Runs in the page. Returns the words of its heading, and of the links above and below it, that are on two lines. */
function brokenWords(): string[] {
  const range = document.createRange()
  return [...document.querySelectorAll('h1, .back-link, .library__part')].flatMap((element) => {
    const text = [...element.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE)
    return [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      range.setStart(text!, index)
      range.setEnd(text!, index + word.length)
      return range.getClientRects().length > 1 ? [word] : []
    })
  })
}

/** A finger needs 44 pixels each way. */
async function expectLarge(target: Locator) {
  const { width, height } = (await target.boundingBox())!
  expect.soft(Math.min(width, height), `${target}`).toBeGreaterThanOrEqual(44)
}

/** Runs in the page. Returns the texts, buttons and icons that overflow the sides of a title's card. */
function wideCards(): string[] {
  return [...document.querySelectorAll('.book, .feature')].flatMap((card) => {
    const { left, right } = card.getBoundingClientRect()
    return [...card.querySelectorAll('.button, svg, span:not(.visually-hidden)')]
      .filter((part) => part.getBoundingClientRect().left < left || part.getBoundingClientRect().right > right + 4)
      .map((part) => part.getAttribute('class') ?? part.tagName)
  })
}

/** Runs in the page. Returns the names and the time of days that reach beyond their card. */
function cutDays(card: HTMLElement): string[] {
  return [...card.querySelectorAll('.statistics__name, .statistics__length')]
    .filter((text) => text.getBoundingClientRect().right > card.getBoundingClientRect().right)
    .map((text) => text.textContent)
}

/** Runs in the page. Returns the names of controls that reach beyond its sides, but not in sideways scrollers. */
function cutControls(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('a, button, input:not(.visually-hidden)')]
  return controls
    .filter((control) => control.checkVisibility() && !control.closest('.shelf__row, .explore__ways'))
    .filter((control) => {
      const { left, right } = control.getBoundingClientRect()
      return left < -1 || right > innerWidth + 1
    })
    .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.className)
}
