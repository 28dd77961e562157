import type { FrameHost } from './hosts/frame-host.ts'
import { loseAnswer } from './hosts/lost-answer.ts'
import { amplification, playedPast, soundOf, watchSound } from './hosts/sound.ts'
import type { WebView } from './hosts/web-view.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import type { Partner } from './service/partner.ts'
import { expect, type Page, test } from './test.ts'

const ACTIVITY = '**/play/v1/activity'
/** Longer than the threshold of a started title. */
const LISTEN_SECONDS = 6

test.beforeEach(({ page }) => watchSound(page))

test.describe('listening', () => {
  test('plays after a tap, the report credits exactly the time listened, and it resumes through a new link, and continues on other screens', async ({
    host,
    partner,
  }) => {
    await openPlayer(host, partner)
    expect((await partner.member('ana')).lastActivityAt).toBeNull()
    const startedAt = performance.now()

    await play(host)
    await playedPast(host.frame(), LISTEN_SECONDS)
    await host.view.getByRole('button', { name: 'Pausar' }).click()

    const elapsed = (performance.now() - startedAt) / 1000
    const heard = (await soundOf(host.frame())).time
    const report = await reportOf(partner, Math.floor(heard) - 1)
    const { listeningSeconds } = report.totals
    expect(listeningSeconds).toBeLessThanOrEqual(elapsed)
    expect(report.totals).toEqual({ activeUsers: 1, titlesStarted: 1, listeningSeconds, readingChapters: 0 })
    expect(report.users).toEqual([
      { externalUserId: 'ana', titlesStarted: 1, listeningSeconds, lastActivityAt: expect.any(String) },
    ])
    expect((await partner.member('ana')).lastActivityAt).toBe(report.users[0]!.lastActivityAt)

    await test.step('resumes through a new link, and continues on other screens', async () => {
      await host.view.getByRole('button', { name: 'Avançar 30 segundos' }).click()
      await play(host)
      await playedPast(host.frame(), 38)
      await host.view.getByRole('button', { name: 'Pausar' }).click()
      const left = (await soundOf(host.frame())).time
      await reportOf(partner, listeningSeconds + 1)

      await openPlayer(host, partner)
      await play(host)
      await playedPast(host.frame(), 30)

      expect(Math.abs((await soundOf(host.frame())).time - left)).toBeLessThan(2)

      await host.view.getByRole('button', { name: 'Voltar', exact: true }).click()
      await expect(host.view.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)
      const { time } = await soundOf(host.frame())

      await playedPast(host.frame(), time + 0.5)
      const miniPlayer = host.view.getByRole('region', { name: 'Tocando agora' })
      await miniPlayer.getByRole('button', { name: /^Voltar \d+ segundos$/ }).click()
      await expect.poll(async () => (await soundOf(host.frame())).time).toBeLessThan(time)
      await miniPlayer.getByRole('button', { name: 'Pausar' }).click()
      expect((await soundOf(host.frame())).isPaused).toBe(true)
    })
  })

  test('resumes after a reload in mid-sentence, with the bar of the whole book that was chosen', async ({
    webView,
    page,
    partner,
  }) => {
    await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
    await page.getByRole('button', { name: 'Livro', exact: true }).click()
    await page.getByRole('button', { name: 'Avançar 30 segundos' }).click()
    await play(webView)
    await playedPast(page, 33)
    const left = (await soundOf(page)).time

    await page.reload()
    await test.step('seconds before the first report are counted when the page closes', () => reportOf(partner, 2))
    await play(webView)
    await playedPast(page, 30)
    await expect(page.getByRole('slider', { name: 'Posição', exact: true })).toBeVisible()

    expect(Math.abs((await soundOf(page)).time - left)).toBeLessThan(2)

    await test.step('a host pauses it, and is shown nothing by a browser with a media session', async () => {
      await page.evaluate(() => postMessage({ type: 'host:media', action: 'pause' }))
      await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeVisible()
      expect(webView.events().map(({ type }) => type)).not.toContain('service:media')
    })
  })

  test('starts by keyboard only, and is shown and paused by a host whose browser has no media session', async ({
    webView,
    page,
    partner,
  }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'mediaSession'))
    await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
    const media = () => webView.events().flatMap((event) => (event.type === 'service:media' ? [event.media] : []))
    await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeEnabled()
    await expectNoSeriousFaults(page, 'the player')

    for (let tabs = 0; tabs < 20 && (await focusedName(page)) !== 'Reproduzir'; tabs++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    await expect(page.getByRole('button', { name: 'Pausar' })).toBeFocused()
    await playedPast(page, 0)
    await expect.poll(() => media().at(-1)).toMatchObject({ title: 'O farol de sal', playing: true, rate: 1 })
    await page.evaluate(() => postMessage({ type: 'host:media', action: 'pause' }))

    await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeVisible()
    await expect.poll(() => media().at(-1)).toMatchObject({ playing: false })
  })
})

test('every control of the player is on the screen of a phone in landscape, and its tools in one row on small phones and with larger text, with their names apart', async ({
  webView,
  page,
  partner,
}) => {
  await page.setViewportSize({ width: 740, height: 360 })
  await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
  for (const name of ['Reproduzir', 'Capítulos', 'Velocidade', 'Temporizador', 'Marcar'])
    await expect(page.getByRole('button', { name: new RegExp(`${name}$`) })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Ler daqui' })).toBeVisible()
  await test.step('two notices cover neither the chapter’s button nor those at the top', async () => {
    await page.getByRole('button', { name: 'Marcar', exact: true }).click()
    await page.getByRole('button', { name: 'Próximo capítulo' }).click()
    await expect(page.getByRole('status').getByRole('button')).toHaveText(['Adicionar nota', 'Voltar para 0:00'])
    await page.getByRole('button', { name: /^Capítulo 2/ }).click()
    await expect(page.getByRole('dialog', { name: 'Capítulos' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Bloquear a tela' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Bloquear a tela' })).toBeVisible()
  })
  const boxesOf = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))

  for (const [width, size, rows] of [
    [360, 100, 1],
    [320, 100, 1],
    [360, 130, 1],
    [320, 130, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 740 })
    await page.evaluate((percent) => document.documentElement.style.setProperty('font-size', `${percent}%`), size)

    const names = await boxesOf('.player__tool-name')
    const gaps = names
      .slice(1)
      .flatMap(({ left, top }, index) => (top === names[index]!.top ? left - names[index]!.right : []))
    const middles = (await boxesOf('.player__transport > *')).map(({ top, height }) => Math.round(top + height / 2))

    const at = `${width} px, ${size} %`
    expect.soft(Math.min(...gaps), `${at}: the gaps between names`).toBeGreaterThan(5)
    expect.soft(new Set(names.map(({ top }) => top)).size, `${at}: the rows of names`).toBe(rows)
    expect.soft(new Set(middles).size, `${at}: the rows of buttons`).toBe(1)
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test.describe('a place in an audiobook', () => {
  test('is restored after a jump, is bookmarked with one tap, gets a note, becomes a clip, which stops at its end, is deleted and restored', async ({
    webView,
    page,
    partner,
  }) => {
    await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
    await page.getByRole('button', { name: 'Avançar 30 segundos' }).click()

    await test.step('is restored after a jump, by keyboard', async () => {
      const place = page.getByRole('slider', { name: 'Posição' })
      await page.getByRole('button', { name: 'Livro', exact: true }).click()
      const before = await place.inputValue()

      await place.press('End')
      const back = page.getByRole('status').getByRole('button', { name: 'Voltar para 0:30' })
      await back.focus()
      await page.keyboard.press('Enter')

      await expect(place).toHaveValue(before)
      await expect(back).toBeHidden()
      await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeFocused()
    })

    const status = page.getByRole('status')
    const sheet = page.getByRole('dialog')

    await page.getByRole('button', { name: 'Marcar', exact: true }).dblclick()
    await expect(status.getByText('Marcado em 0:30')).toBeVisible()
    await status.getByRole('button', { name: 'Adicionar nota' }).click()
    await expect(sheet.getByLabel('Nota')).toBeFocused()
    await sheet.getByLabel('Nota').fill('ouvir de novo')
    // As when the host closes the view meanwhile.
    await page.reload()
    await page.getByRole('button', { name: 'Marcadores e trechos' }).click()
    await sheet.getByRole('button', { name: 'Editar o marcador de 0:30' }).click()
    await expect(sheet.getByLabel('Nota')).toHaveValue('ouvir de novo')
    const start = sheet.getByRole('slider', { name: 'Começa em' })
    await start.press('ArrowLeft')
    await expect(start).toHaveAttribute('aria-valuetext', '29 segundos')
    await start.fill('26')
    await sheet.getByRole('group', { name: 'Começa em' }).getByRole('button', { name: '1 segundo antes' }).click()
    await expect(start).toHaveAttribute('aria-valuetext', '25 segundos')
    await sheet.getByRole('button', { name: 'Ouvir o trecho' }).click()
    await playedPast(page, 25)
    await sheet.getByRole('button', { name: 'Pausar' }).click()
    await page.goBack()
    await expect(sheet).toBeHidden()

    await page.getByRole('button', { name: 'Marcadores e trechos' }).click()
    const clip = sheet.getByRole('button', { name: /^0:25 – 0:30.*ouvir de novo/ })
    await expect(clip).toBeVisible()
    await sheet.getByRole('button', { name: 'Editar o trecho de 0:25 – 0:30' }).click()
    await sheet.getByRole('button', { name: 'Apagar' }).click()
    await expect(clip).toBeHidden()
    await sheet.getByRole('button', { name: 'Desfazer' }).click()
    await clip.click()

    await playedPast(page, 25)
    await expect.poll(async () => (await soundOf(page)).isPaused).toBe(true)
    expect(Math.abs((await soundOf(page)).time - 30), 'the end of the clip').toBeLessThan(0.3)
    await page.keyboard.press('Escape')
    await play(webView)
    await playedPast(page, 31)
  })

  test('is changed by skips of the chosen length, with a speed per title, on every device', async ({
    browser,
    webView,
    page,
    partner,
  }) => {
    const path = await partner.pathOf('audiobook', 'O farol de sal')
    await webView.open(await partner.openBooks(path))
    await page.getByRole('button', { name: 'Velocidade' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: '1,5×', exact: true }).click()
    await sheet.getByRole('button', { name: 'Usar 1,5× nos outros livros' }).click()
    const sent: unknown[] = []
    await test.step('the page sends a speed once, though it is hidden again while the speed is on its way', async () => {
      await page.route(/\/speed$/, (route) => void sent.push(route.request().postDataJSON()))
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true })
        for (let times = 0; times < 2; times++) document.dispatchEvent(new Event('visibilitychange'))
        Reflect.deleteProperty(document, 'hidden')
      })
      await expect.poll(() => sent).not.toEqual([])
      await page.unroute(/\/speed$/)
    })
    await sheet.getByRole('button', { name: '1,25×', exact: true }).click()
    const back = sheet.getByRole('group', { name: 'Saltar para trás' })
    for (let taps = 0; taps < 2; taps++) await back.getByRole('button', { name: '5 segundos a menos' }).click()
    const forward = sheet.getByRole('group', { name: 'Saltar à frente' })
    const more = forward.getByRole('button', { name: '5 segundos a mais' })
    while (await more.isEnabled()) await more.click()
    await expect(forward).toContainText('60 s')
    for (let taps = 0; taps < 6; taps++) await forward.getByRole('button', { name: '5 segundos a menos' }).click()
    await page.goto('about:blank')
    expect(sent).toEqual([{ speed: 1.5 }])

    const tablet = await (await browser.newContext()).newPage()
    // The last changes may still be on their way.
    await expect(async () => {
      await tablet.goto(await partner.openBooks(path))
      await expect(tablet.getByRole('button', { name: 'Voltar 5 segundos' })).toBeVisible({ timeout: 2000 })
      await expect(tablet.getByRole('button', { name: 'Velocidade' })).toContainText('1,25×', { timeout: 500 })
    }).toPass()
    await tablet.getByRole('button', { name: 'Avançar 30 segundos' }).click()
    await tablet.getByRole('button', { name: 'Voltar 5 segundos' }).click()
    const place = tablet.getByRole('slider', { name: 'Posição no capítulo' })
    await expect(place).toHaveValue('25')

    await test.step('a drag ends in its chapter, though the next one begins meanwhile', async () => {
      await place.evaluate((slider: HTMLInputElement) => {
        slider.value = '10'
        slider.dispatchEvent(new Event('input', { bubbles: true }))
      })
      await tablet.evaluate(() => postMessage({ type: 'host:media', action: 'next' }))
      await expect(tablet.getByText(/^Capítulo 2 de/)).toBeVisible()
      await place.dispatchEvent('change')
      await expect(tablet.getByText(/^Capítulo 1 de/)).toBeVisible()
      await expect(place).toHaveValue('10')
    })
  })

  test('of a quiet recording is as loud as others', async ({ service, webView, page, partner }) => {
    const { db } = service.context
    const { id, revision } = await db.read
      .selectFrom('publication')
      .select(['id', 'revision'])
      .where('title', '=', 'O farol de sal')
      .where('type', '=', 'audiobook')
      .executeTakeFirstOrThrow()
    const measured = { publication_id: id, revision, loudness: -26, silences: '[]' }
    await db.write((tx) => tx.replaceInto('sound_measure').values(measured).execute())

    await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
    await play(webView)

    await expect.poll(() => amplification(page), { intervals: [200] }).toBeGreaterThan(1.7)
    // The latest sound has left the graph only in part: the middle of many measures is precise.
    const measures: number[] = []
    while (measures.length < 15) {
      const measure = await amplification(page)
      if (Number.isFinite(measure)) measures.push(measure)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(Math.abs(measures.sort((one, other) => one - other)[7]! - 2)).toBeLessThan(0.2)
    await test.step('and all that its sound can be set to is on a small phone without a scroll', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.getByRole('button', { name: 'Velocidade' }).click()
      await page.getByRole('button', { name: '1,5×', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Usar 1,5× nos outros livros' })).toBeVisible()
      await expect(page.getByRole('checkbox').last()).toBeInViewport({ ratio: 1 })
    })
    await db.write((tx) => tx.deleteFrom('sound_measure').where('publication_id', '=', id).execute())
  })

  test('with a boosted voice fades out with the sleep timer, and where that was set is offered then', async ({
    webView,
    page,
    partner,
  }) => {
    await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
    await page.getByRole('button', { name: 'Velocidade' }).click()
    const boost = page.getByRole('checkbox', { name: 'Reforço de voz' })
    await boost.check()
    await page.keyboard.press('Escape')
    await play(webView)
    const isAmplified = () => expect.poll(() => amplification(page), { intervals: [200] })
    await isAmplified().toBeGreaterThan(1.5)
    await page.getByRole('button', { name: 'Velocidade' }).click()
    await boost.uncheck()
    // A measured recording is turned down a little.
    await isAmplified().toBeLessThan(1.1)
    await boost.check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Pausar' }).click()
    const place = page.getByRole('slider', { name: 'Posição no capítulo' })
    const [filled, thumb] = await place.evaluate(({ style, valueAsNumber, max }: HTMLInputElement) => [
      Number.parseFloat(style.getPropertyValue('--slider-filled')),
      (valueAsNumber / Number(max)) * 100,
    ])
    expect(filled).toBeCloseTo(thumb!, 5)
    await place.fill('30')
    await page.getByRole('button', { name: 'Temporizador' }).click()
    await expect(page.getByRole('button', { name: 'Em 20 minutos' })).toHaveAttribute('aria-live', 'polite')
    await page.getByRole('button', { name: 'No fim deste capítulo' }).click()
    await place.fill(String(Math.floor(Number(await place.getAttribute('max'))) - 5))
    await play(webView)

    await isAmplified().toBeGreaterThan(1.1)
    await isAmplified().toBeLessThan(0.6)
    await expect(page.getByRole('status').getByText('O temporizador começou em 0:30')).toBeVisible({ timeout: 15_000 })
    await page.getByRole('status').getByRole('button', { name: 'Voltar', exact: true }).click()

    await expect(place).toHaveValue('30')
    expect((await soundOf(page)).isPaused).toBe(true)
  })
})

test.describe('an unstable connection', () => {
  test('neither loses nor doubles time listened offline', async ({ host, context, partner }) => {
    await openPlayer(host, partner)
    const startedAt = performance.now()
    await play(host)
    await playedPast(host.frame(), 1)

    await context.setOffline(true)
    await playedPast(host.frame(), 4)
    await host.view.getByRole('button', { name: 'Pausar' }).click()
    const elapsed = (performance.now() - startedAt) / 1000
    await context.setOffline(false)

    const { totals } = await reportOf(partner, 3)
    expect(totals.listeningSeconds).toBeLessThanOrEqual(elapsed)
  })

  test('counts a heartbeat once that is repeated after a lost answer', async ({ host, page, partner }) => {
    let lost = 0
    let isLosing = true
    await page.route(ACTIVITY, async (route) => {
      if (!isLosing) return route.continue()
      await loseAnswer(route)
      lost += 1
    })
    await openPlayer(host, partner)
    const startedAt = performance.now()
    await play(host)
    await playedPast(host.frame(), 3)
    await host.view.getByRole('button', { name: 'Pausar' }).click()
    const elapsed = (performance.now() - startedAt) / 1000
    await expect.poll(() => lost).toBeGreaterThan(1)
    const answered = page.waitForResponse(ACTIVITY)
    isLosing = false
    await answered

    const { totals } = await reportOf(partner, 1)

    expect(totals.listeningSeconds).toBeLessThanOrEqual(elapsed)
  })
})

async function openPlayer(host: FrameHost, partner: Partner) {
  await host.open(await partner.openTitle('audiobook', 'Como ouvir uma cidade'))
}

function play({ view }: FrameHost | WebView) {
  return view.getByRole('button', { name: 'Reproduzir' }).click()
}

/** The partner's report of the month, once it has at least so many seconds. */
async function reportOf(partner: Partner, seconds: number) {
  await expect.poll(() => partner.usage().then(({ totals }) => totals.listeningSeconds)).toBeGreaterThanOrEqual(seconds)
  return partner.usage()
}

function focusedName(page: Page) {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
}
