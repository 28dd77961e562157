import { seriousFaults } from './serious-faults.ts'
import { expect, test } from './test.ts'

test('finds elements without a name, and text without contrast in only one colour scheme', async ({ page }) => {
  await page.setContent(`<!doctype html>
    <html lang="pt-BR">
    <title>Falhas</title>
    <style>
      p { color: black }
      @media (prefers-color-scheme: dark) { body { background: #111 } }
    </style>
    <main><h1 style="background: white; color: black">Falhas</h1><p>Só se lê no claro</p><button></button></main>`)

  const faults = (await seriousFaults(page)).map((fault) => fault.split('\n')[0])

  expect(faults).toEqual(['light: button-name: <button></button>', 'dark: color-contrast: <p>Só se lê no claro</p>'])
})
