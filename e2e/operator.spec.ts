import { randomUUID } from 'node:crypto'
import { GOOD_PASSWORD } from '@estante/server/test/panel.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterAsOperator, enterPanel, inviteOperator, setUpSecondFactor } from './service/admin.ts'
import { callApi } from './service/call-api.ts'
import type { Partner } from './service/partner.ts'
import type { Service } from './service/start.ts'
import { expect, type Page, test } from './test.ts'

const SESSION_ENDED = { type: 'service:session-expired', reason: 'refresh_failed' }

test.use({ viewport: { width: 1280, height: 800 } })

test('an invited operator creates a partner, whose owner’s invitation opens', async ({ page, browser, service }) => {
  await page.goto(await inviteOperator(service))
  await page.getByLabel('Seu nome').fill('Olívia Prado')
  await page.getByLabel('Senha', { exact: true }).fill(GOOD_PASSWORD)
  await page.getByRole('button', { name: 'Aceitar e entrar' }).click()
  await setUpSecondFactor(page, service)
  await expect(page).toHaveURL(`${service.baseUrl}/painel/parceiros`)
  const slug = `clube-${randomUUID().slice(0, 8)}`

  await page.getByRole('button', { name: 'Novo parceiro' }).click()
  await page.getByRole('button', { name: 'Criar parceiro' }).click()
  await expect(page.getByLabel('Nome', { exact: true })).toBeFocused()
  await expect(page.getByRole('dialog').locator('[aria-invalid="true"]')).toHaveCount(1)
  await page.getByLabel('Nome', { exact: true }).fill('Clube Áurea & Cia')
  await expect(page.getByLabel('Nome curto')).toHaveValue('clube-aurea-cia')
  await page.getByLabel('Nome curto').fill(slug)
  await page.getByLabel('E-mail de quem vai responder por ele').fill(`ana@${slug}.example`)
  await page.getByRole('button', { name: 'Criar parceiro' }).click()
  const link = await page.getByRole('dialog', { name: 'Entregue este link' }).getByRole('code').innerText()
  await page.getByLabel('Já copiei o link').check()
  await page.getByRole('button', { name: 'Concluir' }).click()

  await expect(page).toHaveURL(`${service.baseUrl}/painel/parceiros/${slug}`)
  await expect(page.getByRole('heading', { name: 'Clube Áurea & Cia' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Pessoas da equipe do parceiro' })).toContainText(`ana@${slug}.example`)
  await page.getByRole('button', { name: `Convidar de novo ana@${slug}.example` }).click()
  // Without a mail server, nothing is sent.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Criar convite' })).toBeVisible()
  await page.keyboard.press('Escape')
  const owner = await (await browser.newContext()).newPage()
  await owner.goto(link)
  await expect(owner.getByRole('heading', { name: 'Seu convite para o painel de Clube Áurea & Cia' })).toBeVisible()

  await page.getByRole('link', { name: 'Parceiros' }).first().click()
  await page.getByRole('searchbox', { name: 'Buscar parceiro' }).fill(slug)
  await expect(page).toHaveURL(new RegExp(`busca=${slug}`))
  await expect(page.getByRole('table', { name: 'Parceiros' }).getByRole('row')).toHaveCount(2)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectNoSeriousFaults(page, 'the partners')
  await owner.context().close()
})

test('a limit applies at once, a suspension ends open views and calls, and both are audited', async ({
  host,
  browser,
  service,
  partner,
}) => {
  const page = await (await browser.newContext()).newPage()
  await enterAsOperator(page, service)
  const slug = await slugOf(service, partner)
  await page.goto(`${service.baseUrl}/painel/parceiros/${slug}`)

  await changeLimit(page, '2')
  for (const status of [200, 200, 429]) expect((await callApi(service, partner.keys)).status).toBe(status)
  await changeLimit(page, '1.000')
  expect((await callApi(service, partner.keys)).status).toBe(200)
  await page.getByRole('button', { name: 'Mudar o limite do parceiro' }).click()
  await page.getByLabel('Chamadas por minuto').fill('1.5')
  await page.getByRole('button', { name: 'Mudar o limite', exact: true }).click()
  await expect(page.getByText('Digite um número inteiro de 1 a 100.000.')).toBeVisible()
  await page.getByLabel('Chamadas por minuto').fill('1.500')
  await page.getByRole('button', { name: 'Mudar o limite', exact: true }).click()
  await expect(page.getByText('Juntas, em cada ambiente: até 1.500 chamadas por minuto')).toBeVisible()

  await host.open(await partner.openBooks())
  await expect.poll(host.events).toContainEqual({ type: 'service:ready' })
  await page.getByRole('button', { name: 'Suspender acesso' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Para confirmar/).fill('outro')
  await dialog.getByRole('button', { name: 'Suspender acesso' }).click()
  await expect(dialog).toContainText('Não é o nome curto deste parceiro.')
  expect((await callApi(service, partner.keys)).status).toBe(200)
  await dialog.getByLabel(/Para confirmar/).fill(slug)
  await dialog.getByRole('button', { name: 'Suspender acesso' }).click()

  await expect.poll(host.events, { intervals: [50] }).toContainEqual(SESSION_ENDED)
  await expect(page.getByText('Suspenso', { exact: true })).toBeVisible()
  expect((await callApi(service, partner.keys)).status).toBe(401)
  const owner = await (await browser.newContext()).newPage()
  await enterPanel(owner, service, partner, 'owner')
  await owner.goto(`${service.baseUrl}/painel/integracoes`)
  await expect(owner.getByText('O acesso de Banco Aurora está suspenso')).toBeVisible()

  await page.getByRole('button', { name: 'Devolver acesso' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Devolver acesso' }).click()
  await expect(page.getByText('Ativo', { exact: true })).toBeVisible()
  expect((await callApi(service, partner.keys)).status).toBe(200)

  await page.getByRole('link', { name: 'Ver tudo na auditoria' }).click()
  for (const message of [
    'de 120 para 2 por minuto',
    'de 2 para 1.000 por minuto',
    'de 600 para 1.500 o limite por minuto das credenciais juntas',
    'suspendeu o acesso',
    'devolveu o acesso',
  ]) {
    await expect(page.getByRole('listitem').filter({ hasText: message })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Saúde' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Saúde' })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectNoSeriousFaults(page, 'the health of the service')
  await owner.goto(`${service.baseUrl}/painel/auditoria`)
  await expect(owner.getByRole('listitem').filter({ hasText: 'Operação do serviço suspendeu o acesso' })).toBeVisible()
  await page.context().close()
  await owner.context().close()
})

test('audit entries are found by their act, with the filters in the address', async ({ page, service, partner }) => {
  await enterPanel(page, service, partner, 'owner')
  await page.goto(`${service.baseUrl}/painel/conta`)
  await page.getByRole('button', { name: 'Mudar o nome' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Ana Maria')
  await page.getByRole('dialog').getByRole('button', { name: 'Mudar o nome' }).click()
  await expect(page.getByRole('button', { name: 'Sua conta: Ana Maria' })).toBeVisible()

  await page.getByRole('link', { name: 'Auditoria' }).click()
  await page.getByRole('radio', { name: 'Equipe' }).check()

  await expect(page.getByText('aceitou o convite e entrou na equipe')).toBeVisible()
  await expect(page.getByText('mudou o próprio nome')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('aceitou o convite e entrou na equipe')).toBeVisible()
  await expect(page.getByText('mudou o próprio nome')).toHaveCount(0)
  await page.getByRole('radio', { name: 'Entradas' }).check()
  await expect(page.getByText('mudou o próprio nome de Ana Souza para Ana Maria')).toBeVisible()
  await expectNoSeriousFaults(page, 'the audit')
})

async function changeLimit(page: Page, limit: string): Promise<void> {
  await page.getByRole('button', { name: 'Mudar o limite de Backend' }).click()
  await page.getByLabel('Chamadas por minuto').fill(limit)
  await page.getByRole('button', { name: 'Mudar o limite', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function slugOf({ context }: Service, { id }: Partner): Promise<string> {
  const { slug } = await context.db.read
    .selectFrom('partner')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return slug
}
