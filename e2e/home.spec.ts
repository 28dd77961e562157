import { expectNoSeriousFaults } from './serious-faults.ts'
import { PROSE_BOOK } from './service/library.ts'
import { spendTime } from './service/spend-time.ts'
import { expect, type Page, test } from './test.ts'

const FIRST = 'A padaria das quatro'
const SECOND = 'O farol de sal'

test('the home screen begins with the queue when nothing was begun, follows its changes, and stays still in view', async ({
  webView,
  page,
  partner,
}) => {
  await webView.open(await partner.openBooks())
  const hero = page.getByRole('region', { name: 'Para começar' })
  const shelf = page.getByRole('region', { name: 'Na fila' })
  const newest = page.getByRole('region', { name: 'Novidades' })
  await expect(newest).toBeVisible()

  for (const title of [FIRST, SECOND]) await queueOnShelf(page, title)

  await expect(newest.getByRole('button', { name: `Opções de ${SECOND}` })).toBeFocused()
  await expect(shelf).toHaveCount(0)
  await page.getByRole('link', { name: 'Explorar' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.goBack()
  await expect(hero.getByRole('link', { name: FIRST }), 'one not begun').toHaveAttribute('href', /^\/titulo\//)
  await expect(shelf.getByRole('article')).toHaveCount(1)
  await expect(shelf.getByRole('link', { name: SECOND })).toBeVisible()
  await expectNoSeriousFaults(page, 'home with a queue')
  await shelf.getByRole('link', { name: 'Ver todos' }).click()
  await page.getByRole('button', { name: `Tirar ${FIRST} da fila` }).click()
  await expect(page.getByRole('list', { name: 'Títulos na fila' }).getByRole('listitem')).toHaveCount(1)
  await page.goBack()
  const title = hero.getByRole('link', { name: SECOND })
  await expect(title).toBeVisible()
  await expect(shelf).toHaveCount(0)
  await title.evaluate((link, name) => link.replaceChildren(name.repeat(60)), SECOND)
  await expect(hero.getByRole('link', { name: 'Ouvir', exact: true })).toBeInViewport({ ratio: 1 })
})

test('the home screen is where the member left it when they return, and its last shelves stay where a change elsewhere adds one above', async ({
  webView,
  page,
  partner,
  service,
}) => {
  await spendTime(service, partner, 'ana', { type: 'ebook', title: PROSE_BOOK, activeMs: 10_000 })
  await webView.open(await partner.openBooks())
  const shelf = page.getByRole('region', { name: 'Mais de Ana Autora' })
  const card = shelf.getByRole('article').first()
  await card.getByRole('button').scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  expect(top).toBeGreaterThan(0)
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.goBack()

  await expect(card.getByRole('link')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(top)

  const last = await shelf.elementHandle()
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(await partner.openBooks())
  await queueOnShelf(elsewhere, SECOND)
  await elsewhere.close()

  await page.evaluate(() => {
    for (const type of ['blur', 'focus']) dispatchEvent(new Event(type))
  })

  await expect(page.getByRole('region', { name: 'Na fila' })).toBeVisible()
  expect(await last!.evaluate((shelf) => shelf.isConnected)).toBe(true)
})

test('a launch opens home with its first title, then renders the visible titles, and the others a few at a time', async ({
  webView,
  page,
  partner,
}) => {
  await page.addInitScript(() => {
    const drawn: number[] = []
    const first: string[] = []
    Object.assign(window, { seen: { drawn, first } })
    new MutationObserver(() => {
      drawn.push(document.querySelectorAll('article').length)
      if (first.length === 0) {
        first.push(...[...document.querySelectorAll('.home > *')].map(({ className }) => className.split(' ')[0]!))
      }
    }).observe(document, { childList: true, subtree: true })
  })
  await webView.open(await partner.openBooks())
  await expect(page.getByRole('region', { name: 'Novidades' }).getByRole('article').nth(9)).toBeAttached()
  await page.getByRole('link', { name: 'Explorar' }).click()
  const found = await page.getByText(/^(Mais de )?\d+ títulos$/).innerText()
  await expect(page.getByRole('article').nth(Number(/\d+/.exec(found)) - 1)).toBeAttached()

  const { drawn, first } = await page.evaluate(
    () => (window as unknown as { seen: { drawn: number[]; first: string[] } }).seen,
  )

  // No skeleton: the launch brought the titles.
  expect(first).toEqual(['screen-header', 'feature'])
  const most = Math.max(...drawn.map((count, index) => count - (drawn[index - 1] ?? 0)))
  expect(most).toBeLessThanOrEqual(6)
  await expectNoSeriousFaults(page, 'the catalog')
})

async function queueOnShelf(page: Page, title: string) {
  const news = page.getByRole('region', { name: 'Novidades' })
  await news.getByRole('button', { name: `Opções de ${title}` }).click()
  await page.getByRole('button', { name: 'Pôr na fila' }).click()
  await expect(page.getByRole('status').getByText(`“${title}” está na fila`)).toBeVisible()
}
