import { chapterAnswer, openBook, replaceChapters } from './hosts/book.ts'
import { chapterOf, visibleText } from './hosts/chapter.ts'
import { readLines } from './hosts/lines.ts'
import { PROSE_BOOK } from './service/library.ts'
import { expect, type Locator, type Page, test } from './test.ts'

/** In Chromium; `engines.spec.ts` tests the same chapter in other engines. */
test.describe('a chapter in Portuguese', () => {
  test('hyphenates words only at the end of lines, is copied and found as published, has the same place without hyphenation, and does not hyphenate non-prose, nor titles whose words fit a line', async ({
    webView,
    page,
    partner,
  }) => {
    await openBook(webView, partner, PROSE_BOOK)
    const lines = (await page.evaluate(readLines)).flat()

    expect(lines.filter((line) => line.endsWith('-')).length).toBeGreaterThan(80)
    // A screen reader may read a word with soft hyphens by its syllables.
    const within = lines.filter((line) => line.includes('\u00ad'))
    expect(within).toEqual([expect.stringContaining('edi\u00adtora')])

    const body = chapterOf(page).locator('body')
    const divided = await body.evaluate(({ textContent }) => /(\p{L}+)\u00ad(\p{L}+)/u.exec(textContent!)!)
    const word = divided[1]! + divided[2]!

    const copied = await body.evaluate((element) => {
      document.getSelection()!.selectAllChildren(element)
      const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true })
      element.dispatchEvent(event)
      document.getSelection()!.removeAllRanges()
      return ['text/plain', 'text/html'].map((type) => event.clipboardData!.getData(type))
    })
    const isFound = await body.evaluate((_, text) => {
      const isThere = (window as unknown as { find(t: string): boolean }).find(text)
      document.getSelection()!.removeAllRanges()
      return isThere
    }, word)

    for (const copy of copied) {
      expect(copy).toContain(word)
      expect(copy).not.toContain('\u00ad')
    }
    expect(copied[1]).toContain('<code')
    expect(isFound).toBe(true)

    await test.step('has the same place with and without hyphenation', async () => {
      for (let pages = 0; pages < 7; pages++) await turn(page)
      const [first] = sentencesOf(await visibleText(page))

      await align(page, 'À esquerda')
      await expect.poll(() => visibleText(page)).not.toContain('\u00ad')
      expect(sentencesOf(await visibleText(page))).toContain(first)
      await openBook(webView, partner, PROSE_BOOK)
      await expect.poll(() => visibleText(page)).toContain(first)

      // The place stored before hyphenation.
      await turn(page)
      const [sentence] = sentencesOf(await visibleText(page))
      await page.getByRole('button', { name: 'Voltar', exact: true }).press('Enter')
      await openBook(webView, partner, PROSE_BOOK)
      expect(sentencesOf(await visibleText(page))).toContain(sentence)
      await align(page, 'Justificado')
      await expect.poll(() => visibleText(page)).toContain('\u00ad')
      expect(sentencesOf(await visibleText(page))).toContain(sentence)
    })

    const title = chapterOf(page).locator('h1')
    await page.setViewportSize({ width: 820, height: 1180 })
    await expect(title).toHaveText('Considerações extraordinariamente desnecessárias')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('button', { name: 'Aparência' }).click()
    for (let steps = 0; steps < 8; steps++) await page.getByRole('button', { name: 'Aumentar o texto' }).click()

    await test.step('hyphenates a title only where a word is longer than a line', async () => {
      await expect(title).toHaveText(/\u00ad/)
      const broken = await title.evaluate((element) => {
        const text = element.firstChild as Text
        const part = document.createRange()
        const lineOf = (at: number) => {
          part.setStart(text, at)
          part.setEnd(text, at + 1)
          return [...part.getClientRects()].at(-1)?.top
        }
        return [...text.data.matchAll(/\p{L}(?=\p{L})/gu)].filter(({ index }) => lineOf(index) !== lineOf(index + 1))
      })
      expect(broken).toEqual([])
    })

    const whole = chapterOf(page).locator('[lang=fr], code, [translate=no]')
    await expect(whole).toHaveCount(3)
    for (const text of await whole.allTextContents()) expect(text).not.toContain('\u00ad')
    // Languages without our patterns are hyphenated by engines that support them.
    await expect(whole.first()).toHaveCSS('hyphens', 'auto')
    await expect(chapterOf(page).locator('p').first()).toHaveCSS('hyphens', 'manual')
  })

  test('hyphenates a wide title of a chapter as long as a book', async ({ webView, page, partner }) => {
    await replaceChapters(
      page,
      `<h1 style="font-size: 4em">Desnecessariamente</h1><p hidden="">${'Prosa. '.repeat(30_000)}</p>`,
    )
    await page.setViewportSize({ width: 320, height: 640 })

    await openBook(webView, partner, PROSE_BOOK)

    await expect(chapterOf(page).locator('h1')).toHaveText(/\u00ad/)
  })
})

test('text in another language that its engine does not hyphenate is justified only if the member asks', async ({
  webView,
  page,
  partner,
}) => {
  await replaceChapters(
    page,
    '<h1>Titre</h1><p>Extraordinairement.</p><p class="gauche">Extraordinairement.</p><p class="entier">Extraordinairement.</p>',
    'body { text-align: justify } .gauche { text-align: left } .entier { hyphens: none }',
    'fr',
  )
  const styles = () =>
    chapterOf(page)
      .locator('h1, p')
      .evaluateAll((all) =>
        all.map((element) => getComputedStyle(element)).map((style) => [style.textAlign, style.hyphens]),
      )

  await openBook(webView, partner, PROSE_BOOK)

  // Nothing hyphenates it here: justified, it would have rivers.
  expect((await styles()).map(([align]) => align)).toEqual(['start', 'start', 'left', 'start'])
  await align(page, 'Justificado')
  await expect
    .poll(async () => (await styles()).slice(1))
    .toEqual([
      ['justify', 'auto'],
      ['justify', 'auto'],
      ['justify', 'none'],
    ])
})

test('text in a script without hyphens stays justified, also where only XML declares its language', async ({
  webView,
  page,
  partner,
}) => {
  const chapter = chapterAnswer('<p>吾輩は猫である。</p>', 'p { text-align: justify }', '')
  const body = chapter.body.replace('lang=""', 'xml:lang="ja"')
  await page.route(/\.xhtml$/, (route) => route.fulfill({ ...chapter, body }))

  await openBook(webView, partner, PROSE_BOOK)

  await expect(chapterOf(page).locator('p')).toHaveCSS('text-align', 'justify')
})

test('a title in another language is shrunk to its longest word, and hyphenated only where that would be too small', async ({
  webView,
  page,
  partner,
}) => {
  await replaceChapters(
    page,
    `<h1>Die Naturwissenschaften</h1><h2>Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft</h2>
    <h3>Kurz</h3><h1 class="glued">Teil&#160;IV&#160;Geschichte</h1><h1 class="glued">(((((Fortsetzung)))))</h1>`,
    '',
    'de',
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await openBook(webView, partner, PROSE_BOOK)
  const [first, second, third] = ['h1', 'h2', 'h3'].map((name) => chapterOf(page).locator(name).first())
  const sizeOf = (title: Locator) => title.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  await expect(first!).toBeVisible()
  const before = await sizeOf(first!)
  await page.getByRole('button', { name: 'Aparência' }).click()
  for (let steps = 0; steps < 4; steps++) await page.getByRole('button', { name: 'Aumentar o texto' }).click()

  await expect(first!).toHaveAttribute('data-estante-title', 'shrunk')
  const lines = await first!.evaluate((element) => {
    const word = document.createRange()
    word.setStart(element.firstChild!, 4)
    word.setEnd(element.firstChild!, element.textContent.length)
    return word.getClientRects().length
  })
  expect(lines).toBe(1)
  expect(await sizeOf(first!)).toBeGreaterThan(await sizeOf(chapterOf(page).locator('html')))
  await expect(second!).toHaveCSS('hyphens', 'auto')
  await expect(third!).not.toHaveAttribute('data-estante-title')
  for (const glued of await chapterOf(page).locator('.glued').all()) {
    await expect(glued).toHaveAttribute('data-estante-title', 'shrunk')
    expect(
      await glued.evaluate(({ firstChild }) => {
        const words = document.createRange()
        words.selectNodeContents(firstChild!)
        return words.getClientRects().length
      }),
    ).toBe(1)
  }
  for (let steps = 0; steps < 4; steps++) await page.getByRole('button', { name: 'Diminuir o texto' }).click()
  await expect.poll(() => sizeOf(first!)).toBe(before)
})

async function turn(page: Page) {
  const pageText = await visibleText(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => visibleText(page)).not.toBe(pageText)
}

async function align(page: Page, name: string) {
  await page.getByRole('button', { name: 'Aparência' }).press('Enter')
  await page.getByRole('radio', { name, exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** The numbers of the sentences that begin on a page. */
function sentencesOf(words: string): string[] {
  return words.match(/\(\d+\)/g) ?? []
}
