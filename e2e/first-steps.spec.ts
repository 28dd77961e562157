import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterPanel } from './service/admin.ts'
import { callApi } from './service/call-api.ts'
import type { Service } from './service/start.ts'
import { expect, type Page, test } from './test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('the checklist ticks itself while the view is tried in the framed phone, and each event is shown with instructions: closed, revoked, restored, a link used twice', async ({
  page,
  service,
  partner,
}) => {
  await enterPanel(page, service, partner, 'developer')
  const keys = await newCredential(page, service)

  await page.goto(`${service.baseUrl}/painel`)
  await expect(page).toHaveURL(`${service.baseUrl}/painel/primeiros-passos?ambiente=sandbox`)
  await expect(page.getByText('1 de 5 passos')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Experimente' })).toContainText('Nada ainda')
  const sample = page.locator('pre').filter({ hasText: keys.clientId }).first()
  await expect(sample).toContainText(`--user "${keys.clientId}:$ESTANTE_CLIENT_SECRET"`)
  await page.getByRole('radio', { name: 'PHP' }).first().check()
  await expect(page.locator('pre').filter({ hasText: 'curl_init' }).first()).toBeVisible()

  expect((await callApi(service, keys)).status).toBe(200)
  await expect(page.getByText('2 de 5 passos')).toBeVisible()

  await page.getByRole('button', { name: 'Abrir a visão' }).click()
  const view = page.frameLocator('iframe')
  await expect(view.getByRole('heading', { name: /Ana$/ })).toBeVisible()
  await expect(heard(page).first()).toContainText('service:ready')
  await expect(heard(page).first()).toContainText('Tire o indicador de carregamento.')
  await expect(page.getByText('4 de 5 passos')).toBeVisible()
  await expectNoSeriousFaults(page, 'in the sandbox')

  await view.getByRole('button', { name: 'Fechar' }).click()
  await expect(heard(page).first()).toContainText('Feche a visão.')
  await expect(page.getByText('O membro tocou em Fechar')).toBeVisible()

  await page.getByRole('button', { name: 'Abrir a visão' }).click()
  await expect(view.getByRole('heading', { name: /Ana$/ })).toBeVisible()
  const member = `/users/${await trialMember(page, service)}`
  expect((await callApi(service, keys, member, { method: 'DELETE' })).status).toBe(204)
  await expect(heard(page).first()).toContainText('service:session-expired')
  await expect(heard(page).first()).toContainText('refresh_failed')
  await expect(view.getByText('Abra os livros')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Integração completa no sandbox' })).toBeVisible()
  await expect(page.getByText('Faça a primeira chamada')).toBeHidden()

  await page.getByText('Rever os passos').click()
  await expect(page.getByText('Faça a primeira chamada')).toBeVisible()

  await page.getByRole('button', { name: 'Devolver acesso' }).click()
  await page.getByRole('button', { name: 'Abrir link usado' }).click()
  await expect(view.getByRole('heading', { name: 'Este link expirou' })).toBeVisible()
  await expect(heard(page).first()).toContainText('invalid_launch_token')
  await page.getByRole('button', { name: 'Pedir outro link' }).click()
  await expect(view.getByRole('heading', { name: /Ana$/ })).toBeVisible()

  // A message of another origin is ignored.
  const before = await heard(page).count()
  await page.evaluate(() => postMessage({ type: 'service:close' }, '*'))
  await page.getByRole('button', { name: 'Revogar acesso' }).click()
  await expect(heard(page)).toHaveCount(before + 1)
  await expect(heard(page).first()).toContainText('service:session-expired')

  await test.step('the sandbox is filled with examples once, and production lists the missing steps', async () => {
    await page.getByRole('button', { name: 'Preencher com exemplos' }).click()
    await expect(page.getByText('Sandbox preenchido: treze membros')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Preencher com exemplos' })).toBeHidden()
    await page.getByRole('link', { name: 'Ver os membros' }).click()
    await expect(page.getByText('Dandara Queiroz')).toBeVisible()

    await enterPanel(page, service, partner, 'owner')
    await page.goto(`${service.baseUrl}/painel/primeiros-passos`)
    const list = page.getByRole('list').filter({ hasText: 'Credencial de produção' })
    await expect(list).toContainText('A pessoa responsável ainda entra só com a senha.')
    await partner.member('ana').catch(() => {})
    await expect(page.getByText('2 de 5 passos')).toBeVisible()
    await expect(page.getByText('Credencial de produção', { exact: true })).toBeVisible()
  })
})

const heard = (page: Page) => page.getByRole('region', { name: 'Eventos' }).getByRole('listitem')

async function newCredential(page: Page, { baseUrl }: Service) {
  const response = await page.request.post(`${baseUrl}/panel/v1/credentials`, {
    headers: { origin: baseUrl },
    data: { name: 'Backend de testes', environment: 'sandbox' },
  })
  const { credential, clientSecret } = await response.json()
  return { clientId: String(credential.clientId), clientSecret: String(clientSecret) }
}

async function trialMember(page: Page, { baseUrl }: Service): Promise<string> {
  const response = await page.request.get(`${baseUrl}/panel/v1/first-steps?environment=sandbox`)
  return (await response.json()).member.externalUserId
}
