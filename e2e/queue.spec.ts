import { soundOf, watchSound } from './hosts/sound.ts'
import { touchOf } from './hosts/touch.ts'
import { comeBack } from './hosts/web-view.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { expect, type Page, test } from './test.ts'

const HEARD = 'O farol de sal'
const NEXT = 'A padaria das quatro'

test('the queued title starts when an audiobook ends, also under the pocket lock, unless cancelled', async ({
  webView,
  page,
  partner,
}) => {
  await watchSound(page)
  await webView.open(await partner.openBooks('/explorar'))
  await queueByDots(page, NEXT)
  await page.goto(`${await partner.openTitle('audiobook', HEARD)}&embed=1`)
  await lockAndUnlock(page)
  await goNearEnd(page)
  await page.getByRole('button', { name: 'Velocidade' }).click()
  await expect(page.getByRole('dialog', { name: 'Velocidade e som' })).toBeVisible()
  await playByHost(page)

  const next = page.getByRole('article', { name: 'A seguir na sua fila' })
  await expect(page.getByRole('heading', { name: 'Você ouviu até o fim' })).toBeVisible()
  await expect(next.getByText(NEXT, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Marcadores e trechos' }), 'they open with the controls').toBeHidden()
  await next.getByRole('button', { name: 'Cancelar' }).click()
  await expect(next.getByRole('link', { name: 'Ouvir' })).toBeVisible()
  await expectNoSeriousFaults(page, 'the end of an audiobook')

  await test.step('the next title is visible at once on a phone in landscape', async () => {
    await page.setViewportSize({ width: 740, height: 360 })
    await page.evaluate(() => scrollTo(0, 0))
    await expect(next.getByRole('link', { name: 'Ouvir' })).toBeInViewport({ ratio: 1 })
  })

  await test.step('the mini player says whole that it has ended', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Voltar', exact: true }).click()

    const strip = page.getByRole('region', { name: 'Tocando agora' })
    const sentence = strip.getByText('Você terminou este audiolivro')
    await expect(sentence).toBeVisible()
    const cut = await sentence.evaluate((element) => [
      element.scrollWidth - element.clientWidth,
      element.scrollHeight - element.clientHeight,
    ])
    expect(cut).toEqual([0, 0])
    await strip.getByRole('link').first().click()
  })
  await page.getByRole('button', { name: 'Voltar ao player' }).click()
  await goNearEnd(page)
  await page.getByRole('button', { name: 'Bloquear a tela' }).click()
  const hold = page.getByRole('button', { name: 'Segure para desbloquear' })
  await playByHost(page)
  await next.getByRole('button', { name: 'Tocar agora' }).dispatchEvent('click')

  await expect(page.getByRole('heading', { level: 1, name: NEXT })).toBeVisible()
  await expect.poll(async () => (await soundOf(page)).isPaused).toBe(false)
  await goBackOnPage(page)
  await expect(hold).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(hold).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${await partner.pathOf('audiobook', NEXT)}$`))

  await test.step('the lock is gone once the browser’s history led away from the player', async () => {
    const player = page.getByRole('region', { name: 'Tocando agora' }).getByRole('link').first()
    const lock = page.getByRole('button', { name: 'Bloquear a tela' })
    await page.getByRole('button', { name: 'Voltar', exact: true }).click()
    await player.click()
    await lock.click()
    await expect(hold).toBeFocused()
    await page.evaluate(() => history.go(-2))
    await player.click()
    await lock.click()
  })
})

test('the queue is reordered, emptied, and the same on another device', async ({ webView, page, partner }) => {
  await webView.open(await partner.openBooks('/explorar'))
  await queueByDots(page, NEXT)
  await page.goto(
    `${await partner.openBooks((await partner.pathOf('audiobook', HEARD)).replace('player', 'titulo'))}&embed=1`,
  )
  await page.getByRole('button', { name: 'Pôr na fila' }).click()
  await expect(page.getByRole('button', { name: 'Na fila' })).toHaveAttribute('aria-pressed', 'true')
  const refreshed = Promise.all(['queue', 'lists'].map((name) => page.waitForResponse(`**/play/v1/${name}`)))
  await comeBack(page)
  await refreshed

  await page.goto(`${await partner.openBooks('/a-seguir')}&embed=1`)
  const titles = page.getByRole('list', { name: 'Títulos na fila' }).getByRole('listitem')
  await expect(titles.first()).toContainText(NEXT)
  const saved = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok())
  await page.getByRole('button', { name: `Subir ${HEARD}` }).press('Enter')
  await expect(titles.first()).toContainText(HEARD)
  await expect(page.getByRole('button', { name: `Descer ${HEARD}` })).toBeFocused()
  await saved
  await expectNoSeriousFaults(page, 'the queue')

  await page.goto(`${await partner.openBooks('/a-seguir')}&embed=1`)
  await expect(titles.first()).toContainText(HEARD)
  await page.getByRole('button', { name: `Tirar ${HEARD} da fila` }).press('Enter')
  await expect(page.getByRole('button', { name: `Tirar ${NEXT} da fila` })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(titles).toHaveText([new RegExp(HEARD), new RegExp(NEXT)])
  await expect(page.getByRole('button', { name: `Tirar ${HEARD} da fila` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(titles).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Nada na fila' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(titles).toHaveText([new RegExp(NEXT)])

  await page.setViewportSize({ width: 360, height: 740 })
  const gap = () =>
    titles.first().evaluate((row) => {
      const [text, button] = ['.book-row__text', 'button'].map((one) => row.querySelector(one)!.getBoundingClientRect())
      return button!.top - text!.bottom
    })
  expect(await gap(), 'text of the usual size').toBeLessThan(-10)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await gap(), 'text of twice the size').toBeGreaterThanOrEqual(0)

  await page.route('**/play/v1/queue/*', (route) => route.abort())
  await page.getByRole('button', { name: `Tirar ${NEXT} da fila` }).click()
  await expect(page.getByText('Não deu para mudar a fila agora. Tente de novo.')).toBeVisible()
  await expect(titles).toHaveText([new RegExp(NEXT)])
  await expect(page.getByRole('button', { name: 'Desfazer' })).toBeHidden({ timeout: 4000 })
})

test('lists are created from a title and a card, renamed, changed elsewhere and deleted', async ({
  browser,
  webView,
  page,
  partner,
}) => {
  const titlePage = (await partner.pathOf('audiobook', HEARD)).replace('player', 'titulo')
  await webView.open(await partner.openBooks(titlePage))
  const field = page.getByRole('textbox', { name: 'Nova lista' })
  await page.getByRole('button', { name: 'Pôr numa lista' }).click()
  await expect(field).toBeFocused()
  await page.goto(`${await partner.openBooks('/explorar')}&embed=1`)
  await page.getByRole('button', { name: `Opções de ${HEARD}` }).click()
  await page.getByRole('button', { name: 'Pôr numa lista' }).click()
  await expect(field, 'the only thing of the sheet').toBeFocused()
  await page.goto(`${await partner.openBooks(titlePage)}&embed=1`)
  await page.getByRole('button', { name: 'Pôr numa lista' }).click()
  await field.fill('Para as férias')
  const put = page.waitForResponse((response) => /\/titles\//.test(response.url()) && response.ok())
  await page.getByRole('button', { name: 'Criar e pôr' }).dblclick()
  await put
  await expect(page.getByRole('checkbox', { name: 'Para as férias' })).toBeChecked()
  await expect(page.getByText('Dê um nome à lista.')).toBeHidden()
  await page.getByRole('button', { name: 'Criar e pôr' }).click()
  await expect(page.getByText('Dê um nome à lista.')).toBeVisible()
  await expectNoSeriousFaults(page, 'the lists of a title')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Em 1 lista' })).toBeVisible()

  await page.goto(`${await partner.openBooks('/explorar')}&embed=1`)
  await page.getByRole('button', { name: `Opções de ${NEXT}` }).click()
  const isInSight = await page
    .getByRole('dialog')
    .getByRole('heading')
    .evaluate((heading) => {
      heading.replaceChildren('palavra'.repeat(30))
      const { left, right } = heading.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    })
  expect(isInSight, 'a title without a space').toBe(true)
  await page.getByRole('button', { name: 'Pôr numa lista' }).click()
  const added = page.waitForResponse((response) => /\/titles\//.test(response.url()) && response.ok())
  await page.getByRole('checkbox', { name: 'Para as férias' }).check()
  await added
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Biblioteca' }).click()
  await page.getByRole('link', { name: 'Listas' }).click()
  const list = page.getByRole('list', { name: 'Suas listas' }).getByRole('link')
  await expect(list).toContainText('2 títulos')
  await expectNoSeriousFaults(page, 'the lists')
  await list.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Para as férias' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectNoSeriousFaults(page, 'a list')
  await page.getByRole('button', { name: 'Renomear' }).click()
  await expect(page.getByRole('textbox', { name: 'Nome da lista' })).toBeFocused()
  await page.keyboard.type('Praia')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Praia' })).toBeVisible()
  const other = await browser.newPage()
  await other.route('**/play/v1/lists', (route) => route.fulfill({ status: 500 }), { times: 1 })
  await other.goto(`${await partner.openBooks(new URL(page.url()).pathname)}&embed=1`)
  await other.getByRole('button', { name: 'Tentar novamente' }).click()
  await other.getByRole('button', { name: `Opções de ${NEXT}` }).click()
  await other.getByRole('button', { name: 'Pôr numa lista' }).click()
  const removed = other.waitForResponse((response) => response.request().method() === 'DELETE' && response.ok())
  await other.getByRole('checkbox', { name: 'Praia' }).uncheck()
  await removed
  await other.close()
  await comeBack(page)
  await expect(page.getByText('1 título', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.getByRole('button', { name: 'Apagar', exact: true }).click()
  await page.getByRole('button', { name: 'Apagar a lista' }).click()
  await expect(page.getByRole('heading', { name: 'Nenhuma lista ainda' })).toBeVisible()
})

test('the finger that unlocks the player presses nothing below when it is lifted', async ({ browser, partner }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await page.goto(`${await partner.openTitle('audiobook', HEARD)}&embed=1`)
  await page.getByRole('button', { name: 'Bloquear a tela' }).tap()
  const hold = page.getByRole('button', { name: 'Segure para desbloquear' })
  const { x, y, width, height } = (await hold.boundingBox())!
  await page.evaluate(() => {
    Object.assign(window, { clicked: [] })
    document.addEventListener('click', ({ target }) =>
      (window as unknown as { clicked: string[] }).clicked.push((target as Element).closest('button')?.title ?? ''),
    )
  })
  const touch = await touchOf(page)

  const finger = { x: x + width / 2, y: y + height / 2 }
  await touch('touchStart', finger)
  await expect(hold).toHaveCount(0)
  await touch('touchEnd')

  await page.getByRole('button', { name: 'Capítulos', exact: true }).tap()
  await expect(page.getByRole('dialog', { name: 'Capítulos' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { clicked: string[] }).clicked)).toHaveLength(1)
})

/** Neither a tap nor Back, as a swipe at the edge, opens the pocket lock; Escape and holding it do. */
async function lockAndUnlock(page: Page) {
  await page.getByRole('button', { name: 'Bloquear a tela' }).click()
  const hold = page.getByRole('button', { name: 'Segure para desbloquear' })
  await expect(hold).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(hold).toHaveCount(0)
  await page.getByRole('button', { name: 'Bloquear a tela' }).click()
  await hold.click()
  for (let swipes = 0; swipes < 2; swipes++) await goBackOnPage(page)
  await expect(hold).toBeVisible()
  await expectNoSeriousFaults(page, 'the locked player')
  await hold.hover()
  await page.mouse.down()
  await expect(hold).toHaveCount(0)
  await page.mouse.up()
}

/** Goes back, and waits until the page has drawn the result. */
async function goBackOnPage(page: Page) {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('popstate', () => requestAnimationFrame(() => setTimeout(resolve)), { once: true })
        history.back()
      }),
  )
}

async function queueByDots(page: Page, title: string) {
  await page.getByRole('button', { name: `Opções de ${title}` }).click()
  const saved = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok())
  await page.getByRole('button', { name: 'Pôr na fila' }).click()
  await saved
}

/** Goes to the last second of the audiobook. */
async function goNearEnd(page: Page) {
  await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeEnabled()
  await page.getByRole('button', { name: 'Livro', exact: true }).click()
  await page.getByRole('slider').first().press('End')
  await page.getByRole('slider').first().press('ArrowLeft')
}

/** Plays while a sheet or the lock covers the page. */
function playByHost(page: Page) {
  return page.evaluate(() => postMessage({ type: 'host:media', action: 'play' }))
}
