import { openBook, replaceChapters } from './hosts/book.ts'
import { chapterOf } from './hosts/chapter.ts'
import { soundOf, watchSound } from './hosts/sound.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { FIXED_BOOK, SPOKEN_BOOK } from './service/library.ts'
import { addPartner } from './service/partner.ts'
import { expect, type Page, test } from './test.ts'

/** The end of each sentence of the first chapter in the recording, except the page number and the note. */
const SENTENCES: [id: string, start: number, end: number][] = [
  ['t', 0, 1.572],
  ['f1', 1.572, 4.348],
  ['f2', 4.348, 6.839],
  ['f3', 7.79, 11.558],
  ['f4', 11.558, 14.55],
]

const RECORDING = /\/play\/v1\/media\/.+\.(?:m4a|mp3|mp4)$/

test.beforeEach(({ page }) => watchSound(page))

for (const { speed, hasHighlights } of [
  { speed: 1, hasHighlights: true },
  { speed: 3, hasHighlights: false },
]) {
  test(`the spoken sentence is highlighted within a tenth of a second, at ${speed} times the speed`, async ({
    webView,
    page,
    partner,
  }) => {
    if (!hasHighlights) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Highlight'))
    await openBook(webView, partner, SPOKEN_BOOK)
    await page.getByRole('button', { name: 'Ouvir junto' }).click()
    if (speed !== 1) await chooseSpeed(page, speed)

    const seen = await watchLit(page, 9)

    const late = seen.flatMap(({ id, time }) => {
      const sentence = SENTENCES.find(([, start, end]) => time >= start && time < end)
      if (!sentence) return []
      const [expected, start, end] = sentence
      // Samples during a page turn belong to the text it turns to.
      return id === expected ? [] : [{ id, expected, ms: (Math.min(time - start, end - time) / speed) * 1000 }]
    })
    expect(new Set(seen.map(({ id }) => id)).size).toBeGreaterThanOrEqual(3)
    expect(late.filter(({ ms }) => ms > 100)).toEqual([])
    expect(seen.map(({ id }) => id)).not.toContain('p12')
  })
}

test('pages turn by themselves into the next chapter, and past a table when asked for, and stay when the member turns them', async ({
  webView,
  page,
  partner,
}) => {
  await openBook(webView, partner, SPOKEN_BOOK)
  await page.getByRole('button', { name: 'Ouvir junto' }).click()

  // Past the page without narration.
  await page.getByRole('button', { name: 'Sair da tabela' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeFocused()
  await expect.poll(() => litOf(page)).toBe('f3')
  await expect.poll(() => isOnPage(page, 'f3')).toBe(true)
  const pages = page.locator('.reader__pages')
  const room = await pages.boundingBox()
  await page.keyboard.press('PageUp')
  const goToVoice = page.getByRole('button', { name: 'Ir para a voz' })
  await expect(goToVoice).toBeVisible()
  expect(await isOnPage(page, 'f3')).toBe(false)
  expect(await pages.boundingBox()).toEqual(room)
  // Every tap on the text is for the voice: hidden tools could not be called back.
  await expect(page.locator('.reader__tools')).toHaveAttribute('data-visible', 'true')
  await goToVoice.press('Enter')
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeFocused()
  await page.keyboard.press('PageUp')
  await chooseSpeed(page, 1.25)
  await expect(goToVoice).toBeVisible()
  await goToVoice.dblclick()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(() => isOnPage(page, 'f4').then(async (isThere) => isThere || isOnPage(page, 'f3'))).toBe(true)
  await chooseSpeed(page, 3)

  await expect.poll(() => litOf(page), { intervals: [50], timeout: 20_000 }).toBe('g1')
  await expect.poll(() => isOnPage(page, 'g1')).toBe(true)
  await expect.poll(async () => (await soundOf(page)).isPaused, { timeout: 20_000 }).toBe(true)
  expect((await soundOf(page)).time).toBeGreaterThan(23)
  const ending = page.getByRole('heading', { name: 'Você leu até o fim' })
  await expect(ending).toBeVisible()
  await page.getByRole('button', { name: 'Reproduzir' }).click()
  await expect.poll(() => litOf(page)).toBe('g1')
  await expect(ending).toHaveCount(0)
})

test('the reading ruler follows the voice', async ({ webView, page, partner }) => {
  await openBook(webView, partner, SPOKEN_BOOK)
  await page.getByRole('button', { name: 'Aparência' }).click()
  await page
    .getByRole('group', { name: 'Régua de leitura' })
    .getByRole('radio', { name: 'Ligada', exact: true })
    .check()
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  const isWithinRuler = async (id: string) => {
    const [band, phrase] = await Promise.all([
      page.locator('.ruler__band').boundingBox(),
      chapterOf(page).locator(`#${id}`).boundingBox(),
    ])
    return band!.y <= phrase!.y && phrase!.y + phrase!.height <= band!.y + band!.height
  }
  await expect.poll(() => isWithinRuler('t')).toBe(true)
  expect(await isWithinRuler('f2')).toBe(false)

  await page.getByRole('button', { name: 'Ouvir junto' }).click()

  await expect.poll(() => isWithinRuler('f2'), { intervals: [100] }).toBe(true)
})

test('the voice goes along to another place of the book, playing or paused, and to a tap on a sentence; the speed is remembered, and the timer ends with the chapter', async ({
  browser,
  webView,
  page,
  partner,
}) => {
  await openBook(webView, partner, SPOKEN_BOOK)
  await page.getByRole('button', { name: 'Ouvir junto' }).click()
  await expect.poll(() => litOf(page)).toBe('t')

  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('button', { name: 'O barco' }).click()

  await expect.poll(() => litOf(page)).toBe('g2')
  await expect.poll(async () => (await soundOf(page)).time).toBeGreaterThan(20.7)
  expect((await soundOf(page)).isPaused).toBe(false)

  await page.getByRole('button', { name: 'Pausar' }).click()
  await page.getByRole('button', { name: 'Voltar aonde estava' }).click()
  await expect.poll(() => litOf(page)).toBe('t')
  expect((await soundOf(page)).isPaused).toBe(true)
  await page.getByRole('button', { name: 'Reproduzir' }).click()
  await expect.poll(async () => (await soundOf(page)).isPaused).toBe(false)
  expect((await soundOf(page)).time).toBeLessThan(4)
  await expect(page.getByRole('button', { name: 'Ir para a voz' })).toHaveCount(0)

  await tapSentence(page, 'f2')

  await expect.poll(() => litOf(page)).toBe('f2')
  expect((await soundOf(page)).time).toBeGreaterThanOrEqual(4.3)
  await page.getByRole('button', { name: 'Opções da leitura em voz alta' }).click()
  await page.getByRole('radio', { name: 'Capítulo' }).check({ force: true })
  await page.getByRole('radio', { name: '2×' }).check({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  await expect.poll(async () => (await soundOf(page)).isPaused, { timeout: 20_000 }).toBe(true)
  expect((await soundOf(page)).time).toBeLessThan(15.5)
  expect(await litOf(page)).toBe('f4')

  await test.step('on another device, too', async () => {
    const tablet = await (await browser.newContext()).newPage()
    await tablet.goto(await partner.openTitle('ebook', SPOKEN_BOOK))
    await tablet.getByRole('button', { name: 'Ouvir junto' }).click()
    await expect(tablet.getByRole('button', { name: 'Opções da leitura em voz alta' })).toHaveText('2×')
  })
})

test('only one recording plays at a time, and has the media controls of the system until it ends', async ({
  webView,
  page,
  partner,
}) => {
  await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
  await page.getByRole('button', { name: 'Reproduzir' }).click()
  await expect.poll(async () => (await soundOf(page)).time).toBeGreaterThan(0)
  const strip = page.getByRole('region', { name: 'Tocando agora' })
  await test.step('audio that plays while the member reads has its button on the screen', async () => {
    await page.getByRole('link', { name: 'Ler daqui' }).click()
    await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
    await expect(strip).toBeInViewport({ ratio: 1 })
    await strip.getByRole('button', { name: 'Pausar' }).click()
    await strip.getByRole('button', { name: 'Reproduzir' }).click()

    await page.getByRole('button', { name: 'Aparência' }).click()
    await page.getByRole('radio', { name: 'Preto' }).check({ force: true })
    await page.keyboard.press('Escape')
    const stop = strip.getByRole('button', { name: 'Parar' })
    await expect(stop, 'a button in the colour of the text of a black page').toHaveCSS('color', 'rgb(195, 200, 194)')
  })
  const path = await partner.pathOf('ebook', SPOKEN_BOOK)
  await page.getByRole('button', { name: 'Voltar', exact: true }).click()
  await page
    .locator(`a[href="${path.replace('/leitor', '/titulo')}"]`)
    .first()
    .click()
  await page.getByRole('link', { name: 'Ler', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()

  await page.getByRole('button', { name: 'Ouvir junto' }).click()

  await expect.poll(() => litOf(page)).toBe('t')
  await expect(strip.getByRole('button', { name: 'Reproduzir' })).toBeVisible()
  const readSystemMedia = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession
      return { title: metadata?.title, album: metadata?.album, covers: metadata?.artwork.length, playbackState }
    })
  await expect
    .poll(readSystemMedia)
    .toEqual({ title: 'Um', album: SPOKEN_BOOK, covers: expect.any(Number), playbackState: 'playing' })
  expect((await readSystemMedia()).covers).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Parar de ouvir' }).click()
  await expect.poll(readSystemMedia).toMatchObject({ album: 'O farol de sal', playbackState: 'paused' })
})

test('a voice that is on its way says so, and one that was stopped meanwhile stays silent', async ({
  webView,
  page,
  service,
  partner,
}) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(RECORDING, async (route) => {
    await arrival
    await route.continue()
  })
  await openBook(webView, partner, SPOKEN_BOOK)

  await page.getByRole('button', { name: 'Ouvir junto' }).click()

  const button = page.locator('.read-along__play')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible()
  arrive()
  await expect.poll(() => litOf(page)).toBe('f1')
  await expect(button).toHaveAttribute('aria-busy', 'false')

  await test.step('one that was stopped stays silent when the chapter that was sought arrives', async () => {
    const requested = Promise.withResolvers<{ continue(): Promise<void> }>()
    await page.route(/\.guided\.json$/, (route) => requested.resolve(route))
    const answer = page.waitForResponse(/\.guided\.json$/)
    await page.evaluate(() => postMessage({ type: 'host:media', action: 'seek', position: 18 }))
    const chapter = await requested.promise

    await page.getByRole('button', { name: 'Parar de ouvir' }).click()
    await chapter.continue()
    await (await answer).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))

    await expect(page.getByRole('button', { name: 'Ouvir junto' })).toBeVisible()
    expect(await litOf(page)).toBeUndefined()
  })

  await test.step('one that ends before the book does says so, and is not said to have failed after it', async () => {
    await page.unrouteAll()
    await page.route(/c2\.guided\.json$/, (route) => route.fulfill({ json: { guided: [] } }))
    await openBook(webView, partner, SPOKEN_BOOK)
    await page.getByRole('button', { name: 'Ouvir junto' }).click()
    await expect.poll(() => litOf(page)).toBe('t')
    const ended = page.getByRole('status').filter({ hasText: 'A narração terminou.' })
    for (const id of ['f1', 'f2', 'f3', 'f4']) {
      await expect(ended).toHaveCount(0)
      await page.getByRole('button', { name: 'Próxima frase' }).click()
      await expect.poll(() => litOf(page)).toBe(id)
    }

    await page.getByRole('button', { name: 'Próxima frase' }).click()

    await expect(ended).toBeVisible()
    await expect.poll(() => isOnPage(page, 'f4')).toBe(true)
    await page.getByRole('button', { name: 'Sumário' }).click()
    await page.getByRole('button', { name: 'O barco' }).click()
    await page.getByRole('button', { name: 'Reproduzir' }).click()
    await expect(ended).toBeVisible()
    await expect(page.getByText('A narração não carregou.')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Ir para a voz' })).toBeVisible()
    await page.getByRole('button', { name: 'Frase anterior' }).click()
    await expect.poll(() => litOf(page)).toBe('f3')
    await expect(ended).toHaveCount(0)
  })

  await test.step('one that is paused while the next chapter loads stays silent there', async () => {
    await page.unrouteAll()
    const requested = Promise.withResolvers<{ continue(): Promise<void> }>()
    await page.route(/c2\.guided\.json$/, (route) => requested.resolve(route))
    await openBook(webView, await addPartner(service), SPOKEN_BOOK)
    await page.getByRole('button', { name: 'Ouvir junto' }).click()
    await expect.poll(() => litOf(page)).toBe('t')
    for (const id of ['f1', 'f2', 'f3', 'f4']) {
      await page.getByRole('button', { name: 'Próxima frase' }).click()
      await expect.poll(() => litOf(page)).toBe(id)
    }
    await page.getByRole('button', { name: 'Próxima frase' }).click()
    const chapter = await requested.promise

    await page.getByRole('button', { name: 'Pausar' }).click()
    await chapter.continue()

    await expect.poll(() => litOf(page)).toBe('g1')
    // At once: it would stop by itself at the end of the book.
    expect(await button.getAttribute('aria-label')).toBe('Reproduzir')
  })
})

test('a voice that does not come is told to the member after some seconds, and comes when requested again', async ({
  webView,
  page,
  partner,
}) => {
  const retry = page.getByRole('status').filter({ hasText: 'A narração está demorando.' }).getByRole('button')
  const isOffered = async () => {
    await page.clock.fastForward(4000)
    return retry.isVisible()
  }
  await page.clock.install()
  await page.route(/\.guided\.json$/, () => {})
  await openBook(webView, partner, SPOKEN_BOOK)
  await page.getByRole('button', { name: 'Ouvir junto' }).click()
  await expect.poll(isOffered).toBe(true)
  await page.unroute(/\.guided\.json$/)
  await page.route(RECORDING, () => {})
  await retry.click()
  await expect(retry).toHaveCount(0)
  await expect.poll(isOffered).toBe(true)
  await page.unroute(RECORDING)

  await retry.click()

  await expect.poll(() => litOf(page)).toBe('f1')
  await expect(retry).toHaveCount(0)
})

test('is operated by keyboard only, and notifies a host where the page has no media controls', async ({
  webView,
  page,
  partner,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'mediaSession'))
  await openBook(webView, partner, SPOKEN_BOOK)
  const media = () => webView.events().flatMap((event) => (event.type === 'service:media' ? [event.media] : []))
  await page.getByRole('button', { name: 'Ouvir junto' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeFocused()
  await expect.poll(() => litOf(page)).toBe('f1')
  const playing = { title: SPOKEN_BOOK, chapter: 'Um', playing: true, rate: 1, duration: 23.369 }
  // Until the sound is there.
  expect(media()[0]).toMatchObject({ ...playing, rate: 0 })
  await expect.poll(() => media().at(-1)).toMatchObject(playing)

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Ouvir junto' })).toBeVisible()
  await expectNoSeriousFaults(page, 'the options of the voice')
  const choices = page.getByRole('dialog').locator('.segmented')
  await page.setViewportSize({ width: 820, height: 1180 })
  const hidden = await choices.evaluateAll((all) =>
    all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  )
  expect(hidden).toEqual([0, 0])
  await page.setViewportSize({ width: 412, height: 840 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Opções da leitura em voz alta' })).toBeFocused()
  const control = (action: string, position?: number) =>
    page.evaluate((command) => postMessage({ type: 'host:media', ...command }), { action, position })
  await control('pause')
  await expect.poll(() => media().at(-1)).toMatchObject({ playing: false })
  await control('seek', 18)
  await expect.poll(() => media().at(-1)!.position).toBeCloseTo(17.463, 0)
  await control('play')
  await expect.poll(() => litOf(page)).toBe('g1')
  await expect.poll(() => media().at(-1)).toMatchObject({ chapter: 'Dois', playing: true })
  await control('pause')
  await expect.poll(() => media().at(-1)).toMatchObject({ playing: false })
  await page.getByRole('button', { name: 'Opções da leitura em voz alta' }).press('Enter')
  await control('seek', 23)
  await control('play')
  const ending = page.getByRole('heading', { name: 'Você leu até o fim' })
  await expect(ending).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ending).toBeFocused()
  await page.getByRole('button', { name: 'Voltar ao texto' }).press('Enter')
  await page.getByRole('button', { name: 'Parar de ouvir' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Ouvir junto' })).toBeFocused()
  await page.getByRole('button', { name: 'Marcar esta página' }).press('Enter')
  await page.getByRole('button', { name: 'Adicionar nota' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('. Isto ninguém lê.')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Ouvir junto' }).click()
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect(ending).toBeVisible()
  await page.getByRole('button', { name: 'Parar de ouvir' }).press('Enter')
  await expect(ending).toBeFocused()
  await expect(page.locator('.read-along-offer')).toHaveCSS('opacity', '0')
})

test('a narration whose code the service no longer has offers to reload the book, and a voice that does not load says so, in the colours of the page', async ({
  webView,
  page,
  partner,
}) => {
  const bar = /\/assets\/read-along-bar-.+\.js$/
  await page.route(bar, (route) => route.fulfill({ status: 404 }))
  await webView.open(await partner.openTitle('ebook', SPOKEN_BOOK))
  await expect(page.getByRole('status').getByText('Isto não abriu.')).toBeVisible()
  await page.unroute(bar)

  await page.getByRole('button', { name: 'Recarregar' }).click()

  await expect(page.getByRole('button', { name: 'Ouvir junto' })).toBeVisible()
  await expectNoSeriousFaults(page, 'the offer of a voice')

  await test.step('a voice that does not load says so', async () => {
    await page.route(RECORDING, (route) => route.abort())
    await page.getByRole('button', { name: 'Aparência' }).click()
    await page.getByRole('radio', { name: 'Preto' }).check({ force: true })
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Ouvir junto' }).click()

    await expect(page.getByText('A narração não carregou.')).toBeVisible()
    await expectNoSeriousFaults(page, 'a voice that did not load, on black')
    await page.getByRole('button', { name: 'Tentar novamente' }).press('Enter')
    await expect(page.locator('.read-along__play')).toBeFocused()
  })
})

test('a book without narration is read aloud by an on-device voice, and its text is sent to no other', async ({
  webView,
  page,
  partner,
}) => {
  await page.addInitScript(installEngine)
  await openBook(webView, partner)
  await page.getByRole('button', { name: 'Aparência' }).click()
  const begin = page.getByRole('button', { name: 'Ler em voz alta' })
  await expect(page.getByRole('radio', { name: 'Sépia' })).toBeAttached()
  await expect(begin).toHaveCount(0)
  const without = page.getByText('Este aparelho não tem voz para o idioma deste livro.')
  await expect(without).toBeVisible()
  await page.evaluate(() => (globalThis as unknown as { engine: Engine }).engine.findVoice())
  await expect(without).toHaveCount(0)
  await begin.click()

  await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible()
  await expect.poll(async () => (await spokenIn(page)).length).toBe(1)
  const foot = page.locator('.reader__chapter')
  const first = await foot.innerText()
  for (let sentences = 1; (await foot.innerText()) === first; sentences++) {
    expect(sentences).toBeLessThan(200)
    await expect.poll(() => litText(page)).toBe((await spokenIn(page)).at(-1))
    expect(await isLitOnPage(page)).toBe(true)
    await endUtterance(page)
    await expect.poll(async () => (await spokenIn(page)).length).toBe(sentences + 1)
  }
  await expectNoSeriousFaults(page, 'the voice of the device')

  const spoken = (await spokenIn(page)).length
  await page.getByRole('button', { name: 'Pausar' }).click()
  await page.getByRole('button', { name: 'Reproduzir' }).click()
  const again = await spokenIn(page)
  expect(again.slice(spoken)).toEqual(again.slice(spoken - 1, spoken))
  await page.getByRole('button', { name: 'Página anterior' }).click()
  await page.getByRole('button', { name: 'Ir para a voz' }).click()
  await expect.poll(() => isLitOnPage(page)).toBe(true)
  const heard = (await spokenIn(page)).length
  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'A casa branca' }).click()
  await expect.poll(async () => (await spokenIn(page)).slice(heard)).toEqual(again.slice(0, 1))
  await expect.poll(() => isLitOnPage(page)).toBe(true)
  // Engines speak the sentence to its end without the page.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeVisible()
  await page.getByRole('button', { name: 'Parar de ouvir' }).click()
  await expect(page.getByRole('region', { name: 'Leitura em voz alta' })).toHaveCount(0)
  await expect.poll(() => litText(page)).toBeUndefined()

  await test.step('the numbers of notes and ruby are not, and vertical text is highlighted around the whole sentence', async () => {
    const number = '<a xmlns:epub="http://www.idpf.org/2007/ops" epub:type="noteref" href="#n">1</a>'
    const sentence = `<p id="s"><ruby>山路<rt>やまみち</rt></ruby>を登る${number}<sup><a href="#n">2</a></sup>。</p>`
    await replaceChapters(page, sentence, 'body { writing-mode: vertical-rl }')
    await openBook(webView, partner)
    await readAloud(page)

    await expect.poll(() => litOf(page)).toBe('s')
    expect(await spokenIn(page)).toEqual(['山路を登る 。'])
  })

  await test.step('in the voice that the member chose, also the next time', async () => {
    const voicesIn = () => page.evaluate(() => (globalThis as unknown as { engine: Engine }).engine.voices)
    await page.getByRole('button', { name: 'Opções da leitura em voz alta' }).click()
    await page.getByLabel('Voz', { exact: true }).selectOption('pt_PT')
    await expect.poll(voicesIn).toEqual(['pt_BR', 'pt_PT'])
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
    await page.getByRole('button', { name: 'Parar de ouvir' }).click()
    await readAloud(page)
    await expect.poll(voicesIn).toEqual(['pt_BR', 'pt_PT', 'pt_PT'])
  })

  await test.step('until the chapter ends, by the sleep timer', async () => {
    await page.getByRole('button', { name: 'Opções da leitura em voz alta' }).click()
    await page.getByRole('radio', { name: 'Capítulo' }).check({ force: true })
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
    await endUtterance(page)
    await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeVisible()
    expect(await spokenIn(page)).toHaveLength(3)
  })
})

test('facing pages of fixed layout are read aloud one after the other, and a page without words is passed over', async ({
  webView,
  page,
  partner,
}) => {
  await page.addInitScript(installEngine)
  await page.setViewportSize({ width: 1280, height: 800 })
  await webView.open(await partner.openTitle('ebook', FIXED_BOOK))
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect(page.locator('iframe[data-current]')).toHaveCount(2)
  await readAloud(page)

  for (let sentences = 1; sentences <= 7; sentences++) {
    await expect.poll(async () => (await spokenIn(page)).length).toBe(sentences)
    await endUtterance(page)
  }

  await expect(page.getByRole('heading', { name: 'Você leu até o fim' })).toBeVisible()
  expect((await spokenIn(page)).slice(2, 5)).toEqual([
    'De lá viu a cidade dormir.',
    'A lua',
    'A lua espiava por trás da chaminé.',
  ])
})

test('a voice that is paused while the page turns stays silent', async ({ webView, page, partner }) => {
  await page.addInitScript(installEngine)
  await webView.open(await partner.openTitle('ebook', FIXED_BOOK))
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await readAloud(page)
  for (let sentences = 1; sentences < 3; sentences++) {
    await expect.poll(async () => (await spokenIn(page)).length).toBe(sentences)
    await endUtterance(page)
  }

  await page.evaluate(() => {
    ;(globalThis as unknown as { engine: Engine }).engine.finish()
    document.querySelector<HTMLElement>('.read-along__play')!.click()
  })

  await expect(page.getByRole('button', { name: /^A lua/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeVisible()
  expect(await spokenIn(page)).toHaveLength(3)
})

/** The test's control of the engine's voices. */
interface Engine {
  spoken: string[]
  voices: string[]
  findVoice(): void
  /** Ends the current utterance. */
  finish(): void
}

/** Fakes the Web Speech API, since no headless engine has voices: utterances end when the test says so. */
function installEngine() {
  const voice = (lang: string, localService: boolean) => ({
    lang,
    localService,
    default: false,
    name: lang,
    voiceURI: lang,
  })
  const voices = [voice('pt-BR', false), voice('en-US', true)]
  const utterances: { text: string; onend?: () => void }[] = []
  const engine = Object.assign(new EventTarget(), {
    spoken: [] as string[],
    voices: [] as string[],
    speaking: false,
    pending: false,
    getVoices: () => voices,
    speak(utterance: { text: string; voice: { name: string } }) {
      engine.speaking = true
      engine.spoken.push(utterance.text)
      engine.voices.push(utterance.voice.name)
      utterances.push(utterance)
    },
    cancel() {
      engine.speaking = false
      utterances.length = 0
    },
    findVoice() {
      voices.push(voice('pt_PT', true), voice('pt_BR', true))
      engine.dispatchEvent(new Event('voiceschanged'))
    },
    finish() {
      engine.speaking = false
      utterances.pop()?.onend?.()
    },
  })
  const utterance = class {
    text: string
    constructor(text: string) {
      this.text = text
    }
  }
  for (const [name, value] of Object.entries({
    engine,
    speechSynthesis: engine,
    SpeechSynthesisUtterance: utterance,
  })) {
    Object.defineProperty(globalThis, name, { value })
  }
}

async function readAloud(page: Page) {
  await page.getByRole('button', { name: 'Aparência' }).click()
  await page.evaluate(() => (globalThis as unknown as { engine: Engine }).engine.findVoice())
  await page.getByRole('button', { name: 'Ler em voz alta' }).click()
}

function endUtterance(page: Page) {
  return page.evaluate(() => (globalThis as unknown as { engine: Engine }).engine.finish())
}

function spokenIn(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { engine: Engine }).engine.spoken)
}

/** The highlighted text; undefined for none. */
function litText(page: Page): Promise<string | undefined> {
  return chapterOf(page)
    .locator('body')
    .evaluate(() => {
      const [range] = [...((CSS.highlights.get('estante-spoken') ?? []) as Iterable<Range>)]
      return range?.toString().replaceAll('\u00ad', '').replace(/\s+/g, ' ')
    })
}

function isLitOnPage(page: Page): Promise<boolean> {
  return chapterOf(page)
    .locator('body')
    .evaluate(() => {
      const [range] = [...((CSS.highlights.get('estante-spoken') ?? []) as Iterable<Range>)]
      const [box] = range?.getClientRects() ?? []
      return box !== undefined && box.left >= 0 && box.right <= innerWidth
    })
}

async function chooseSpeed(page: Page, speed: number) {
  await page.getByRole('button', { name: 'Opções da leitura em voz alta' }).click()
  await page.getByRole('radio', { name: `${speed}×`.replace('.', ','), exact: true }).check({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
}

/** The id of the highlighted element. */
function litOf(page: Page): Promise<string | undefined> {
  return chapterOf(page)
    .locator('body')
    .evaluate((body) => {
      const spoken = body.querySelector('[data-estante-spoken]')
      const [range] = [...((globalThis.CSS?.highlights?.get('estante-spoken') ?? []) as Iterable<Range>)]
      return (spoken ?? (range?.startContainer as Element | undefined))?.id
    })
}

/** Samples the highlight and the playback time every frame, until a second of the recording. */
function watchLit(page: Page, until: number) {
  return page.evaluate(
    (until) =>
      new Promise<{ id: string | undefined; time: number }[]>((resolve) => {
        const { sound } = window as { sound?: HTMLMediaElement }
        const seen: { id: string | undefined; time: number }[] = []
        const look = () => {
          const time = sound!.currentTime
          if (time >= until) return resolve(seen)
          const frame = document.querySelector<HTMLIFrameElement>('iframe[data-current]')
          const view = frame?.contentWindow as unknown as typeof globalThis
          const [range] = [...((view.CSS?.highlights?.get('estante-spoken') ?? []) as Iterable<Range>)]
          const spoken = frame?.contentDocument?.querySelector('[data-estante-spoken]')
          if (!sound!.paused && time > 0) {
            seen.push({ id: (spoken ?? (range?.startContainer as Element | undefined))?.id, time })
          }
          requestAnimationFrame(look)
        }
        look()
      }),
    until,
  )
}

function isOnPage(page: Page, id: string): Promise<boolean> {
  return chapterOf(page)
    .locator('body')
    .evaluate((body, id) => {
      const box = body.ownerDocument.getElementById(id)?.getBoundingClientRect()
      return box !== undefined && box.left >= 0 && box.right <= innerWidth
    }, id)
}

async function tapSentence(page: Page, id: string) {
  const point = await chapterOf(page)
    .locator(`#${id}`)
    .evaluate((element) => {
      const { left, top, width, height } = element.getClientRects()[0]!
      const frame = frameElement!.getBoundingClientRect()
      return { x: frame.left + left + width / 2, y: frame.top + top + height / 2 }
    })
  await page.mouse.click(point.x, point.y)
}
