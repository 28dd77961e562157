import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attackPage, attackPages } from '@estante/formats/fixtures/epub/attacks.ts'
import { publicationFolder } from '@estante/server/media/folders.ts'
import type { Request } from '@playwright/test'
import type { FrameHost } from './hosts/frame-host.ts'
import { HOSTILE_BOOK } from './service/library.ts'
import type { Partner } from './service/partner.ts'
import type { Service } from './service/start.ts'
import { expect, type Page, test } from './test.ts'

const pages = attackPages()
/** The XSL sheet, and attacks that are not well-formed. */
const UNRENDERED_PAGES = 6

test('a hostile book runs nothing, contacts no host and violates no policy', async ({ host, page, partner }) => {
  const seen = await watchAttacks(page)

  await readThrough(host, partner)

  expect(seen).toEqual({ ran: [], reached: [], refused: [] })
})

test('a hostile book that bypassed the sanitiser still runs nothing and contacts no host', async ({
  host,
  page,
  partner,
  service,
}) => {
  const chapters = await wellFormed(page)
  expect(chapters.filter((chapter) => chapter === '')).toHaveLength(UNRENDERED_PAGES)
  await putBackAttacks(service, chapters)
  const seen = await watchAttacks(page)

  await readThrough(host, partner)

  expect(seen.ran).toEqual([])
  expect(seen.reached).toEqual([])
  expect(seen.refused).not.toEqual([])
})

/** Opens every chapter in turn. */
async function readThrough(host: FrameHost, partner: Partner) {
  const path = await partner.pathOf('ebook', HOSTILE_BOOK)
  await host.open(await partner.openBooks(path))
  for (let chapter = 1; chapter <= pages.length; chapter++) {
    await expect(host.view.getByText(`Parte ${chapter} de ${pages.length}`)).toBeVisible()
    await host.view.getByRole('button', { name: 'Próxima página' }).click()
  }
  await expect(host.view.getByText('Você leu até o fim')).toBeVisible()
  expect(new URL(host.frame().url()).pathname).toBe(path)
}

/** Effects of the attacks' scripts, the hosts they contacted, and the violations that the browser reported. */
async function watchAttacks(page: Page) {
  const seen = { ran: [] as string[], reached: [] as string[], refused: [] as string[] }
  await page.exposeFunction('attackRan', (where: string) => void seen.ran.push(where))
  await page.addInitScript(() => {
    const { attackRan } = window as unknown as { attackRan(where: string): void }
    Object.defineProperty(window, 'ran', { set: () => attackRan(location.href) })
  })
  const noteRequest = (request: Request) => {
    if (/^http:\/\/(livros|parceiro)\.test:/.test(request.url())) return
    // `csp` and `origin` are the browser's own refusals: nothing left the page. Network errors are `net::ERR_…`.
    if (/^(csp|origin)$/.test(request.failure()?.errorText ?? '')) seen.refused.push(request.url())
    else seen.reached.push(request.url())
  }
  page.on('requestfinished', noteRequest)
  page.on('requestfailed', noteRequest)
  page.on('console', (message) => {
    // The host allows sharing, which no desktop Chromium on Linux knows.
    if (message.text() !== "Unrecognized feature: 'web-share'.") seen.refused.push(message.text())
  })
  return seen
}

/**
 * Stored chapters are always well-formed, so only a well-formed attack could bypass the sanitiser; the others are
 * empty. So is the XSL sheet: the browser refuses it and renders no page.
 */
function wellFormed(page: Page): Promise<string[]> {
  return page.evaluate((documents) => {
    const read = (text: string) => new DOMParser().parseFromString(text, 'application/xhtml+xml')
    return documents.map((text) =>
      /<\?xml-stylesheet/.test(text) || read(text).querySelector('parsererror') ? '' : text,
    )
  }, pages)
}

/** Replaces the stored sanitised chapters with the book's original ones. */
async function putBackAttacks({ context }: Service, chapters: string[]) {
  const { id, revision } = await context.db.read
    .selectFrom('publication')
    .select(['public_id as id', 'revision'])
    .where('title', '=', HOSTILE_BOOK)
    .executeTakeFirstOrThrow()
  const folder = await mkdtemp(join(context.config.dataDir, 'hostil-'))
  await mkdir(join(folder, 'OEBPS'))
  for (const [index, text] of chapters.entries()) {
    await writeFile(join(folder, 'OEBPS', `ataque-${index + 1}.xhtml`), text || attackPage(''))
  }
  await context.files.removeFolder(publicationFolder(id, revision))
  expect(await context.files.putFolder(publicationFolder(id, revision), folder)).toBe(true)
}
