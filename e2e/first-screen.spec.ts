import { openBook } from './hosts/book.ts'
import { expect, type Page, test } from './test.ts'

const MAX_PICTURE_BYTES = 150_000
/** Shorter texts fit in one packet. */
const SHORT_BYTES = 1024

test.use({ deviceScaleFactor: 2.625 })

test('a phone loads pictures in their displayed width, every text compressed, and no style twice: that of the first screen is in the page', async ({
  webView,
  page,
  partner,
}) => {
  const texts: string[] = []
  const plain: string[] = []
  page.on('response', (response) => {
    const { 'content-type': type = '', 'content-encoding': encoding, 'content-length': length } = response.headers()
    if (!/json|html|script|css|svg|mpegurl/.test(type) || response.status() !== 200) return
    texts.push(type.replace(/;.*/, ''))
    if (!encoding && !(Number(length) < SHORT_BYTES)) plain.push(response.url())
  })

  await test.step('pictures', async () => {
    const pictures = await watchPictures(page)

    await webView.open(await partner.openBooks())

    await expect(page.locator('.shelf .cover').first()).toHaveAttribute('data-arrived', 'true')
    await expect.poll(pictures.pending).toBe(0)
    expect(pictures.bytes()).toBeGreaterThan(0)
    expect(pictures.bytes()).toBeLessThan(MAX_PICTURE_BYTES)
    const widths = await page.locator('.home img').evaluateAll((images: HTMLImageElement[]) =>
      images
        .filter((image) => image.complete && image.currentSrc)
        .map((image) => {
          const [, width] = /(\d+)\.webp$/.exec(image.currentSrc)!
          return Number(width) / image.clientWidth
        }),
    )
    // About two device pixels per CSS pixel: the available widths are that far apart.
    expect(Math.min(...widths)).toBeGreaterThan(1.7)
    expect(Math.max(...widths)).toBeLessThan(2.7)
  })

  await test.step('styles', async () => {
    const styles: string[] = []
    page.on('request', (request) => styles.push(...(/(?<=\/assets\/).+(?=-.{8}\.css$)/.exec(request.url()) ?? [])))

    await openBook(webView, partner)
    await page.getByRole('button', { name: 'Sumário' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()

    expect(styles.sort()).toEqual(['reader-screen', 'reader-sheets', 'titles'])
  })

  await test.step('texts', async () => {
    await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
    await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeEnabled()

    expect(texts).toEqual(
      expect.arrayContaining(['application/json', 'application/xhtml+xml', 'text/html', 'text/css']),
    )
    expect(plain).toEqual([])
  })
})

async function watchPictures(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const requested = new Set<string>()
  let bytes = 0
  devtools.on('Network.requestWillBeSent', ({ requestId, type }) => type === 'Image' && requested.add(requestId))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requested.delete(requestId)) bytes += encodedDataLength
  })
  return { pending: () => requested.size, bytes: () => bytes }
}
