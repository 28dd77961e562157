import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import type { Partner } from '../service/partner.ts'
import type { Service } from '../service/start.ts'
import { chapterOf } from './chapter.ts'
import type { FrameHost } from './frame-host.ts'
import type { WebView } from './web-view.ts'

/** Opens an e-book in a host or in a page alone, and waits until its pages turn. */
export async function openBook(host: FrameHost | WebView | Page, partner: Partner, title = 'O farol de sal') {
  const link = await partner.openTitle('ebook', title)
  if ('goto' in host) await host.goto(`${link}&embed=1`)
  else await host.open(link)
  const view = 'goto' in host ? host : host.view
  await expect(view.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
}

/** Opens an e-book on another device of Ana's: a browser with its own storage. */
export async function openBookOnDevice(
  browser: Browser,
  partner: Partner,
  { title, ...options }: BrowserContextOptions & { title?: string } = {},
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  await openBook(page, partner, title)
  return page
}

/** Answers every request for a chapter with one of this body. */
export function replaceChapters(page: Page, body: string, css = '', lang = 'pt-BR') {
  return page.route(/\.xhtml$/, (route) => route.fulfill(chapterAnswer(body, css, lang)))
}

/** The answer to a request for a chapter. */
export function chapterAnswer(body: string, css = '', lang = 'pt-BR') {
  return {
    contentType: 'application/xhtml+xml',
    body: `<html xmlns="http://www.w3.org/1999/xhtml" lang="${lang}"><head><title>Capítulo</title><style>${css}</style></head><body>${body}</body></html>`,
  }
}

/** Selects words in the first paragraph that is long enough, like a keyboard user; returns them. */
export async function selectText(page: Page): Promise<string> {
  const quote = await chapterOf(page)
    .locator('body')
    .evaluate((body) => {
      const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const node = texts.currentNode as Text
        if (node.data.trim().length < 80 || !node.parentElement?.closest('p')) continue
        const from = node.data.indexOf(' ', 10)
        const to = node.data.indexOf(' ', from + 40)
        getSelection()!.setBaseAndExtent(node, from, node, to)
        return node.data.slice(from, to).replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim()
      }
      throw new Error('No paragraph to select in')
    })
  await expect(page.getByRole('toolbar', { name: 'Trecho selecionado' })).toBeVisible()
  return quote
}

/** Waits until the service has all annotations of this page. */
export function untilAnnotationsSynced(page: Page) {
  return expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)), { intervals: [100] })
    .toContain('unsent.annotations\\":[]')
}

/** Changes the note of an annotation as another device does. */
export function changeNoteElsewhere({ context }: Service, from: string, to: string) {
  return context.db.write((tx) =>
    tx
      .updateTable('annotation')
      .set((eb) => ({
        note: to,
        revision: eb('revision', '+', 1),
        // The newest change of the title, or the list is answered with 304.
        changed_at: eb('changed_at', '+', 3_600_000),
      }))
      .where('note', '=', from)
      .execute(),
  )
}

/** Has the book read its annotations again, as when its page is visible again. */
export async function reloadAnnotations(page: Page) {
  const listed = page.waitForResponse(/\/annotations$/)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await (await listed).finished()
  await untilAnswersRead(page)
}

/** Waits until a page has read the answers that it has received: once a later request is answered. */
export async function untilAnswersRead(page: Page) {
  await page.evaluate(() => fetch('/icon.svg'))
}

/** Reads the notes of a partner’s members that the service has, oldest first. */
export async function notesOf({ context }: Service, partner: Partner) {
  const rows = context.db.read.selectFrom('annotation').select('note').where('partner_id', '=', partner.id)
  return (await rows.orderBy('created_at').execute()).map(({ note }) => note)
}
