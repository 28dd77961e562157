import { openBook, replaceChapters } from './hosts/book.ts'
import { chapterOf, visibleText } from './hosts/chapter.ts'
import { LINKED_BOOK, ONE_FILE_BOOK } from './service/library.ts'
import { expect, type Locator, type Page, test } from './test.ts'

/* Where the keyboard's focus stays, or goes when its element is removed. */

test('going back leads to the link that was followed', async ({ webView, page, partner }) => {
  await webView.open(await partner.openBooks('/explorar'))
  const title = page.getByRole('main').getByRole('link', { name: /^Quintal de dentro/ })
  await press(title, 'Enter')
  await expect(page.getByRole('heading', { name: 'Quintal de dentro' })).toBeFocused()

  await page.goBack()

  await expect(title).toBeFocused()
  await expect(title).toBeInViewport()
})

test('the player’s keys work from its buttons, and its sheets open and change under the focus', async ({
  webView,
  page,
  partner,
}) => {
  await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
  const play = page.getByRole('button', { name: 'Reproduzir' })
  const sheet = page.getByRole('dialog')
  await expect(play).toBeEnabled()

  await test.step('a key skips while a button has the focus, which a field keeps for itself', async () => {
    await press(play, 'ArrowRight')
    await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /^30 segundos/)
    await page.keyboard.press('n')
    await expect(page.getByRole('button', { name: /^Capítulo 2 de/ })).toBeVisible()
    await expect(play).toBeFocused()
  })

  await test.step('the chapters open at the current one, and keys lead to any other', async () => {
    await press(page.getByRole('button', { name: 'Capítulos' }), 'Enter')
    const chapter = (index: number) => sheet.getByRole('listitem').nth(index).getByRole('button')
    await expect(chapter(1)).toBeFocused()
    await expect(chapter(1)).toContainText('56 segundos')
    for (const [key, index] of Object.entries({
      ArrowDown: 2,
      PageUp: 0,
      PageDown: -1,
      Home: 0,
      End: -1,
      ArrowUp: 3,
    })) {
      await page.keyboard.press(key)
      await expect(chapter(index), key).toBeFocused()
    }
    await page.keyboard.press('Escape')
  })

  await test.step('a speed from 0.5 to 3 is chosen', async () => {
    await press(page.getByRole('button', { name: 'Velocidade' }), 'Enter')
    const speed = sheet.getByRole('slider', { name: 'Velocidade' })
    for (const [key, limit, further] of [
      ['Home', '0,5×', 'Mais devagar'],
      ['End', '3×', 'Mais rápido'],
    ] as const) {
      await press(speed, key)
      await expect(speed).toHaveAttribute('aria-valuetext', limit)
      await expect(sheet.getByRole('button', { name: further })).toBeDisabled()
    }
    await page.keyboard.press('Escape')
  })

  await test.step('a speed for all books is announced, and its button leaves the focus in the sheet', async () => {
    await press(page.getByRole('button', { name: 'Velocidade' }), 'Enter')
    await press(sheet.getByRole('button', { name: '1,5×', exact: true }), 'Enter')
    await press(sheet.getByRole('button', { name: 'Usar 1,5× nos outros livros' }), 'Enter')
    await expect(sheet.getByRole('button', { name: 'Fechar' })).toBeFocused()
    await expect(sheet.getByRole('status').getByText(/não mudou a velocidade também tocam a 1,5×\.$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await press(page.getByRole('button', { name: 'Velocidade' }), 'Enter')
    await expect(sheet.getByText('O tom da voz não muda.')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a sleep timer is replaced by another', async () => {
    const timer = page.getByRole('button', { name: 'Temporizador' })
    await press(timer, 'Enter')
    await press(sheet.getByRole('button', { name: '15 min' }), 'Enter')
    await press(timer, 'Enter')
    const chosen = sheet.getByRole('button', { pressed: true })
    await expect(chosen).toHaveText('15 min')
    await press(sheet.getByRole('button', { name: 'No fim deste capítulo' }), 'Enter')
    await press(timer, 'Enter')
    await expect(chosen).toHaveText('No fim deste capítulo')
    await page.keyboard.press('Escape')
  })

  await test.step('a new bookmark’s note, saved, leads to the play button', async () => {
    await press(page.getByRole('button', { name: 'Marcar', exact: true }), 'Enter')
    await press(page.getByRole('button', { name: 'Adicionar nota' }), 'Enter')
    await press(sheet.getByRole('button', { name: 'Salvar' }), 'Enter')
    await expect(play).toBeFocused()
  })

  await test.step('a bookmark that was edited has the focus again, and a deleted one is announced', async () => {
    await press(page.getByRole('button', { name: 'Marcadores e trechos' }), 'Enter')
    const edit = sheet.getByRole('button', { name: /^Editar o marcador/ })
    await press(edit, 'Enter')
    await expect(sheet.getByRole('button', { name: 'Fechar' })).toBeFocused()
    const region = await sheet.getByRole('status').first().elementHandle()
    await press(sheet.getByRole('button', { name: 'Salvar' }), 'Enter')
    await expect(edit).toBeFocused()

    await press(edit, 'Enter')
    await press(sheet.getByRole('button', { name: 'Apagar' }), 'Enter')
    await expect(sheet.getByRole('button', { name: 'Fechar' })).toBeFocused()
    expect(await region!.textContent(), 'in a region that was there before').toContain('Marcador apagado')
    await expect(sheet.getByRole('link'), 'nothing to filter or export').toHaveCount(0)
    await press(sheet.getByRole('button', { name: 'Desfazer' }), 'Enter')
    await expect(edit).toBeFocused()
  })
})

test('the end of a title has the focus and announces the next title, and so has the screen after its buttons', async ({
  webView,
  page,
  partner,
}) => {
  const path = await partner.pathOf('audiobook', 'O farol de sal')
  const next = await partner.pathOf('audiobook', 'Como ouvir uma cidade')
  await webView.open(await partner.openBooks(next.replace('player', 'titulo')))
  await press(page.getByRole('button', { name: 'Pôr na fila' }), 'Enter')
  await expect(page.getByRole('status').getByText(/está na fila$/)).toBeVisible()
  await webView.open(await partner.openBooks(path))
  await page.getByRole('button', { name: 'Livro', exact: true }).click()
  await page.getByRole('slider').press('End')
  await page.keyboard.press('ArrowLeft')
  const play = page.getByRole('button', { name: 'Reproduzir' })

  await press(play, 'Enter')

  const heading = page.getByRole('heading', { name: 'Você ouviu até o fim' })
  await expect(heading).toBeFocused()
  await expect(page.getByRole('status').getByText('A seguir: Como ouvir uma cidade')).toBeAttached()
  await press(page.getByRole('button', { name: 'Cancelar' }), 'Enter')
  await expect(heading).toBeFocused()
  const middles = await page.locator('.ending__acts > *').evaluateAll((acts) =>
    acts.map((act) => {
      const { left, right } = act.getBoundingClientRect()
      return Math.round((left + right) / 2)
    }),
  )
  expect(middles, 'both centred').toEqual([middles[0], middles[0]])
  const tops = await page
    .locator('.ending__back .button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops).size, 'the lesser buttons in one row').toBe(1)
  await press(page.getByRole('button', { name: 'Voltar ao player' }), 'Enter')
  await expect(play).toBeFocused()
})

test('Tab stays on the page that is read, and a link within the book leads the focus with it, and is undone with one tap', async ({
  webView,
  page,
  partner,
}) => {
  await openBook(webView, partner, 'Notas ao pé da mangueira')
  const chapter = chapterOf(page)
  const call = chapter.locator('#chamada-1')
  const back = chapter.locator('[role=doc-backlink]').first()
  await page.getByRole('button', { name: 'Aparência' }).focus()
  await page.keyboard.press('Tab')
  await expect(call).toBeFocused()
  const first = await visibleText(page)

  await page.keyboard.press('End')
  await expect.poll(() => visibleText(page)).not.toBe(first)
  const last = await visibleText(page)
  await page.keyboard.press('Tab')
  await expect(chapter.locator('img:focus, [role=doc-backlink]:focus')).toBeInViewport()
  expect(await visibleText(page)).toBe(last)

  await press(back, 'Enter')
  await expect(call).toBeFocused()
  expect(await visibleText(page)).toBe(first)
  await press(page.getByRole('button', { name: 'Voltar aonde estava' }), 'Enter')
  await expect.poll(() => visibleText(page)).toBe(last)
})

test('Tab leads to the links on the screen, and past the first and last of them to the next ones, on pages and in a scroll; a page that begins within a sentence has its first word selected', async ({
  webView,
  page,
  partner,
}) => {
  const links = Array.from({ length: 120 }, (_, at) => `<p><a id="s${at}" href="https://example.com/">Saída</a></p>`)
  const sentence = 'Palavras que enchem a página toda, uma depois da outra, sem parar. '
  const across = `<p>${sentence.repeat(13)}<a id="longa" href="https://example.com/">${sentence.repeat(6)}</a> ${sentence.repeat(12)}</p>`
  await replaceChapters(page, across + links.join(''))
  await openBook(webView, partner, ONE_FILE_BOOK)
  const chapter = chapterOf(page)
  const focused = () => chapter.locator('a:focus').getAttribute('id')
  const offset = () => chapter.locator('html').evaluate(({ scrollLeft, scrollTop }) => scrollLeft + scrollTop)
  const onScreen = () =>
    chapter.locator('a').evaluateAll((links) =>
      links
        .filter((link) => {
          const { left, right, top, bottom } = [...link.getClientRects()].at(-1)!
          return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
        })
        .map(({ id }) => id),
    )
  /** Turns by key, and waits until the text stands still. */
  const turn = async (key: string) => {
    const before = await offset()
    await page.keyboard.press(key)
    await expect.poll(offset).not.toBe(before)
    await expect(async () => expect(await offset()).toBe(await offset())).toPass()
  }
  await test.step('the first word of a page that begins within a sentence is selected', async () => {
    await turn('PageDown')
    for (const key of ['Shift+ArrowDown', 'Control+Shift+ArrowRight']) await page.keyboard.press(key)
    const word = await chapter.locator('body').evaluate(() => getSelection()!.toString())
    const [first] = (await visibleText(page)).split(' ')
    expect(first).not.toBe('Palavras')
    expect(first!.replace(/\P{L}$/u, '')).toBe(word)
    await page.keyboard.press('Escape')
  })

  for (const [flow, turns] of [
    ['Páginas', 1],
    ['Rolagem', 2],
  ] as const) {
    await test.step(flow, async () => {
      await page.getByRole('button', { name: 'Aparência' }).press('Enter')
      await page.getByRole('radio', { name: flow }).check({ force: true })
      await page.keyboard.press('Escape')
      await page.locator('iframe[data-current]').focus()
      await page.keyboard.press('Home')
      await expect.poll(offset).toBe(0)
      for (let turned = 0; turned < turns; turned++) await turn('PageDown')
      const place = await offset()
      const seen = await onScreen()

      await press(page.getByRole('button', { name: 'Aparência' }), 'Tab')
      expect(await focused()).toBe(seen[0])
      await expect.poll(offset).toBe(place)

      for (const key of ['PageDown', 'PageUp']) {
        for (let time = 0; time < 2; time++) await turn(key)
        await page.keyboard.press('Tab')
        expect(await focused(), `after ${key}`).toBe((await onScreen())[0])
        // Tab would go on from where the mouse was pressed.
        await page.mouse.click(206, 400)
      }

      await press(page.getByRole('button', { name: 'Página anterior' }), 'Shift+Tab')
      expect(await focused()).toBe(seen.at(-1))
      await expect.poll(offset).toBe(place)
      await page.keyboard.press('Tab')
      const next = `s${seen.at(-1) === 'longa' ? 0 : Number(seen.at(-1)!.slice(1)) + 1}`
      await expect.poll(focused).toBe(next)
      await expect.poll(offset).toBeGreaterThan(place)
      await page.keyboard.press('Shift+Tab')
      await expect.poll(focused).toBe(seen.at(-1))
      await expect.poll(onScreen).toContain(seen.at(-1))
      // There and back at once, before the engine reports that it scrolled.
      await Promise.all(['Tab', 'Shift+Tab'].map((key) => page.keyboard.press(key)))
      await expect.poll(focused).toBe(seen.at(-1))
      await page.keyboard.press('Tab')
      await expect.poll(focused).toBe(next)
      await expect.poll(onScreen).toContain(next)
      await openBook(webView, partner, ONE_FILE_BOOK)
      await expect.poll(onScreen, 'the place is saved').toContain(next)
    })
  }
})

test('a jump to words leads the focus to them, and the way back to the page that was left', async ({
  webView,
  page,
  partner,
}) => {
  await openBook(webView, partner, ONE_FILE_BOOK)
  const focused = chapterOf(page).locator(':focus')
  await press(page.getByRole('button', { name: 'Próxima página' }), 'Enter')
  await press(page.getByRole('button', { name: 'Buscar no livro' }), 'Enter')
  await page.getByRole('searchbox').fill('frase 7 do capítulo V.')

  await press(page.getByRole('dialog').getByRole('button', { name: 'Frase 7 do capítulo V.' }), 'Enter')

  await expect(focused).toHaveText(/^Frase 1 do capítulo V\. /)
  await expect(focused).toHaveCSS('outline-style', 'none')
  expect(await visibleText(page)).toContain('Frase 7 do capítulo V.')

  await press(page.getByRole('button', { name: 'Voltar aonde estava' }), 'Enter')
  await expect(focused).toHaveText(/^Frase 1 do capítulo I\. /)

  await test.step('so does an annotation from its list', async () => {
    await page.getByRole('button', { name: 'Marcar esta página' }).press('Enter')
    const path = await partner.pathOf('ebook', ONE_FILE_BOOK)
    await webView.open(await partner.openBooks(path.replace('leitor', 'notas')))
    await press(page.getByRole('button', { name: /^Marcador/ }), 'Enter')
    await expect(focused).toHaveText(/^Frase 1 do capítulo I\. /)
  })
})

test('the end of an e-book has the focus, scrolls by key, and leads back to the last page', async ({
  webView,
  page,
  partner,
}) => {
  await page.setViewportSize({ width: 360, height: 500 })
  await openBook(webView, partner, ONE_FILE_BOOK)
  const next = page.getByRole('button', { name: 'Próxima página' })
  const back = page.getByRole('button', { name: 'Voltar aonde estava' })
  const chapter = page.locator('iframe[data-current]')
  const first = await visibleText(page)
  await press(chapter, 'End')
  await expect.poll(() => visibleText(page)).toContain('XIV')
  const last = await visibleText(page)
  await press(back, 'Enter')
  await expect.poll(() => visibleText(page), 'the key of an end is undone with one tap').toBe(first)
  await press(chapter, 'End')
  await expect.poll(() => visibleText(page)).toBe(last)
  const heading = page.getByRole('heading', { name: 'Você leu até o fim' })
  const scrolled = () => page.locator('.reader__over').evaluate((ending) => ending.scrollTop)

  for (const key of ['PageDown', ' '] as const) {
    await page.keyboard.press(key)
    await expect(heading).toBeFocused()
    await page.keyboard.press(key)
    await expect.poll(scrolled).toBeGreaterThan(0)
    await page.keyboard.press('Home')
    await expect.poll(scrolled).toBe(0)

    await page.keyboard.press('PageUp')
    await expect(heading).toBeHidden()
    await expect(chapterOf(page).locator(':focus')).toHaveText(/capítulo XII\.$/)
    expect(await visibleText(page)).toBe(last)
  }

  await press(next, 'Enter')
  await expect(heading).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Aparência' }), 'the covered page is no stop of Tab').toBeFocused()
  await press(page.getByRole('button', { name: 'Voltar ao texto' }), 'Enter')
  await expect(chapter).toBeFocused()
  expect(await visibleText(page)).toBe(last)

  await press(next, 'Enter')
  await press(page.getByRole('button', { name: 'Ler de novo' }), 'Enter')
  await expect.poll(() => visibleText(page)).toBe(first)
  await press(back, 'Enter')
  await expect.poll(() => visibleText(page), 'so is reading it again').toBe(last)
})

test('at the end of a book of one page in vertical lines, the arrow to the right leads back', async ({
  webView,
  page,
  partner,
}) => {
  await replaceChapters(page, '<p>Um só parágrafo.</p>', 'body { writing-mode: vertical-rl }')
  await openBook(webView, partner, ONE_FILE_BOOK)
  const heading = page.getByRole('heading', { name: 'Você leu até o fim' })
  await press(page.locator('iframe[data-current]'), 'ArrowLeft')
  await expect(heading).toBeFocused()

  await page.keyboard.press('ArrowLeft')
  await expect(heading).toBeFocused()
  await page.keyboard.press('ArrowRight')

  await expect(heading).toBeHidden()

  await test.step('and “Ler de novo” to its only page', async () => {
    await page.keyboard.press('ArrowLeft')
    await press(page.getByRole('button', { name: 'Ler de novo' }), 'Enter')
    await expect(heading).toBeHidden()
    await expect(page.locator('iframe[data-current]')).toBeFocused()
  })
})

test('a button that its own press disables leaves the focus beside it', async ({ webView, page, partner }) => {
  await openBook(webView, partner, LINKED_BOOK)
  const next = page.getByRole('button', { name: 'Próxima página' })
  const previous = page.getByRole('button', { name: 'Página anterior' })
  await press(next, 'Enter')
  await expect(previous).toBeEnabled()
  await press(previous, 'Enter')
  await expect(page.locator('footer')).toBeFocused()
  await press(next, 'Enter')
  await press(chapterOf(page).getByRole('img', { name: 'O telhado.' }), 'Enter')
  const [smaller, larger] = ['Reduzir', 'Ampliar'].map((name) => page.getByRole('button', { name }))
  await expect(smaller!).toBeDisabled()

  await larger!.focus()
  while (await larger!.isEnabled()) await page.keyboard.press('Enter')

  await expect(page.getByRole('dialog').locator('header')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(smaller!).toBeFocused()
})

test('a deleted annotation is counted out, and leaves the focus on the next one, and the last on the screen', async ({
  webView,
  page,
  partner,
}) => {
  await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
  for (let marks = 0; marks < 2; marks++) {
    await page.getByRole('button', { name: 'Avançar 30 segundos' }).click()
    await page.getByRole('button', { name: 'Marcar', exact: true }).click()
  }
  await webView.open(await partner.openBooks('/notas'))
  const found = page.getByRole('region', { name: 'Anotações encontradas' }).getByRole('status').first()
  await expect(found).toHaveText('2 anotações')

  const edit = page.getByRole('button', { name: /^Editar/ })
  for (const [left, focused] of [
    ['1 anotação', edit],
    ['0 anotações', page.getByRole('main')],
  ] as const) {
    await press(edit.first(), 'Enter')
    await press(page.getByRole('dialog').getByRole('button', { name: 'Apagar' }), 'Enter')
    await expect(found).toHaveText(left)
    await expect(focused).toBeFocused()
  }
  await expect(page.getByRole('heading', { name: 'Nada marcado ainda' })).toBeVisible()
})

test('in a very small frame, the close button is on the screen when it has the focus', async ({
  webView,
  page,
  partner,
}) => {
  await page.setViewportSize({ width: 300, height: 150 })
  await webView.open(await partner.openBooks('/perfil'), '&embed=1&closable=1')
  const close = page.getByRole('button', { name: 'Fechar' })
  await expect(close).toBeVisible()
  await page.evaluate(() => scrollTo(0, 300))

  await close.focus()

  await expect(close).toBeInViewport({ ratio: 1 })
})

async function press(target: Locator, key: Parameters<Page['keyboard']['press']>[0]) {
  await target.focus()
  await target.page().keyboard.press(key)
}
