import type { ChapterPairs } from '@estante/contract/panel/chapter-pairs.ts'
import { joinPanel } from '@estante/server/test/panel.ts'
import type { Route } from '@playwright/test'
import { openBook } from './hosts/book.ts'
import { chapterOf, visibleText } from './hosts/chapter.ts'
import { playedPast, watchSound } from './hosts/sound.ts'
import { expect, type Page, test } from './test.ts'

const TITLE = 'O farol de sal'
/** Its second chapter, in seconds of the recording. */
const CHAPTER = { title: 'O que a chuva sabia', start: 60.882, end: 117.745 }
const PLACE = /play\/v1\/publications\/[^/]+\/other-form/

test.beforeEach(({ page }) => watchSound(page))

test('the e-book opens at the spoken text, and the audiobook at the page, each requested once', async ({
  webView,
  page,
  partner,
}) => {
  // Two pages a chapter.
  await page.setViewportSize({ width: 360, height: 640 })
  await webView.open(await partner.openTitle('audiobook', TITLE))
  await page.getByRole('button', { name: 'Próximo capítulo' }).click()
  await page.getByRole('button', { name: 'Avançar 30 segundos' }).click()
  const left = CHAPTER.start + (await placeOfScrubber(page))

  await pressTwice(page, 'Ler daqui')

  await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
  await expect(page.locator('.reader__chapter')).toHaveText(CHAPTER.title)
  const pageText = await visibleText(page)
  const spoken = (left - CHAPTER.start) / (CHAPTER.end - CHAPTER.start)
  const [start, end] = await visibleFractions(page)
  expect(start).toBeGreaterThan(0)
  expect(start).toBeLessThanOrEqual(spoken)
  expect(end).toBeGreaterThanOrEqual(spoken)
  const response = page.waitForResponse(PLACE)
  await pressTwice(page, 'Ouvir daqui')
  // The same second, though the page starts before it. A letter takes less than a tenth of a second.
  const { locator } = await (await response).json()
  expect(locator.locations.time).toBeCloseTo(left, 1)
  const arrived = await playedPast(page, CHAPTER.start)
  expect(arrived).toBeGreaterThanOrEqual(locator.locations.time)
  expect(arrived).toBeLessThan(left + 2)

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
  const sentence = page.getByText('ela abre onde você parou')
  await expect(sentence).toBeVisible()
  const coveredControls = () =>
    sentence.evaluate((message) => {
      const { left, right, top, bottom } = message.getBoundingClientRect()
      return [...document.querySelectorAll('.player :is(a, button, input)')]
        .filter((control) => {
          const box = control.getBoundingClientRect()
          return box.left < right && box.right > left && box.top < bottom && box.bottom > top
        })
        .map((control) => control.outerHTML)
    })
  expect(await coveredControls()).toEqual([])
  await page.setViewportSize({ width: 740, height: 360 })
  await expect(sentence).toBeInViewport({ ratio: 1 })
  expect(await coveredControls()).toEqual([])
  expect(await placeOfScrubber(page)).toBe(0)
})

test('in a pair of two chapters and a track, and of a chapter and two tracks, both lead to the fraction of the whole', async ({
  webView,
  page,
  partner,
  service,
}) => {
  const [audiobookPath, ebookPath] = [await partner.pathOf('audiobook', TITLE), await partner.pathOf('ebook', TITLE)]
  const operator = await joinPanel(service.app, service.context, null, 'operator')
  const address = `/panel/v1/publications/${ebookPath.split('/')[2]}/chapter-pairs`
  const { ebook, audiobook, version }: ChapterPairs = (await operator.get(address)).json()
  const pairs = [
    { ebook: { first: 0, last: 1 }, audiobook: { first: 0, last: 0 } },
    { ebook: { first: 2, last: 2 }, audiobook: { first: 1, last: 2 } },
  ]
  const confirmed: ChapterPairs = (await operator.put(address, { pairs, version })).json()
  const [firstChapter, secondChapter] = ebook.parts.map(({ size }) => size) as [number, number]
  const [firstTrack, secondTrack, thirdTrack] = audiobook.parts.map(({ size }) => size) as [number, number, number]

  // Several pages a chapter.
  await page.setViewportSize({ width: 360, height: 480 })
  await webView.open(await partner.openBooks(ebookPath))
  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('button', { name: new RegExp(`^${CHAPTER.title}`) }).click()
  await expect.poll(() => visibleText(page)).toContain(CHAPTER.title)
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect.poll(() => visibleText(page)).not.toContain(CHAPTER.title)
  const [pageStart] = await visibleFractions(page)
  expect(pageStart).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Ouvir daqui' }).click()
  const corresponding = ((firstChapter + pageStart * secondChapter) / (firstChapter + secondChapter)) * firstTrack
  expect(await playedPast(page, corresponding - 2)).toBeLessThan(corresponding + 2)

  await webView.open(await partner.openBooks(audiobookPath))
  for (let track = 0; track < 2; track++) await page.getByRole('button', { name: 'Próximo capítulo' }).click()
  await page.getByRole('link', { name: 'Ler daqui' }).click()
  await expect(page.locator('.reader__chapter')).toHaveText(ebook.parts[2]!.title)
  const [start, end] = await visibleFractions(page)
  const arrived = secondTrack / (secondTrack + thirdTrack)
  expect(start).toBeLessThanOrEqual(arrived + 0.02)
  expect(end).toBeGreaterThanOrEqual(arrived - 0.02)
  expect(end - start).toBeLessThan(0.5)

  await operator.put(address, { pairs: null, version: confirmed.version })
})

/** Presses a link to the other form twice before the answer: it sends one request, and says that the form is opening. */
async function pressTwice(page: Page, name: string) {
  const requests: Route[] = []
  await page.route(PLACE, (route) => void requests.push(route))
  const link = page.getByRole('link', { name })
  await link.click()

  await link.click()

  await expect.poll(() => requests.length).toBe(1)
  await expect(link).toHaveAttribute('aria-busy', 'true')
  await expect(link.getByText('Abrindo a outra versão')).toBeAttached()
  await requests[0]!.continue()
  await expect(link).toHaveCount(0)
  expect(requests).toHaveLength(1)
  await page.unroute(PLACE)
}

/** The fractions of the chapter at which the visible page begins and ends. */
async function visibleFractions(page: Page): Promise<[start: number, end: number]> {
  const all = await chapterOf(page).locator('body').textContent()
  const words = all!.trim().split(/\s+/).join(' ')
  const pageText = await visibleText(page)
  const start = words.indexOf(pageText)
  expect(start, pageText).toBeGreaterThanOrEqual(0)
  return [start / words.length, (start + pageText.length) / words.length]
}

/** The second of the book that the player shows. */
function placeOfScrubber(page: Page) {
  return page
    .getByRole('slider')
    .first()
    .evaluate((slider: HTMLInputElement) => Number(slider.value))
}
