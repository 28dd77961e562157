import { chapterOf } from './hosts/chapter.ts'
import { soundOf, watchSound } from './hosts/sound.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { FIXED_BOOK, PROSE_BOOK, RIGHT_TO_LEFT_BOOK, SPOKEN_BOOK } from './service/library.ts'
import type { Partner } from './service/partner.ts'
import { expect, type Locator, test } from './test.ts'

/** Viewports of a phone, a tablet and a desktop. */
const SIZES = [
  [360, 740],
  [820, 1180],
  [1280, 800],
] as const
/** Longer than the threshold of a started title. */
const STARTED_AFTER_SECONDS = 6

/** The path of a title's page, made from that of its player or reader, which partners know. */
async function titlePath(partner: Partner, type: 'audiobook' | 'ebook', title: string) {
  return (await partner.pathOf(type, title)).replace(/^\/(player|leitor)/, '/titulo')
}

test('an unstarted title opens its page first, and a started one resumes at once', async ({
  webView,
  page,
  partner,
}) => {
  await watchSound(page)
  await webView.open(await partner.openBooks())
  const card = page.getByRole('article').filter({ hasText: 'Como ouvir uma cidade' }).first()
  const player = page.waitForRequest(/\/assets\/player-.+\.js$/)
  await card.getByRole('link').first().click()

  await expect(page.getByRole('heading', { level: 1, name: 'Como ouvir uma cidade' })).toBeFocused()
  await player
  await expect(page).toHaveTitle(/Como ouvir uma cidade/)
  await expect(page.getByText('cinco exercícios')).toBeVisible()
  const listen = page.getByRole('link', { name: 'Ouvir', exact: true })
  await test.step('one that is left while it loads stays silent, also when the member returns by Forward', async () => {
    const opening = /\?with=manifest$/
    const requested = Promise.withResolvers<{ continue(): Promise<void> }>()
    await page.route(opening, (route) => requested.resolve(route), { times: 1 })
    const answer = page.waitForResponse(opening)
    await listen.click()
    const request = await requested.promise
    await page.goBack()
    await request.continue()
    await (await answer).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await soundOf(page)).toMatchObject({ address: '' })
    await page.goForward()
    await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeVisible()
    expect(await soundOf(page)).toMatchObject({ address: '' })
    await page.goBack()
  })
  const home = page.waitForResponse(/\/play\/v1\/home$/)
  await listen.click()
  await expect.poll(async () => (await soundOf(page)).time).toBeGreaterThan(STARTED_AFTER_SECONDS)
  expect(new URL(page.url()).search, 'a reload would play again').toBe('')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Pausar' }).click()
  await expect.poll(async () => (await partner.usage()).totals.titlesStarted).toBe(1)
  await page.getByRole('link', { name: 'Como ouvir uma cidade' }).click()
  await expect(page).toHaveURL(/\/titulo\//)
  // In time for the return to the home screen, which then does not move.
  expect((await (await home).json()).continue[0].title).toBe('Como ouvir uma cidade')
  await page.goto(`${await partner.openBooks('/explorar')}&embed=1`)
  await expect(card.getByRole('link').first()).toHaveAttribute('href', /^\/player\/.+\?tocar$/)
  await card.getByRole('button', { name: 'Opções de Como ouvir uma cidade' }).click()
  await page.getByRole('button', { name: 'Ver os detalhes' }).click()
  await expect(page.getByRole('link', { name: 'Continuar ouvindo' })).toBeVisible()

  await test.step('and is called finished, and in progress again', async () => {
    await page.getByRole('button', { name: 'Marcar como concluído' }).click()
    await expect(page.getByRole('link', { name: 'Ouvir', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Biblioteca' }).click()
    await expect(page.getByRole('radio', { name: 'Concluídos' }), 'the part with titles').toBeChecked()
    await card.getByRole('button', { name: 'Opções de Como ouvir uma cidade' }).press('Enter')
    await page.getByRole('button', { name: 'Voltar para “Em andamento”' }).press('Enter')
    await expect(card).toHaveCount(0)
    await expect(page.locator('#content'), 'the card of the pressed button is gone').toBeFocused()
    await page.getByRole('radio', { name: 'Em andamento' }).check({ force: true })
    await expect(card.getByRole('link')).toHaveAttribute('href', /^\/player\//)
  })
})

test('names of a title in another language are in that language and its direction on cards, on its page and in the reader', async ({
  webView,
  page,
  partner,
}) => {
  const name = (text: string | RegExp) => page.getByText(text, { exact: true }).filter({ visible: true }).first()
  const languageOf = (text: string) => name(text).evaluate((one) => one.closest('[lang]')?.getAttribute('lang'))
  await webView.open(await partner.openBooks('/explorar?q=livro'))
  const found = [await languageOf(RIGHT_TO_LEFT_BOOK), await languageOf(PROSE_BOOK)]
  const lines = await name(RIGHT_TO_LEFT_BOOK).evaluate((title) => {
    title.textContent = 'עולם, 2!'
    const range = document.createRange()
    const leftOf = (start: number, end: number) => {
      range.setStart(title.firstChild!, start)
      range.setEnd(title.firstChild!, end)
      return range.getBoundingClientRect().left
    }
    const author = title.nextElementSibling!.getBoundingClientRect().left
    return { markIsAtTheLeft: leftOf(7, 8) < leftOf(0, 1), isUnderTheCover: leftOf(0, 8) === author }
  })
  expect(lines).toEqual({ markIsAtTheLeft: true, isUnderTheCover: true })
  await page.getByRole('button', { name: `Opções de ${RIGHT_TO_LEFT_BOOK}` }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: RIGHT_TO_LEFT_BOOK })).toHaveAttribute(
    'lang',
    'ar',
  )
  await page.getByRole('button', { name: 'Ver os detalhes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: RIGHT_TO_LEFT_BOOK })).toHaveAttribute('lang', 'ar')
  await expect(page.getByRole('main').getByRole('link', { name: 'Ana Autora', exact: true })).toHaveAttribute(
    'lang',
    'ar',
  )
  await page.getByRole('link', { name: 'Ler', exact: true }).click()
  await expect(page.locator('.reader__foot').getByText('Um', { exact: true })).toHaveAttribute('lang', 'ar')
  await test.step('its right-to-left page order is respected, with text in either direction', async () => {
    const chapter = chapterOf(page)
    await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
    await page.getByRole('button', { name: 'Sumário' }).click()
    const entry = page.getByRole('dialog').getByRole('button', { name: /^Um/ })
    await expect(entry).toHaveCSS('direction', 'rtl')
    const { x, width } = (await entry.boundingBox())!
    expect((await entry.getByText('Um').boundingBox())!.x, 'at the right').toBeGreaterThan(x + width / 2)
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowLeft')
    await expect(chapter.getByRole('heading', { name: 'Dois' })).toBeInViewport()
    await expect(chapter.locator('body')).toHaveCSS('direction', 'ltr')
    await page.keyboard.press('ArrowRight')
    await expect(chapter.getByRole('heading', { name: 'Um' })).toBeInViewport()
  })
  await page.getByRole('button', { name: 'Sumário' }).press('Enter')
  await expect(page.getByRole('dialog').locator('li').getByText('Um', { exact: true })).toHaveAttribute('lang', 'ar')
  found.push(await languageOf('Sumário'))
  await page.keyboard.press('Escape')
  await test.step('results of a search are laid out in the direction of their words', async () => {
    await page.getByRole('button', { name: 'Buscar no livro' }).press('Enter')
    const results = page.getByRole('dialog', { name: 'Buscar no livro' })
    await results.getByRole('searchbox').fill('مرحبا')
    await expect(results.getByRole('listitem')).toHaveCount(1)
    const leftOf = async (words: RegExp) => (await results.getByText(words).first().boundingBox())!.x
    expect(await leftOf(/^\d+%$/), 'the percentage is at the end').toBeLessThan(await leftOf(/^مرحبا$/))
    expect(await leftOf(/^1$/), 'and the count').toBe(await leftOf(/^\d+%$/))
    await results.getByRole('button', { name: 'Fechar' }).click()
    await expect(results).toBeHidden()
  })
  await page.locator('iframe[data-current]').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Nota', exact: true }).click()
  const note = page.getByRole('dialog', { name: 'Nota' })
  const quotes = [await note.getByRole('blockquote').getAttribute('lang')]
  await note.getByRole('button', { name: 'Pronto' }).click()
  await page.getByRole('button', { name: 'Sumário' }).press('Enter')
  await page.getByRole('radio', { name: 'Anotações' }).check()
  quotes.push(await page.getByRole('dialog').locator('.annotations__quote').getAttribute('lang'))
  await page.getByRole('dialog').getByRole('link').click()
  quotes.push(await page.locator('.annotation__quote').getAttribute('lang'))
  await page.getByRole('button', { name: /^Editar:/ }).click()
  quotes.push(await page.getByRole('dialog').getByRole('blockquote').getAttribute('lang'))

  expect(found).toEqual(['ar', 'pt-BR', 'pt-BR'])
  expect(quotes).toEqual(Array(4).fill('ar'))
})

test('names of an audiobook in another language are in that language in the player, its chapters, under its lock and in the mini player', async ({
  webView,
  page,
  partner,
  service,
}) => {
  const path = await partner.pathOf('audiobook', 'O farol de sal')
  const setLanguage = (language: string) =>
    service.context.db.write((tx) =>
      tx.updateTable('publication').set({ language }).where('public_id', '=', path.split('/').at(-1)!).execute(),
    )
  await setLanguage('en')
  await webView.open(await partner.openBooks(path))
  const languages: string[] = []
  const noteLanguages = async (scope: Locator, names: string[]) => {
    for (const name of names) {
      const element = scope.getByText(name, { exact: true }).first()
      languages.push(await element.evaluate((one) => one.closest('[lang]')!.getAttribute('lang')!))
    }
  }

  await noteLanguages(page.getByRole('main'), ['O farol de sal', 'Helena Ibarra', 'A casa branca'])
  await setLanguage('und')
  await page.getByRole('button', { name: 'Capítulos' }).click()
  await noteLanguages(page.getByRole('dialog'), ['A casa branca', 'O que a chuva sabia'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Bloquear a tela' }).click()
  await noteLanguages(page.getByRole('dialog'), ['O farol de sal', 'A casa branca'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reproduzir' }).click()
  await page.getByRole('button', { name: 'Voltar', exact: true }).click()
  await noteLanguages(page.getByRole('region', { name: 'Tocando agora' }), ['O farol de sal'])

  expect(languages).toEqual(Array(8).fill('en'))
})

test('the page of a title shows the declared accessibility, leads to authors and series, and has the first lines', async ({
  webView,
  page,
  partner,
}) => {
  const refused: string[] = []
  await webView.open(await partner.openBooks(await titlePath(partner, 'ebook', PROSE_BOOK)))

  await test.step('its length in pages, where one file tells no number of chapters', async () => {
    await expect(page.getByRole('region', { name: 'Ficha' }).getByText(/^cerca de \d+ páginas$/)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Ler/ })).not.toContainText('capítulo')
  })

  await test.step('its accessibility, in the words of the guide', async () => {
    const part = page.getByRole('region', { name: 'Acessibilidade' })

    await expect(part.getByText('Todo o conteúdo pode ser lido em voz alta e braille dinâmico')).toBeVisible()
    await expect(part.getByText('A publicação foi certificada por Fundação Ler')).toBeVisible()
    await expect(part.getByText('A publicação não contém riscos')).toBeVisible()
    await part.getByText('Informações detalhadas de conformidade').click()
    await expect(part.getByText('A publicação foi certificada em 15 de março de 2026')).toBeVisible()
    await part.getByRole('link', { name: 'Saiba no relatório do certificador' }).click()
    await expect
      .poll(() => webView.events())
      .toContainEqual({ type: 'service:open-external', url: 'https://example.com/relatorio' })
    await expectNoSeriousFaults(page, 'the page of a title')
  })

  await test.step('its first lines, read where one is, after which the reader goes on', async () => {
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
    await page.getByRole('button', { name: 'Ler o começo' }).click()

    await expect(page.getByText('Na manhã seguinte, o bibliotecário encontrou').first()).toBeVisible()
    expect(refused).toEqual([])
    await page.getByRole('link', { name: 'Continuar no leitor' }).click()
    await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
    await page.goBack()
  })

  await test.step('its author and series, from which Back comes back, and leads on to the catalog', async () => {
    await expect(page.getByText('Livro 2 da série')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Mais de Ana Autora' })).toBeVisible()

    await page.getByRole('link', { name: 'Noites na biblioteca' }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'Noites na biblioteca' })).toBeFocused()
    await expect(page.getByText('Série · 1 título')).toBeVisible()
    await expect(page.getByText('Livro 2 · Ana Autora')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: PROSE_BOOK })).toBeVisible()
    await page.getByRole('button', { name: 'Voltar', exact: true }).click()
    await expect(page.getByRole('searchbox')).toBeVisible()
  })

  await test.step('the first lines of a poem, one below the other, without readings of words and numbers of notes', async () => {
    await page.goto(`${await partner.openBooks(await titlePath(partner, 'ebook', 'Quintal de dentro'))}&embed=1`)
    await page.route('**/*.xhtml', async (route) => {
      const url = new URL(route.request().url())
      const headers = { ...route.request().headers(), host: url.host }
      url.hostname = '127.0.0.1'
      const response = await route.fetch({ url: url.href, headers })
      const body = (await response.text()).replace(
        'janelas',
        '<ruby>janelas<rt>mado</rt></ruby><sup><a href="#n">1</a></sup> na <a href="#r">2<sup>a</sup> rua</a>',
      )
      await route.fulfill({ response, body })
    })
    await page.getByRole('button', { name: 'Ler o começo' }).click()
    const verse = 'Esta casa tem nove janelas na 2a rua\ne uma que só abre por dentro da gente.'
    await expect(page.getByText(verse)).toHaveJSProperty('innerText', verse)
  })
})

test('a book without accessibility metadata says so, as does a missing title, and an audiobook has that of its e-book, and its sample', async ({
  webView,
  page,
  partner,
}) => {
  await webView.open(await partner.openBooks(await titlePath(partner, 'ebook', SPOKEN_BOOK)))
  await expect(page.getByText('Nenhuma informação sobre leitura não visual está disponível')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ficha' })).toContainText('Ouvir junto1 min de narração')

  await page.goto(`${await partner.openBooks(await titlePath(partner, 'audiobook', 'O farol de sal'))}&embed=1`)
  await expect(page.getByRole('heading', { level: 1, name: 'O farol de sal' })).toBeVisible()
  await expect(page.getByText('Narração de Aurora')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ficha' })).toContainText('Duração5 min')
  await expect(page.getByRole('region', { name: 'Acessibilidade' })).toContainText('Do e-book, segundo o que a editora')
  await expect(page.getByRole('list', { name: 'Como ler este livro' }).getByRole('link')).toHaveText([/^Ouvir/, /^Ler/])
  const samples = page.getByRole('region', { name: 'Amostra' })
  await expect(samples.getByRole('button')).toHaveText(['Ouvir uma amostra', 'Ler o começo'])
  await samples.getByRole('button', { name: 'Ler o começo' }).click()
  await samples.getByRole('link', { name: 'Continuar no leitor' }).click()
  await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()

  await page.goto(`${await partner.openBooks(await titlePath(partner, 'ebook', FIXED_BOOK))}&embed=1`)
  await page.getByRole('button', { name: 'Ler o começo' }).click()
  await expect(page.getByText('O começo deste livro tem pouco texto')).toBeVisible()
  // Its own pages, and no estimate of printed ones.
  await expect(page.getByRole('region', { name: 'Ficha' })).toContainText(/Extensão4 páginasIdioma/)

  await test.step('a missing title says so, and one that fails to load can be retried', async () => {
    for (const path of ['/notas/pub_nada', '/titulo/pub_nada']) {
      await webView.open(await partner.openBooks(path))
      await expect(page.getByRole('heading', { name: 'Este título não está mais no acervo' })).toBeVisible()
    }
    await webView.open(await partner.openBooks('/leitor/pub_nada'))
    await expect(page.getByRole('heading', { name: 'Este título não está no acervo' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mostrar outra medida' })).toBeDisabled()

    await page.route('**/play/v1/publications/*', (route) => route.fulfill({ status: 400 }))
    await page.goto(`${await partner.openBooks(await titlePath(partner, 'ebook', PROSE_BOOK))}&embed=1`)
    await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
    await page.unroute('**/play/v1/publications/*')
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(page.getByRole('heading', { level: 1, name: PROSE_BOOK })).toBeVisible()
  })
})

test('a sample plays without moving the place or counting, and stops when the member leaves', async ({
  webView,
  page,
  partner,
}) => {
  await watchSound(page)
  await webView.open(await partner.openBooks(await titlePath(partner, 'audiobook', 'O farol de sal')))

  await page.getByRole('button', { name: 'Ouvir uma amostra' }).click()

  await expect(page.getByRole('button', { name: 'Pausar a amostra' })).toBeVisible()
  await expect.poll(async () => (await soundOf(page)).time, { timeout: 20_000 }).toBeGreaterThan(6)
  await page.getByRole('link', { name: 'Explorar', exact: true }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect.poll(async () => (await soundOf(page)).isPaused).toBe(true)
  expect((await partner.usage()).totals).toMatchObject({ titlesStarted: 0, listeningSeconds: 0 })
  await page.goto(`${await partner.openTitle('audiobook', 'O farol de sal')}&embed=1`)
  await expect(page.getByRole('slider', { name: 'Posição' })).toHaveValue('0')
})

test('the page of a title does not overflow, and does not shift while it loads', async ({ webView, page, partner }) => {
  await page.addInitScript(watchShifts)
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await webView.open(await partner.openBooks(await titlePath(partner, 'ebook', PROSE_BOOK)))
    await expect(page.getByRole('heading', { name: 'Mais de Ana Autora' })).toBeVisible()

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.1)
  }
  const author = page.locator('.title__credit').getByRole('link', { name: 'Ana Autora' })
  const [by, name] = await author.evaluate((link) => {
    link.textContent = 'Ana Autora '.repeat(20)
    const range = document.createRange()
    range.selectNode(link.previousSibling!)
    return [range, link].map((one) => one.getClientRects()[0]!).map(({ top, bottom }) => (top + bottom) / 2)
  })
  expect(Math.abs(by! - name!), 'a long name begins on the line of “de”').toBeLessThan(5)
})

function watchShifts() {
  const page = window as unknown as { shifted: number }
  page.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
      if (!entry.hadRecentInput) page.shifted += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
