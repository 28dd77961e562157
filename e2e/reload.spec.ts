import { enterPanel } from './service/admin.ts'
import { expect, type Page, test } from './test.ts'

/** Whether the page has the style of a screen. */
const hasStyle = (page: Page, name: string) =>
  page.evaluate((file) => [...document.styleSheets].some(({ href }) => href?.includes(file)), `/assets/${name}-`)

test('a reload of the native view restores the member, the screen and the close button, and does not sign another tab in', async ({
  webView,
  context,
  page,
  partner,
}) => {
  await webView.open(await partner.openBooks('/biblioteca'), '&embed=1&closable=1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Biblioteca')
  await page.getByRole('link', { name: 'Conta' }).click()

  await page.reload()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conta')
  await expect(page.getByText('Ana Souza').first()).toBeVisible()
  await page.getByRole('button', { name: 'Fechar' }).click()
  await expect.poll(webView.events).toContainEqual({ type: 'service:close' })
  expect(webView.events().map(({ type }) => type)).not.toContain('service:session-expired')
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { name: 'Sua sessão terminou' })).toBeVisible()
})

test('a page or a screen whose code did not load says so, and leads on by a retry or back', async ({
  webView,
  page,
  partner,
}) => {
  await page.route('**/assets/application-*.js', (route) => route.abort())
  await webView.open(await partner.openBooks())
  await expect(page.getByRole('alert')).toContainText('Não foi possível conectar')
  await expect.poll(webView.events).toEqual([{ type: 'service:ready' }])

  await page.unroute('**/assets/application-*.js')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)
  await page.route('**/assets/player-*', (route) => route.abort())
  await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta tela não abriu')
  await page.getByRole('button', { name: 'Voltar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)
  await page.getByRole('link', { name: 'O farol de sal' }).first().click()
  await page.getByRole('link', { name: /^Ouvir/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta tela não abriu')
  await page.goBack()
  await page.unroute('**/assets/player-*')
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Reproduzir' }), 'silent after Forward').toBeEnabled()
  await page.goBack()
  await page.getByRole('link', { name: /^Ouvir/ }).click()
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible()
  expect(await hasStyle(page, 'player'), 'the style of a screen that failed before').toBe(true)
})

test('a page or a section of the panel whose code or style did not load says so, and opens by a retry', async ({
  page,
  service,
  partner,
}) => {
  await enterPanel(page, service, partner, 'owner')
  for (const type of ['js', 'css']) {
    await page.route(`**/painel/assets/application-*.${type}`, (route) => route.abort())
    await page.goto(`${service.baseUrl}/painel/uso`)
    await expect(page.getByRole('alert')).toContainText('Sem resposta')
    await expect(page.getByRole('heading')).toHaveCount(1)

    await page.unrouteAll()
    await page.getByRole('button', { name: 'Tentar novamente' }).click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uso')
  }
  await page.route('**/painel/assets/integrations-screen-*', (route) => route.abort())
  await page.getByRole('link', { name: 'Integrações' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sem resposta')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Integrações')
  expect(await hasStyle(page, 'integrations-screen')).toBe(true)
})

test('a screen opens by the first retry where the engine keeps the failure of its code', async ({
  webView,
  page,
  partner,
}) => {
  await page.addInitScript(() => {
    const lost = new Set<string>()
    let importFile: (file: string) => Promise<unknown>
    Object.defineProperty(window, 'importFile', {
      get: () => (file: string) =>
        lost.has(file)
          ? Promise.reject(new TypeError())
          : importFile(file).catch((error) => {
              lost.add(file)
              throw error
            }),
      set: (original) => {
        importFile = original
      },
    })
  })
  await page.route('**/assets/browsing-screens-*.js', (route) => route.abort())
  await webView.open(await partner.openBooks())
  const retry = page.getByRole('button', { name: 'Tentar novamente' })
  await page.getByRole('link', { name: 'Biblioteca' }).click()
  await expect(retry).toBeVisible()
  await page.unrouteAll()

  await retry.click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Biblioteca')
  await page.route('**/*', (route) => route.abort())
  await page.getByRole('link', { name: 'Anotações' }).click()
  const unreachable = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await retry.click()
  await unreachable
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta tela não abriu')
  await page.unrouteAll()
  await retry.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anotações')
})
