import { deriveAccent } from '@estante/contract/accent.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterPanel } from './service/admin.ts'
import type { Service } from './service/start.ts'
import { expect, type Page, test } from './test.ts'

const ORANGE = '#ec7000'

test('changes wait until they are saved, an invalid picture is refused, and members see the name, colour and logo that an owner chooses', async ({
  page,
  service,
  partner,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterPanel(page, service, partner, 'owner')
  await page.goto(`${service.baseUrl}/painel/aparencia`)

  const name = page.getByLabel('Nome', { exact: true })

  await test.step('changes wait', async () => {
    await name.fill('Outro nome')
    await page.getByRole('link', { name: 'Integrações' }).click()
    const leaving = page.getByRole('dialog', { name: 'Sair sem salvar?' })
    await leaving.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('link', { name: 'Sandbox' }).click()
    await expect(name).toHaveValue('Outro nome')
    await page.getByLabel('Cor', { exact: true }).fill(ORANGE)
    await page.getByRole('button', { name: 'Adicionar endereço' }).click()
    await page.keyboard.type('app.aurora.com.br/livros')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByRole('alert')).toContainText('deve começar com https://')
    await expect(page.getByLabel('Endereço 1', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expectNoSeriousFaults(page, 'the appearance')
    await page.getByRole('button', { name: 'Descartar' }).click()
    await expect(name).toHaveValue('')
  })

  await test.step('an invalid picture is refused', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await page.setInputFiles('input[type=file]', { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg })
    await expect(page.getByRole('alert')).toContainText('SVG não é aceito')
  })

  await expect(name).toHaveAccessibleDescription(/Em branco, fica Estante\.$/)
  await page.getByLabel('Cor', { exact: true }).fill('EC7000')
  await expect(name).toHaveAccessibleDescription(/Em branco, fica Banco Aurora\.$/)
  await name.fill('Livros Aurora')
  const { light, dark } = deriveAccent(ORANGE)
  await expect(page.getByText(`Na visão: ${light.accent} no claro e ${dark.accent} no escuro`)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Prévia no escuro' })).toContainText('Livros Aurora')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Aparência salva')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Salvar' })).toBeHidden()
  await page.setInputFiles('input[type=file]', { name: 'logo.png', mimeType: 'image/png', buffer: await drawing(page) })
  await expect(page.getByRole('img', { name: 'Logotipo de Livros Aurora' })).toBeVisible()

  await page.goto(await partner.openBooks())
  const logo = page.getByRole('navigation').getByRole('img', { name: 'Livros Aurora' })
  await expect(logo).toBeVisible()
  expect(await logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true)
  await expect(page).toHaveTitle('Início · Livros Aurora')
  expect(await accentOf(page)).toBe(light.accent)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => accentOf(page)).toBe(dark.accent)
  await expectNoSeriousFaults(page, 'the view in a colour of its own')
  await page.getByRole('link', { name: 'Conta' }).click()
  await expect(page.getByText('Acesso por Livros Aurora')).toBeVisible()
})

test('only listed pages and the panel may frame the view', async ({ page, host, hostUrl, service, partner }) => {
  const listed = hostUrl.replace('parceiro.test', 'localhost')
  await allow(service, partner.id, [listed])

  await host.open(await partner.openBooks())
  // The browser's error page in place of the refused document.
  await expect.poll(() => host.frame().url()).toBe('chrome-error://chromewebdata/')
  expect(host.received).toEqual([])
  await expect(host.view.getByRole('heading')).toHaveCount(0)

  await page.goto(listed)
  await host.open(await partner.openBooks())
  await expect(host.view.getByRole('heading', { name: /Ana$/ })).toBeVisible()
  await expect.poll(() => host.received.map(({ data }) => data.type)).toContain('service:ready')

  await enterPanel(page, service, partner, 'owner')
  await page.goto(`${service.baseUrl}/painel/primeiros-passos?ambiente=sandbox`)
  await page.getByRole('button', { name: 'Abrir a visão' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: /Ana$/ })).toBeVisible()
})

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-accent').trim())

/** The origins that an owner lists in the panel. */
async function allow({ context }: Service, partnerId: number, origins: string[]) {
  await context.db.write((tx) =>
    tx
      .updateTable('partner')
      .set({ frame_origins: JSON.stringify(origins) })
      .where('id', '=', partnerId)
      .execute(),
  )
}

/** A dark drawing on a transparent background, as saved by a browser. */
async function drawing(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 360, height: 120 })
    const pen = canvas.getContext('2d')
    if (pen) pen.fillStyle = '#0b3d91'
    pen?.fillRect(30, 10, 300, 100)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}
