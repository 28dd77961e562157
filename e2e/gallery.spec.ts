import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'

test('every state of the gallery is drawn without an error', async ({ page }) => {
  const gallery = spawn('npm', ['run', '--silent', 'gallery', '--workspace', 'design', '--', '--port', '5190'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))

  try {
    await page.goto(`${await addressOf(gallery.stdout)}gallery.html`)
    await page.locator('.gallery__part').first().waitFor()
    await page.evaluate(async () => {
      for (const state of document.querySelectorAll<HTMLElement>('.gallery__part > .gallery__row > [aria-pressed]')) {
        state.click()
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
      }
    })
    // Parts that are loaded when they are shown.
    await page.waitForLoadState('networkidle')
    // The answers arrive: otherwise every state would be that of waiting.
    await page
      .getByRole('button', { name: 'Com tudo' })
      .first()
      .evaluate((state: HTMLElement) => state.click())
    await expect(page.locator('.gallery__inside')).toContainText('quarta-feira')
  } finally {
    process.kill(-gallery.pid!)
    await once(gallery, 'exit')
  }

  expect(errors).toEqual([])
})

/** Reads the address that Vite prints once it serves. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+\//.exec(line.replaceAll(/\u001b\[\d+m/g, '')) ?? []
    if (address) return address
  }
  throw new Error('the gallery does not start')
}
