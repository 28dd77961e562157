import type { Route } from '@playwright/test'
import { openBook } from './hosts/book.ts'
import { visibleText } from './hosts/chapter.ts'
import { soundOf, watchSound } from './hosts/sound.ts'
import { expect, type Page, test } from './test.ts'

const TITLE = 'O farol de sal'
/** Its second chapter, in seconds of the recording. */
const CHAPTER = { title: 'O que a chuva sabia', start: 60.882, end: 117.745 }
const PLACE = /play\/v1\/publications\/[^/]+\/other-form/

test.beforeEach(({ page }) => watchSound(page))

test('the e-book opens at the spoken text, and the audiobook at the page', async ({ webView, page, partner }) => {
  await webView.open(await partner.openBooks(await partner.pathOf('audiobook', TITLE)))
  await page.getByRole('button', { name: 'Próximo capítulo' }).click()
  await page.getByRole('button', { name: 'Avançar 30 segundos' }).click()
  const left = CHAPTER.start + (await placeOfScrubber(page))

  await page.getByRole('link', { name: 'Ler daqui' }).click()

  await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
  await expect(page.locator('.reader__chapter')).toHaveText(CHAPTER.title)
  const pageText = await visibleText(page)
  await page.getByRole('link', { name: 'Ouvir daqui' }).click()
  await expect.poll(async () => (await soundOf(page)).isPaused).toBe(false)
  const arrived = (await soundOf(page)).time
  expect(arrived).toBeGreaterThanOrEqual(CHAPTER.start)
  // The displayed page starts before the place that was left.
  expect(arrived).toBeLessThanOrEqual(left + 2)
  expect(left - arrived).toBeLessThan((CHAPTER.end - CHAPTER.start) / 2)

  await page.getByRole('button', { name: 'Pausar' }).click()
  await page.getByRole('link', { name: 'Ler daqui' }).click()
  await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
  await expect.poll(() => visibleText(page)).toBe(pageText)
})

test('without a corresponding place, the other form opens where it was left, and says so', async ({
  webView,
  page,
  partner,
}) => {
  await page.route(PLACE, (route) => route.fulfill({ status: 404, json: { code: 'PUBLICATION_NOT_FOUND' } }))
  await openBook(webView, partner, TITLE)

  await page.getByRole('link', { name: 'Ouvir daqui' }).click()

  await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeEnabled()
  await expect(page.getByText('ela abre onde você parou')).toBeVisible()
  expect(await placeOfScrubber(page)).toBe(0)
})

test('the other form is asked for once, and says that it is on its way', async ({ webView, page, partner }) => {
  for (const [type, name, arrived] of [
    ['ebook', 'Ouvir daqui', 'Pausar'],
    ['audiobook', 'Ler daqui', 'Próxima página'],
  ] as const) {
    const requests: Route[] = []
    await page.route(PLACE, (route) => void requests.push(route))
    await webView.open(await partner.openBooks(await partner.pathOf(type, TITLE)))
    const link = page.getByRole('link', { name })
    if (type === 'ebook') await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
    await link.click()

    await link.click()

    await expect.poll(() => requests.length).toBe(1)
    await expect(link).toHaveAttribute('aria-busy', 'true')
    await expect(link.getByText('Abrindo a outra versão')).toBeAttached()
    await requests[0]!.continue()
    await expect(page.getByRole('button', { name: arrived })).toBeEnabled()
    expect(requests).toHaveLength(1)
    await page.unroute(PLACE)
  }
})

/** The second of the book that the player shows. */
function placeOfScrubber(page: Page) {
  return page
    .getByRole('slider')
    .first()
    .evaluate((slider: HTMLInputElement) => Number(slider.value))
}
