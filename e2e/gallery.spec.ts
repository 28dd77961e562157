import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, preview } from 'vite'
import { expect, test } from './test.ts'

const DESIGN = fileURLToPath(new URL('../design/', import.meta.url))

test('every state of the gallery is drawn without an error', async ({ page }, { outputDir }) => {
  const gallery: InlineConfig = {
    root: DESIGN,
    logLevel: 'error',
    build: { outDir: outputDir, minify: false, rolldownOptions: { input: `${DESIGN}gallery.html` } },
    preview: { host: '127.0.0.1', port: 0 },
  }
  await build(gallery)
  const server = await preview(gallery)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))

  try {
    await page.goto(`${server.resolvedUrls?.local[0]}gallery.html`)
    const styled = page.getByRole('button', { name: 'Continuar ouvindo' }).first()
    await expect(styled).toHaveCSS('color', 'rgb(255, 255, 255)')
    await page.evaluate(async () => {
      const parts = [...document.querySelectorAll<HTMLElement>('.gallery__part')]
      for (const part of parts) {
        // Each part alone: a dialog that opens or closes lays out the whole page.
        for (const one of parts) one.style.display = one === part ? '' : 'none'
        for (const state of part.querySelectorAll<HTMLElement>(':scope > .gallery__row > [aria-pressed]')) {
          state.click()
          await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
        }
      }
      for (const part of parts) part.style.display = ''
    })
    // Parts that are loaded when they are shown.
    await page.waitForLoadState('networkidle')
    // An error may leave the next states undrawn.
    expect(errors).toEqual([])
    // The answers arrive: otherwise every state would be that of waiting.
    await page
      .getByRole('button', { name: 'Com tudo' })
      .first()
      .evaluate((state: HTMLElement) => state.click())
    await expect(page.locator('.gallery__inside')).toContainText('quarta-feira')
    // What waits or plays looks at the time every second. The animation frames above need the browser's own clock.
    await page.clock.install()
    await page.reload()
    await expect(styled).toHaveCSS('color', 'rgb(255, 255, 255)')
    await page.clock.runFor(1100)
  } finally {
    await server.close()
  }

  expect(errors).toEqual([])
})
