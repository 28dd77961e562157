import { writeFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { wholeChromium } from './install-browser.ts'

/*
 * Writes the README's screenshot, the home screen beside the player, from a running demo: `npm run demo`, and in
 * another terminal `node scripts/write-screenshot.ts`.
 */

const PARTNER_URL = process.env.PARTNER_URL ?? 'http://localhost:4000'
const FILE = new URL('../docs/estante.webp', import.meta.url)
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5 }
const AUDIOBOOK = 'Como ouvir uma cidade'

const browser = await chromium.launch({ executablePath: wholeChromium(), args: ['--no-sandbox'] })
const context = await browser.newContext({ ...PHONE, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' })
await context.request.post(`${PARTNER_URL}/api/sign-in`, { data: { externalUserId: 'ipe-10482' } })

const home = await openBooks()
await home.getByRole('heading', { level: 1 }).waitFor()
const player = await openBooks(await pathOf(AUDIOBOOK))
await player.getByRole('button', { name: 'Reproduzir' }).waitFor()
const pictures = [await picture(home), await picture(player)]
const board = await context.newPage()
writeFileSync(FILE, Buffer.from(await board.evaluate(putSideBySide, pictures), 'base64'))
await browser.close()

async function openBooks(redirectPath?: string): Promise<Page> {
  const { launchUrl } = await ask<{ launchUrl: string }>('POST', '/api/books', { redirectPath })
  const page = await context.newPage()
  await page.goto(`${launchUrl}&embed=1`)
  return page
}

async function pathOf(title: string): Promise<string> {
  const { items } = await ask<{ items: { id: string; type: string; title: string }[] }>('GET', '/api/catalog')
  const audiobook = items.find((item) => item.type === 'audiobook' && item.title === title)
  if (!audiobook) throw new Error(`No audiobook "${title}" in the demo`)
  return `/player/${audiobook.id}`
}

async function ask<T>(method: string, path: string, data?: object): Promise<T> {
  const response = await context.request.fetch(PARTNER_URL + path, { method, ...(data && { data }) })
  return (await response.json()).data
}

async function picture(page: Page): Promise<string> {
  // Waits for fade-ins.
  await page.waitForTimeout(3000)
  return (await page.screenshot()).toString('base64')
}

/** Runs in a page: combines the screenshots side by side into a WebP. */
async function putSideBySide(pictures: string[]): Promise<string> {
  const GAP = 36
  const bitmaps = await Promise.all(
    pictures.map(async (one) => createImageBitmap(await (await fetch(`data:image/png;base64,${one}`)).blob())),
  )
  const width = bitmaps.reduce((sum, bitmap) => sum + bitmap.width, GAP * (bitmaps.length - 1))
  const canvas = Object.assign(document.createElement('canvas'), { width, height: bitmaps[0]?.height })
  const drawing = canvas.getContext('2d')
  let left = 0
  for (const bitmap of bitmaps) {
    drawing?.beginPath()
    drawing?.roundRect(left, 0, bitmap.width, bitmap.height, GAP)
    drawing?.save()
    drawing?.clip()
    drawing?.drawImage(bitmap, left, 0)
    drawing?.restore()
    if (drawing) drawing.strokeStyle = '#8888'
    drawing?.stroke()
    left += bitmap.width + GAP
  }
  return canvas.toDataURL('image/webp', 0.8).slice('data:image/webp;base64,'.length)
}
