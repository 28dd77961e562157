import type { Browser } from '@playwright/test'
import { chapterOf, visibleText as visibleLetters } from './hosts/chapter.ts'
import { playedPast, watchSound } from './hosts/sound.ts'
import type { Partner } from './service/partner.ts'
import { expect, type Page, test } from './test.ts'

const QUESTION = /^Você parou .+, em outro aparelho \(computador, hoje, \d\d:\d\d\)\.$/

test('a book left open on one device and read on the other stays where the member decides, or continues where it was read', async ({
  browser,
  partner,
}) => {
  const path = await partner.pathOf('ebook', 'O farol de sal')
  const tablet = await openOnDevice(browser, partner, path)
  const first = await visibleText(tablet)
  const phone = await openOnDevice(browser, partner, path)

  await test.step('stays where the member decides', async () => {
    await goToChapter(phone, 'Doze luzes')
    await untilSynced(phone)
    await comeToFront(tablet)
    await expect(tablet.getByText(QUESTION)).toBeVisible()
    const behind = await visibleText(tablet)

    await tablet.getByRole('button', { name: 'Ficar aqui' }).click()
    await expect(tablet.locator('iframe[data-current]')).toBeFocused()
    await untilSynced(tablet)

    // The question covers a line or two.
    expect(behind.slice(0, 200)).toBe(first.slice(0, 200))
    const third = await openOnDevice(browser, partner, path)
    expect(await visibleText(third)).toBe(first)
    await third.close()
    await comeToFront(phone)
    await expect(phone.getByText(QUESTION)).toBeVisible()
    await phone.getByRole('button', { name: 'Ficar aqui' }).click()
    await untilSynced(phone)
  })

  await test.step('left open on one and read on the other, it continues where it was read', async () => {
    const opened = await visibleText(phone)
    await phone.getByRole('button', { name: 'Próxima página' }).click()
    await expect.poll(() => visibleText(phone)).not.toBe(opened)
    const left = await visibleText(phone)
    await untilSynced(phone)

    await comeToFront(tablet)
    await tablet.route(/\.xhtml$/, (route) => route.abort())
    await tablet.getByRole('button', { name: 'Ir para lá' }).click()
    await expect(tablet.getByRole('alert')).toBeVisible()
    await tablet.unroute(/\.xhtml$/)
    await goToChapter(tablet, 'O que a chuva sabia')
    await tablet.getByRole('button', { name: 'Ir para lá' }).click()

    await expect.poll(() => visibleText(tablet)).toBe(left)
    await expect(tablet.getByText(QUESTION)).toHaveCount(0)
    await expect(tablet.locator('iframe[data-current]')).toBeFocused()
    expect(await visibleText(await openOnDevice(browser, partner, path))).toBe(left)
  })
})

test.describe('a place', () => {
  test('stays when Back closes a sheet, and is offered again after a jump', async ({ browser, partner }) => {
    const page = await openOnDevice(browser, partner, await partner.pathOf('ebook', 'O farol de sal'))
    const address = page.url()
    await page.getByRole('button', { name: 'Sumário' }).click()
    await expect(page.getByRole('dialog', { name: 'Sumário' })).toBeVisible()

    await page.goBack()

    await expect(page.getByRole('dialog', { name: 'Sumário' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Próxima página' })).toBeVisible()
    expect(page.url()).toBe(address)

    await page.getByRole('button', { name: 'Próxima página' }).click()
    const left = await visibleText(page)
    await goToChapter(page, 'O que a chuva sabia')
    await untilSynced(page)

    await page.getByRole('button', { name: 'Sumário' }).click()
    await page.getByRole('button', { name: 'Lugares em que você esteve' }).click()
    await page.getByRole('button', { name: /^A casa branca.*hoje/ }).click()

    await expect.poll(() => visibleText(page)).toBe(left)
    await page.getByRole('button', { name: 'Sumário' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
    await page.getByRole('button', { name: 'Voltar', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'E-books' })).toBeVisible()
  })

  test('in an audiobook is offered again after a jump', async ({ browser, partner }) => {
    const page = await openPlayer(browser, partner, await partner.pathOf('audiobook', 'O farol de sal'))
    await page.getByRole('button', { name: 'Livro', exact: true }).click()
    await page.getByRole('button', { name: 'Avançar 30 segundos' }).click()
    await untilSynced(page)
    await page.getByRole('slider').press('End')
    await untilSynced(page)

    await page.getByRole('button', { name: 'Capítulos' }).click()
    await page.getByRole('button', { name: 'Lugares em que você esteve' }).click()
    await page.getByRole('button', { name: /0:30.*hoje/ }).click()

    await expect(page.getByRole('slider')).toHaveValue('30')
  })

  test('survives a view killed while offline', async ({ browser, partner }) => {
    const path = await partner.pathOf('ebook', 'O farol de sal')
    const page = await openOnDevice(browser, partner, path)
    await page.context().route('**/play/v1/activity', (route) => route.abort())
    await goToChapter(page, 'O que a chuva sabia')
    const left = await visibleText(page)
    const next = await page.context().newPage()
    await page.close({ runBeforeUnload: false })
    await page.context().unroute('**/play/v1/activity')

    await open(next, partner, path)

    expect(await visibleText(next)).toBe(left)
    await untilSynced(next)
    expect(await visibleText(await openOnDevice(browser, partner, path))).toBe(left)
  })
})

test('a visible paused player asks as soon as another device moves on, and playing it from the start does not overwrite that place', async ({
  browser,
  partner,
}) => {
  const path = await partner.pathOf('audiobook', 'Como ouvir uma cidade')
  const tablet = await openPlayer(browser, partner, path)
  const phone = await openPlayer(browser, partner, path)

  await phone.getByRole('button', { name: 'Avançar 30 segundos' }).click()

  await expect(tablet.getByText(QUESTION)).toBeVisible()
  await untilSynced(phone)
  await tablet.getByRole('button', { name: 'Reproduzir' }).click()
  await expect(tablet.getByText(QUESTION)).toBeVisible()
  await playedPast(tablet, 2)
  const paused = tablet.waitForResponse('**/play/v1/activity')
  await tablet.getByRole('button', { name: 'Pausar' }).click()
  await paused
  const again = await openPlayer(browser, partner, path)
  await again.getByRole('button', { name: 'Reproduzir' }).click()
  await playedPast(again, 20)
  await tablet.getByRole('button', { name: 'Ir para lá' }).click()
  await expect.poll(async () => Number(await tablet.getByRole('slider').inputValue())).toBeGreaterThanOrEqual(30)
  await tablet.getByRole('button', { name: 'Reproduzir' }).click()

  await playedPast(tablet, 20)
})

test('a reload closes an open sheet, and Back then leaves the screen', async ({ browser, partner }) => {
  const player = await partner.pathOf('audiobook', 'Como ouvir uma cidade')
  const page = await openOnDevice(browser, partner, player.replace('/player/', '/titulo/'))
  await page.getByRole('link', { name: 'Ouvir', exact: true }).click()
  await page.getByRole('button', { name: 'Velocidade' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()

  await page.reload()

  await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/titulo\//)
})

/** Reads a page without its soft hyphens: those that divide no word at the end of a line go once it is idle. */
async function visibleText(page: Page): Promise<string> {
  return (await visibleLetters(page)).replaceAll('\u00ad', '')
}

/** Opens a path on a device of Ana's: a browser with its own storage. */
async function openOnDevice(browser: Browser, partner: Partner, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await watchSound(page)
  await open(page, partner, path)
  return page
}

async function open(page: Page, partner: Partner, path: string) {
  await page.goto(`${await partner.openBooks(path)}&embed=1`)
  if (path.startsWith('/leitor')) await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
}

async function openPlayer(browser: Browser, partner: Partner, path: string): Promise<Page> {
  const page = await openOnDevice(browser, partner, path)
  await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeEnabled()
  return page
}

async function goToChapter(page: Page, name: string) {
  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
  await expect(chapterOf(page).getByRole('heading', { name })).toBeInViewport()
}

/** Waits until the service has every manual move of this page. */
function untilSynced(page: Page) {
  return expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)), { intervals: [100] })
    .not.toContain('unsent.')
}

/** Simulates waking a tablet after an hour. */
async function comeToFront(page: Page) {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
