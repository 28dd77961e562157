import type { Browser } from '@playwright/test'
import { openBook, openBookOnDevice, replaceChapters } from './hosts/book.ts'
import { chapterOf, visibleText } from './hosts/chapter.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { ONE_FILE_BOOK } from './service/library.ts'
import type { Partner } from './service/partner.ts'
import { expect, type Page, test } from './test.ts'

const SEPIA = 'rgb(245, 236, 217)'

test('the appearance of pages is applied at the next opening on another device, and no open page changes', async ({
  browser,
  partner,
}) => {
  const tablet = await openDevice(browser, partner)
  const asItWas = await pageOf(tablet).evaluate((root) => getComputedStyle(root).backgroundColor)
  const phone = await openDevice(browser, partner)
  const saved = phone.waitForResponse((response) => response.request().postData()?.includes('"size"') === true)
  await phone.getByRole('button', { name: 'Aparência' }).click()
  await test.step('a colour chosen just before a size stays', async () => {
    const larger = await phone.getByRole('button', { name: 'Aumentar o texto' }).elementHandle()
    const sepia = await phone.getByRole('radio', { name: 'Sépia' }).elementHandle()
    const text = chapterOf(phone).getByRole('paragraph').first()
    const size = await text.evaluate((element) => getComputedStyle(element).fontSize)

    await phone.evaluate(
      (controls) => {
        for (const control of controls) (control as HTMLElement).click()
      },
      [sepia, larger],
    )

    // Retried, since the frame of a long chapter is replaced meanwhile.
    await expect(text).not.toHaveCSS('font-size', size)
    await expect(pageOf(phone)).toHaveCSS('background-color', SEPIA)
  })
  await saved

  await tablet.getByRole('button', { name: 'Próxima página' }).click()
  await expect(pageOf(tablet)).toHaveCSS('background-color', asItWas)
  await tablet.close()
  const tabletAgain = await openDevice(browser, partner)

  await expect(pageOf(tabletAgain)).toHaveCSS('background-color', SEPIA)
  await tabletAgain.getByRole('button', { name: 'Aparência' }).click()
  await expect(tabletAgain.getByText('110%')).toBeVisible()

  await test.step('a tap’s change is rendered in the next task', async () => {
    for (const [name, outcome] of [
      ['Escuro', '.reader[data-theme="dark"]'],
      ['Rolagem', '.reader[data-flow="scroll"]'],
    ] as const) {
      const isInTask = await tabletAgain.getByRole('radio', { name }).evaluate(clickAndRender, outcome)
      expect(isInTask).toBe(false)
      await expect(tabletAgain.locator(outcome)).toBeVisible()
    }
    await tabletAgain.goto(await partner.openTitle('audiobook', 'O farol de sal'))
    const chapters = tabletAgain.getByRole('button', { name: 'Capítulos' })
    expect(await chapters.evaluate(clickAndRender, '.chapters__chapter')).toBe(false)
    await expect(tabletAgain.locator('.chapters__chapter').first()).toBeVisible()
  })
})

/** Runs in the page: clicks an element, and returns whether the outcome is there once all microtasks have run. */
async function clickAndRender(element: Element, outcome: string) {
  ;(element as HTMLElement).click()
  for (let microtask = 0; microtask < 100; microtask++) await null
  return document.querySelector(outcome) !== null
}

test('the foot shows minutes, pages or nothing as chosen, and that the line is down, each space is adjusted by keyboard, at the same place of the book, and both on the next device too', async ({
  browser,
  partner,
}) => {
  const phone = await openDevice(browser, partner)

  await test.step('a sheet closes with its content: none is drawn empty', async () => {
    await phone.getByRole('button', { name: 'Aparência' }).click()
    const sheet = phone.getByRole('dialog', { name: 'Aparência' })
    await expect(sheet).toBeVisible()
    const emptied = sheet.evaluate(
      (dialog: HTMLDialogElement) =>
        new Promise((resolve) => {
          const isEmpty = () => dialog.childElementCount === 0 && resolve({ isOpen: dialog.open })
          new MutationObserver(isEmpty).observe(dialog, { childList: true })
        }),
    )

    await sheet.getByRole('button', { name: 'Fechar' }).click()

    expect(await emptied).toEqual({ isOpen: false })
  })

  await test.step('it says that the line is down, without laying the page out again', async () => {
    const frame = phone.locator('iframe.reader-frame[data-current]')
    const before = await frame.boundingBox()

    await phone.context().setOffline(true)

    await expect(phone.locator('.reader__foot')).toContainText('Sem conexão')
    await expect(phone.getByRole('status').getByText('Você está sem conexão')).toBeAttached()
    expect(await frame.boundingBox()).toEqual(before)
    await phone.context().setOffline(false)
    await expect(phone.locator('.reader__foot')).not.toContainText('Sem conexão')
  })

  const numbers = phone.locator('.reader__numbers')
  const measures = [/^0% · \d+ min no capítulo$/, /^0% · \d+ h( \d+ min)? no livro$|^0% · \d+ min no livro$/]

  for (const measure of [...measures, /^0% · Faltam \d+ páginas no capítulo$/, /^0%$/]) {
    await expect.poll(async () => (await numbers.innerText()).trim()).toMatch(measure)
    expect(await numbers.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true)
    await phone.getByRole('button', { name: 'Mostrar outra medida' }).press('Enter')
  }
  const saved = phone.waitForResponse((response) => response.request().method() === 'PUT')
  await phone.getByRole('button', { name: 'Mostrar outra medida' }).click()
  await saved

  for (const _ of [1, 2, 3]) await phone.getByRole('button', { name: 'Próxima página' }).click()
  const [word = ''] = (await visibleText(phone)).split(' ')
  const ofBook = await spacesOf(phone)
  await phone.getByRole('button', { name: 'Aparência' }).click()
  const sheet = phone.getByRole('dialog', { name: 'Aparência' })
  await sheet.getByText('Ajustar espaços').press('Enter')
  const letters = sheet.getByRole('group', { name: 'Entre letras', exact: true })
  await expect(letters).toBeInViewport({ ratio: 1 })
  await expect(letters.getByRole('status')).toHaveText('Do livro')
  const savedSpaces = phone.waitForResponse(
    (response) => response.request().postData()?.includes('"letterSpacing":12') === true,
  )

  // https://www.w3.org/TR/WCAG22/#text-spacing
  for (const [space, percent] of [
    ['linhas', '160%'],
    ['parágrafos', '200%'],
    ['palavras', '16%'],
    ['letras', '12%'],
  ] as const) {
    const value = sheet.getByRole('group', { name: `Entre ${space}`, exact: true }).getByRole('status')
    const more = sheet.getByRole('button', { name: `Mais espaço entre ${space}` })
    const { width, height } = (await more.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    for (let step = 0; step < 12 && (await value.innerText()) !== percent; step++) await more.press('Enter')
    await expect(value).toHaveText(percent)
  }

  await savedSpaces
  const adjusted = { line: 1.6, paragraph: 2, word: 0.16, letter: 0.12 }
  // A long chapter is laid out in another frame, which replaces this one.
  await expect(async () => expect(await spacesOf(phone)).toEqual(adjusted)).toPass()
  expect((await visibleText(phone)).split(' ')).toContain(word)
  await expectNoSeriousFaults(phone, 'the spaces of a page')
  const tablet = await openDevice(browser, partner)
  await expect(tablet.locator('.reader__numbers')).toContainText('no livro')
  await expect(async () => expect(await spacesOf(tablet)).toEqual(adjusted)).toPass()

  await test.step('a preset replaces the adjusted values', async () => {
    for (const name of ['Entrelinhas', 'Espaço entre letras, palavras e parágrafos']) {
      const presets = sheet.getByRole('group', { name })
      await expect(presets.getByRole('radio', { checked: true })).toHaveCount(0)
      await presets.getByRole('radio', { name: 'Do livro' }).check({ force: true })
    }
    await expect(async () => expect(await spacesOf(phone)).toEqual(ofBook)).toPass()
    await expect(letters.getByRole('status')).toHaveText('Do livro')
  })
})

test('a change of scene stays wider than the space between paragraphs', async ({ page, partner }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await replaceChapters(
    page,
    `<p>Um.</p><p>Dois.</p><p class="cena">Três.</p>
    <div>Quatro.<svg xmlns="http://www.w3.org/2000/svg"><text>Cinco.</text></svg></div>
    <div>Escreveu <span>مغامرة</span> na areia.</div><div>एक साहसिक</div>`,
    'p { margin: 1em 0 } .cena { margin-top: 3em }',
  )
  await openBook(page, partner, ONE_FILE_BOOK)
  const gaps = () =>
    chapterOf(page)
      .locator('p')
      .evaluateAll((paragraphs) =>
        paragraphs
          .map((one) => one.getBoundingClientRect())
          .flatMap(({ top, height }, index, all) => (index === 0 ? [] : [(top - all[index - 1]!.bottom) / height])),
      )
  const [usual = 0, scene = 0] = await gaps()
  await page.getByRole('button', { name: 'Aparência' }).click()
  await page.getByText('Ajustar espaços').click()

  const less = page.getByRole('button', { name: 'Menos espaço entre parágrafos' })
  while (await less.isEnabled()) await less.click()
  await page.getByRole('button', { name: 'Mais espaço entre letras' }).click()

  await expect.poll(async () => (await gaps())[0]).toBe(0)
  expect(usual).toBeGreaterThan(0.5)
  expect((await gaps())[1]).toBeCloseTo(scene, 1)
  await expect(chapterOf(page).getByText('Quatro.')).not.toHaveCSS('letter-spacing', 'normal')
  await expect(chapterOf(page).locator('text'), 'a drawing').toHaveCSS('letter-spacing', 'normal')
  await expect(chapterOf(page).getByText('na areia')).not.toHaveCSS('letter-spacing', 'normal')
  for (const joined of ['مغامرة', 'एक साहसिक']) {
    await expect(chapterOf(page).getByText(joined, { exact: true })).toHaveCSS('letter-spacing', 'normal')
  }
})

test('preferences chosen offline are sent when the book is opened again; erased ones are gone on every device, but unsent changes survive', async ({
  browser,
  partner,
}) => {
  const tablet = await openDevice(browser, partner)
  await tablet.route('**/play/v1/preferences', (route) => route.abort())
  await tablet.getByRole('button', { name: 'Aparência' }).click()
  await tablet.getByText('Sépia').click()
  await tablet.keyboard.press('Escape')
  await tablet.getByRole('button', { name: 'Voltar', exact: true }).click()
  // Leaving the book, or opening it again, sends them.
  const saved = tablet.waitForResponse((response) => response.request().method() === 'PUT')
  await tablet.unroute('**/play/v1/preferences')
  await tablet.goto(await partner.openTitle('ebook', ONE_FILE_BOOK))
  await saved

  const phone = await openDevice(browser, partner)
  await expect(pageOf(phone)).toHaveCSS('background-color', SEPIA)
  await phone.context().route('**/play/v1/annotations/**', (route) => route.abort())
  await phone.getByRole('button', { name: 'Marcar esta página' }).click()
  await phone.goto(await partner.openBooks('/perfil'))
  const letters = phone.getByRole('checkbox', { name: 'Atalhos de uma letra' })
  await letters.uncheck({ force: true })
  const erased = phone.waitForResponse((response) => response.request().postData()?.includes('"voice":null') === true)

  await phone.getByRole('button', { name: 'Apagar preferências' }).click()
  const question = phone.getByRole('dialog', { name: 'Apagar as preferências?' })
  await question.getByRole('button', { name: 'Fechar' }).click()
  await expect(letters).not.toBeChecked()
  await phone.getByRole('button', { name: 'Apagar preferências' }).click()

  await question.getByRole('button', { name: 'Apagar' }).click()

  await erased
  await expect(letters).toBeChecked()
  await phone.getByRole('checkbox', { name: 'Começar o próximo livro sozinho' }).uncheck({ force: true })
  await phone.reload()
  await expect(letters).toBeChecked()
  await expect(pageOf(await openDevice(browser, partner))).not.toHaveCSS('background-color', SEPIA)
  await openBook(tablet, partner, ONE_FILE_BOOK)
  await expect(pageOf(tablet)).not.toHaveCSS('background-color', SEPIA)
  await phone.context().unroute('**/play/v1/annotations/**')
  await phone.goto(await partner.openTitle('ebook', ONE_FILE_BOOK))
  await expect(phone.getByRole('button', { name: 'Desmarcar esta página' })).toBeVisible()
  await expect(pageOf(phone)).not.toHaveCSS('background-color', SEPIA)
})

test('minutes are estimated from the pace of the last pages', async ({ browser, partner }) => {
  const phone = await openDevice(browser, partner)
  const minutes = async () =>
    Number(/(\d+) min no capítulo/.exec(await phone.locator('.reader__numbers').innerText())?.[1])
  const before = await minutes()
  await phone.clock.install()

  // A page in a few seconds: about three times the average pace.
  for (let page = 0; page < 8; page++) {
    await phone.clock.runFor(12_000)
    await phone.getByRole('button', { name: 'Próxima página' }).click()
  }
  const saved = phone.waitForResponse((response) => response.request().method() === 'PUT')
  await phone.getByRole('button', { name: 'Voltar', exact: true }).click()
  const { preferences } = (await (await saved).json()) as { preferences: { pace: number[] } }

  expect(before).toBeGreaterThan(3)
  expect(preferences.pace.length).toBeGreaterThan(4)
  expect(Math.min(...preferences.pace)).toBeGreaterThan(913)
})

function openDevice(browser: Browser, partner: Partner): Promise<Page> {
  return openBookOnDevice(browser, partner, { title: ONE_FILE_BOOK, viewport: { width: 360, height: 740 } })
}

const pageOf = (page: Page) => chapterOf(page).locator('html')

/** The spaces of a paragraph, in parts of its font size. */
const spacesOf = (page: Page) =>
  chapterOf(page)
    .locator('p')
    .first()
    .evaluate((paragraph) => {
      const style = getComputedStyle(paragraph)
      const part = (value: string) => {
        const pixels = Number.parseFloat(value)
        return Math.round((pixels / Number.parseFloat(style.fontSize)) * 100) / 100 || 0
      }
      return {
        line: part(style.lineHeight),
        paragraph: part(style.marginBlockEnd),
        word: part(style.wordSpacing),
        letter: part(style.letterSpacing),
      }
    })
