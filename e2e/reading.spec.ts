import { chapterOf, wordsOnShow } from './hosts/chapter.ts'
import type { FrameHost } from './hosts/frame-host.ts'
import type { Partner } from './service/partner.ts'
import { expect, test } from './test.ts'

const CHAPTER_COUNTS_AFTER_MS = 5000

test.describe('reading', () => {
  test('shows a page of the book, and turns it both ways', async ({ host, partner }) => {
    await openReader(host, partner)
    await expect(chapterOf(host.view).getByRole('heading', { name: 'A casa branca' })).toBeInViewport()
    const first = await wordsOnShow(host.view)

    await host.view.getByRole('button', { name: 'Próxima página' }).click()
    await expect.poll(() => wordsOnShow(host.view)).not.toBe(first)
    await host.view.getByRole('button', { name: 'Página anterior' }).click()

    await expect.poll(() => wordsOnShow(host.view)).toBe(first)
  })

  test('turns pages from the keyboard alone', async ({ webView, page, partner }) => {
    await webView.open(await partner.openBooks(await partner.pathOf('ebook', 'O farol de sal')))
    await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
    const first = await wordsOnShow(page)

    await page.keyboard.press('ArrowRight')
    await expect.poll(() => wordsOnShow(page)).not.toBe(first)
    await page.keyboard.press('ArrowLeft')

    await expect.poll(() => wordsOnShow(page)).toBe(first)
  })

  test('goes on at the same page, through a new link', async ({ host, partner }) => {
    await openReader(host, partner)
    await host.view.getByRole('button', { name: 'Sumário' }).click()
    await host.view.getByRole('button', { name: 'O que a chuva sabia' }).click()
    await expect(chapterOf(host.view).getByRole('heading', { name: 'O que a chuva sabia' })).toBeInViewport()
    const start = await wordsOnShow(host.view)
    await host.view.getByRole('button', { name: 'Próxima página' }).click()
    await expect.poll(() => wordsOnShow(host.view)).not.toBe(start)
    const left = await wordsOnShow(host.view)
    await host.view.getByRole('button', { name: 'Voltar', exact: true }).click()
    await expect(host.view.getByRole('heading', { level: 1, name: 'E-books' })).toBeVisible()

    await openReader(host, partner)

    await expect.poll(() => wordsOnShow(host.view)).toBe(left)
  })

  test('counts a chapter in the report once it was on screen for five seconds', async ({ host, partner }) => {
    const openedAt = performance.now()
    await openReader(host, partner)

    await expect.poll(() => partner.usage().then(({ totals }) => totals.readingChapters)).toBe(1)

    expect(performance.now() - openedAt).toBeGreaterThan(CHAPTER_COUNTS_AFTER_MS)
    const { totals, users } = await partner.usage()
    expect(totals).toEqual({ activeUsers: 1, titlesStarted: 1, listeningSeconds: 0, readingChapters: 1 })
    expect((await partner.member('ana')).lastActivityAt).toBe(users[0]!.lastActivityAt)
  })
})

async function openReader(host: FrameHost, partner: Partner) {
  await host.open(await partner.openBooks(await partner.pathOf('ebook', 'O farol de sal')))
  await expect(host.view.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
}
