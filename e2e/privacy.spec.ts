import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterPanel } from './service/admin.ts'
import { spendTime } from './service/spend-time.ts'
import { expect, test } from './test.ts'

test('an owner sets the contact that members find in Conta, and hides titles from the rest of the team', async ({
  page,
  service,
  partner,
}) => {
  const title = await spendTime(service, partner, 'ana', { type: 'audiobook', activeMs: 60_000 })
  await enterPanel(page, service, partner, 'owner')
  await page.goto(`${service.baseUrl}/painel/privacidade`)

  await page.getByLabel('E-mail ou endereço https').fill('ligue 0800')
  await page.getByRole('radio', { name: /^Só responsáveis/ }).check()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('alert')).toContainText('deve ser um e-mail ou um endereço')
  await page.getByLabel('E-mail ou endereço https').fill('privacidade@bancoaurora.com.br')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Salvo: já vale.')).toBeVisible()
  await expectNoSeriousFaults(page, 'privacy in the panel')

  await enterPanel(page, service, partner, 'developer')
  await page.goto(`${service.baseUrl}/painel/membros/ana`)
  await expect(page.getByText('O seu papel não vê os títulos de cada membro.')).toBeVisible()
  await expect(page.getByText(title)).toHaveCount(0)
  await page.goto(`${service.baseUrl}/painel/privacidade`)
  await expect(page.getByLabel('E-mail ou endereço https')).toBeDisabled()

  await page.goto(await partner.openBooks('/perfil'))
  await expect(page.getByRole('region', { name: 'Privacidade' })).toContainText('privacidade@bancoaurora.com.br')
})
