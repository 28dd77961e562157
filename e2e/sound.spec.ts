import type { Request, Route } from '@playwright/test'
import { playedPast, soundOf, watchSound } from './hosts/sound.ts'
import type { WebView } from './hosts/web-view.ts'
import type { Partner } from './service/partner.ts'
import { expect, type Page, test } from './test.ts'

/** Four minutes and 47 seconds, at 42 kbit/s. */
const TITLE = 'O farol de sal'
const MEDIA = '**/play/v1/media/**'

test.beforeEach(({ page }) => watchSound(page))

test.describe('sound', () => {
  test('is loaded fragment by fragment, only a little ahead, and after a jump only from there', async ({
    webView,
    page,
    partner,
  }) => {
    const ranges = watchRanges(page)
    await openPlayer(webView, partner)

    await expect.poll(() => ranges.length).toBe(2)
    await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeEnabled()
    // The index and the first fragment are there before the tap.
    expect(ranges[0]).toMatch(/^bytes=0-\d{3,4}$/)
    expect(ranges[1]).toMatch(/^bytes=\d{3,4}-\d{5,6}$/)
    await play(webView, page)

    expect((await soundOf(page)).address).toMatch(/^blob:/)
    await playedPast(page, 1)
    expect(ranges.length).toBeLessThan(16)

    ranges.length = 0
    for (let jumps = 0; jumps < 8; jumps++) await page.getByRole('button', { name: 'Avançar 30 segundos' }).click()
    await playedPast(page, 241)

    expect(ranges.some((range) => Number(/^bytes=(\d+)-/.exec(range)?.[1]) > 1_200_000)).toBe(true)
    expect(ranges.filter((range) => range.startsWith('bytes=0-'))).toEqual([])
  })

  test('waits when the connection fails, and resumes by itself, also with a fresh address after the old one is refused, without a second index', async ({
    webView,
    page,
    partner,
  }) => {
    await openPlayer(webView, partner)
    await page.getByRole('button', { name: 'Livro', exact: true }).click()
    const place = page.getByRole('slider', { name: 'Posição', exact: true })
    await play(webView, page)
    await playedPast(page, 0.5)
    let failed = 0
    await page.route(MEDIA, (route) => {
      failed += 1
      return route.abort('connectionreset')
    })
    // Past what is loaded.
    await place.fill('150')
    // Retried, too.
    await expect.poll(() => failed).toBeGreaterThan(1)
    expect((await soundOf(page)).isPaused).toBe(false)
    const waiting = page.locator('.scrubber').getByText('Carregando o áudio…')
    await expect(waiting).toBeVisible()

    await page.unroute(MEDIA)

    await playedPast(page, 151)
    await expect(waiting).toHaveCount(0)

    const ranges = watchRanges(page)
    let refused = 0
    const [old] = new URL(
      await page.evaluate(
        () => performance.getEntriesByType('resource').findLast(({ name }) => name.endsWith('audio.m4a'))!.name,
      ),
    ).pathname
      .split('/')
      .slice(4)
    await page.route(MEDIA, (route) => {
      if (!route.request().url().includes(old!)) return route.continue()
      refused += 1
      return route.fulfill({ status: 401, json: { code: 'INVALID_ACCESS_TOKEN', message: '' } })
    })

    await place.fill('282')
    await playedPast(page, 283)

    expect(refused).toBeGreaterThan(0)
    expect(ranges.filter((range) => range.startsWith('bytes=0-'))).toEqual([])
  })

  test('that does not come is told to the member after some seconds, and comes when requested again', async ({
    webView,
    page,
    partner,
  }) => {
    await page.clock.install()
    const held: Route[] = []
    let isHeld = true
    await page.route('**/*.m4a', (route) => (isHeld ? held.push(route) : route.continue()))
    await openPlayer(webView, partner)
    await page.getByRole('button', { name: 'Reproduzir' }).click()

    const notice = page.getByRole('status').filter({ hasText: 'O áudio está demorando' })
    const isNoticed = async () => {
      await page.clock.fastForward(4000)
      return notice.isVisible()
    }
    await expect.poll(isNoticed).toBe(true)
    const before = held.length
    await notice.getByRole('button', { name: 'Tentar novamente' }).click()
    // Only now: the player itself requests the sound again after a while, and the button would be gone.
    await expect.poll(() => held.length).toBeGreaterThan(before)
    isHeld = false
    await held.at(-1)?.continue()

    await playedPast(page, 0.5)
    await expect(notice).toHaveCount(0)
  })

  test('is loaded as a file where the page itself may not read it', async ({ webView, page, partner }) => {
    // Simulates a store without CORS.
    await page.route(MEDIA, (route) =>
      route.request().resourceType() === 'fetch' && route.request().url().endsWith('.m4a')
        ? route.abort('accessdenied')
        : route.continue(),
    )
    await openPlayer(webView, partner)
    await play(webView, page)
    await page.getByRole('button', { name: 'Avançar 30 segundos' }).click()
    await playedPast(page, 31)

    expect((await soundOf(page)).address).toMatch(/audio\.m4a$/)
  })

  test('of an MP3 is loaded fragment by fragment, too', async ({ webView, page, partner }) => {
    await webView.open(await partner.openTitle('audiobook', 'A padaria das quatro'))
    await play(webView, page)
    await page.getByRole('button', { name: 'Avançar 30 segundos' }).click()
    await playedPast(page, 31)

    expect((await soundOf(page)).address).toMatch(/^blob:/)
  })

  test('is at the same second whichever way it is loaded', async ({ webView, page, partner }) => {
    // The others test fragments.
    const ways = { playlist: /audio\.m3u8$/, file: /audio\.m4a$/ }
    for (const [way, address] of Object.entries(ways)) {
      await takeAway(page, way)
      await openPlayer(webView, partner)
      // The second way begins where the first was left.
      await page.getByRole('slider').first().press('Home')
      await page.getByRole('button', { name: 'Avançar 30 segundos' }).click()
      await play(webView, page)
      expect(await playedPast(page, 30)).toBeLessThan(32)

      const sound = await soundOf(page)
      expect(sound.address).toMatch(address)
      await page.getByRole('button', { name: 'Pausar' }).click()
      await page.evaluate(() => localStorage.clear())
    }
  })
})

/** Removes features that other engines lack. */
function takeAway(page: Page, way: string) {
  return page.addInitScript((wanted) => {
    Reflect.deleteProperty(window, 'MediaSource')
    if (wanted === 'file') HTMLMediaElement.prototype.canPlayType = () => ''
  }, way)
}

function watchRanges(page: Page): string[] {
  const ranges: string[] = []
  page.on('request', (request: Request) => {
    const { range } = request.headers()
    if (request.url().endsWith('audio.m4a')) ranges.push(range ?? 'whole')
  })
  return ranges
}

async function openPlayer(webView: WebView, partner: Partner) {
  await webView.open(await partner.openTitle('audiobook', TITLE))
}

async function play({ view }: WebView, page: Page) {
  await view.getByRole('button', { name: 'Reproduzir' }).click()
  await expect.poll(() => soundOf(page).then(({ isPaused }) => isPaused)).toBe(false)
}
