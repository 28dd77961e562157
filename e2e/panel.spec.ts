import { UNAUDITED } from '@estante/server/audit/audit.ts'
import { suspendPartner } from '@estante/server/partners/partner.ts'
import { GOOD_PASSWORD, panelPage } from '@estante/server/test/panel.ts'
import { Secret, TOTP } from 'otpauth'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterAsOperator, enterPanel, invite, resetUrl } from './service/admin.ts'
import { callApi } from './service/call-api.ts'
import type { Service } from './service/start.ts'
import { expect, type Page, test } from './test.ts'

const HOUR_MS = 3_600_000
const OTHER_PASSWORD = 'sete lagartos no muro verde'

test.use({ viewport: { width: 1280, height: 800 } })

test('an invited admin creates, uses, rotates and revokes a credential', async ({ page, service, partner }) => {
  const { url, email } = await invite(service, partner, 'owner')

  await page.goto(url)
  await expect(page).toHaveURL(`${service.baseUrl}/painel/convite`)
  await expect(page.getByText(email)).toBeVisible()
  await page.getByLabel('Seu nome').fill('Ana Souza')
  await page.getByLabel('Senha', { exact: true }).fill('girassol1234')
  await page.getByText('Quase lá').waitFor()
  await expectNoSeriousFaults(page, 'the invitation')
  await page.getByLabel('Senha', { exact: true }).fill(GOOD_PASSWORD)
  await expect(page.getByText('Ótima')).toBeVisible()
  await page.getByRole('button', { name: 'Aceitar e entrar' }).click()
  await page.getByRole('button', { name: 'Agora não' }).click()
  await expect(page.getByRole('heading', { name: 'Primeiros passos' })).toBeVisible()
  await page.goto(`${service.baseUrl}/painel/integracoes`)
  await expect(page.getByRole('table', { name: 'Credenciais ativas: produção' })).toContainText('Backend')

  const [first = '', second = ''] = await turnOnSecondFactor(page, service)
  await page.getByRole('button', { name: 'Sua conta: Ana Souza' }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(GOOD_PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  const token = new URL(await resetUrl(service, email)).hash.slice(1)
  await panelPage(service.app, service.context).post('/panel/v1/password/reset/finish', {
    token,
    password: OTHER_PASSWORD,
  })
  await page.getByLabel('Código').fill('000000')
  await page.getByLabel('Senha', { exact: true }).fill(OTHER_PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByLabel('Código')).toHaveValue('')
  await page.getByRole('button', { name: 'Estou sem o aplicativo' }).click()
  await page.getByLabel('Código de recuperação').fill(first)
  await page.getByRole('button', { name: 'Continuar' }).click()

  await page.getByRole('link', { name: 'Integrações' }).click()
  await page.getByRole('button', { name: 'Nova credencial' }).click()
  await page.getByLabel('Nome').fill('Rotina noturna')
  await page.getByRole('button', { name: 'Criar credencial' }).click()
  const created = await storeSecret(page, service)
  expect(created.clientId).toMatch(/^estante_test_/)
  expect((await callApi(service, created)).status).toBe(200)

  await page.getByRole('button', { name: 'Nova credencial' }).click()
  await page.getByLabel('Nome').fill('Rotina noturna')
  await page.getByRole('button', { name: 'Criar credencial' }).click()
  await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(/^Já há uma credencial ativa com este nome/)
  await expect(page.getByLabel('Nome')).toBeFocused()
  await page.getByRole('button', { name: 'Cancelar' }).click()

  await page.reload()
  await expect(row(page).getByText('1 chamada', { exact: true })).toBeVisible()
  service.clock.advance(HOUR_MS / 2)
  await act(page, 'Trocar segredo')
  await expect(page.getByRole('alert')).toContainText('Em uso: a última chamada foi')
  await page.getByRole('button', { name: 'Trocar o segredo' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirme que é você' })
  await confirmation.getByLabel('Senha', { exact: true }).fill(OTHER_PASSWORD)
  await confirmation.getByRole('button', { name: 'Confirmar' }).click()
  await confirmation.getByLabel('Código').fill(second)
  await confirmation.getByRole('button', { name: 'Confirmar' }).click()
  const rotated = await storeSecret(page, service)
  expect(rotated.clientId).toBe(created.clientId)
  expect((await callApi(service, created)).status).toBe(401)
  expect((await callApi(service, rotated)).status).toBe(200)

  await act(page, 'Revogar')
  await page.getByLabel(/Para confirmar/).fill('nada')
  await page.getByRole('button', { name: 'Revogar de vez' }).click()
  await expect(page.getByText('Não é o fim do client_id desta credencial.')).toBeVisible()
  await expect(page.getByLabel(/Para confirmar/)).toBeFocused()
  await page.getByLabel(/Para confirmar/).fill(created.clientId.slice(-4))
  await page.getByRole('button', { name: 'Revogar de vez' }).click()
  await page.getByText('1 credencial revogada').click()
  const revoked = page.getByRole('table', { name: 'Credenciais revogadas: sandbox' })
  await expect(revoked).toContainText('Rotina noturna')
  expect((await callApi(service, rotated)).status).toBe(401)

  await act(page, 'Encerrar as visões')
  await page.getByRole('dialog').getByRole('button', { name: 'Encerrar as visões' }).click()
  await expect(revoked).toContainText('Visões encerradas')
  await expect(revoked.getByRole('button', { name: 'Ações de Rotina noturna' })).toHaveCount(0)
})

test('a new password ends every session, and signing in again restores the screen', async ({
  page,
  context,
  service,
  partner,
}) => {
  const { email } = await enterPanel(page, service, partner, 'owner')
  await page.goto(`${service.baseUrl}/painel/equipe?ambiente=sandbox`)
  await expect(page.getByRole('table', { name: 'Pessoas da equipe' })).toContainText('Ana Souza')
  const other = await context.newPage()
  await other.goto(await resetUrl(service, email))
  await expect(other).toHaveURL(`${service.baseUrl}/painel/nova-senha`)
  await other.getByLabel('Nova senha').fill(OTHER_PASSWORD)
  await expectNoSeriousFaults(other, 'a new password')
  await other.getByRole('button', { name: 'Salvar a senha' }).click()
  await expect(other.getByText('Senha nova salva. Entre com ela.')).toBeVisible()
  await other.goto(`${service.baseUrl}/painel/esqueci-a-senha`)
  await expect(other.getByRole('heading', { name: 'Esqueceu a senha?' })).toBeVisible()
  await expectNoSeriousFaults(other, 'a forgotten password')

  await page.getByRole('link', { name: 'Conta' }).click()
  await expect(page.getByText('Sua sessão terminou.')).toBeVisible()
  await expectNoSeriousFaults(page, 'the sign-in')
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.getByLabel('E-mail').press('Tab')
  await page.keyboard.type(OTHER_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Conta' })).toBeVisible()
  await expect(page).toHaveURL(`${service.baseUrl}/painel/conta?ambiente=sandbox`)
})

test('the dialog of a second factor says why another code has to wait', async ({ page, service, partner }) => {
  await enterPanel(page, service, partner, 'owner')
  await page.goto(`${service.baseUrl}/painel/conta`)
  await page.getByText('este aparelho').waitFor()
  await expectNoSeriousFaults(page, 'the account')
  await page.getByRole('button', { name: 'Ligar o segundo fator' }).click()
  const dialog = page.getByRole('dialog')

  const code = dialog.getByLabel(/^Código de 6 dígitos/)
  const enterWrongCode = async () => {
    await expect(code).toHaveValue('')
    const answered = page.waitForResponse('**/panel/v1/second-factor/confirm')
    await code.fill('000000')
    return (await answered).status()
  }
  await expect.poll(enterWrongCode, { intervals: [0] }).toBe(429)

  await expect(dialog.getByRole('alert')).toContainText('Muitas tentativas seguidas')
  await expect(dialog.getByRole('button', { name: /^Espere/ })).toBeDisabled()
  await expectNoSeriousFaults(page, 'the dialog of a second factor')
})

test('an analyst sees, and cannot act', async ({ page, service, partner }) => {
  await enterPanel(page, service, partner, 'analyst')
  await page.goto(`${service.baseUrl}/painel`)
  await expect(page.getByRole('heading', { level: 1, name: 'Uso' })).toBeVisible()
  await page.goto(`${service.baseUrl}/painel/auditoria`)
  await expect(page.getByRole('heading', { name: 'Auditoria: isto não é do seu papel' })).toBeVisible()
  await expect(page.getByText('O seu papel, Análise, não vê esta tela.')).toBeVisible()
  await page.getByRole('link', { name: 'Integrações' }).click()

  await expect(page.getByRole('table', { name: 'Credenciais ativas: produção' })).toContainText('Backend')
  await expect(page.getByText('O seu papel vê as credenciais')).toBeVisible()
  await expect(page.getByRole('button', { name: /Nova credencial|Ações/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Equipe' }).click()
  await expect(page.getByRole('table', { name: 'Pessoas da equipe' })).toContainText('Ana Souza')
  await expect(page.getByRole('button', { name: /Convidar|Ações/ })).toHaveCount(0)
  await page.goto(`${service.baseUrl}/painel/aparencia`)
  await expect(page.getByText('Só quem é responsável muda a aparência.')).toBeVisible()
  await expect(page.getByLabel('Nome', { exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Escolher imagem' })).toBeDisabled()
  const refusal = await page.evaluate(async () => {
    const body = JSON.stringify({ name: 'x', environment: 'sandbox' })
    const headers = { 'Content-Type': 'application/json' }
    return (await fetch('/panel/v1/credentials', { method: 'POST', body, headers })).json()
  })
  expect(refusal.code).toBe('NOT_ALLOWED')
})

test('a long name of a partner leaves the navigation, the audit, the log and a dialog their room', async ({
  page,
  service,
  partner,
}) => {
  await enterPanel(page, service, partner, 'owner')
  const name = 'Cooperativa dos Servidores da Região Metropolitana '.repeat(3).slice(0, 120)
  const { slug } = await service.context.db.write((tx) =>
    tx.updateTable('partner').set({ name }).where('id', '=', partner.id).returning('slug').executeTakeFirstOrThrow(),
  )
  await partner.usage()
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto(`${service.baseUrl}/painel/equipe`)

  await expect(page.getByRole('link', { name: 'Conta' })).toBeVisible()
  expect(await page.getByRole('banner').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.getByRole('button', { name: 'Sua conta: Ana Souza' }).click()
  await expect(page.locator('.menu:popover-open').getByText(name)).toBeInViewport({ ratio: 1 })

  await enterAsOperator(page, service)
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${service.baseUrl}/painel/auditoria`)
  const sentence = page.getByText('aceitou o convite e entrou na equipe').first()
  await expect(sentence).toBeVisible()
  expect((await sentence.boundingBox())!.width).toBeGreaterThan(300)
  await page.goto(`${service.baseUrl}/painel/registro`)
  const call = page.getByRole('link', { name: '/usage' }).getByText('/usage').first()
  await expect(call).toBeVisible()
  expect((await call.boundingBox())!.width).toBeGreaterThan(30)
  await page.setViewportSize({ width: 1280, height: 800 })
  const [first, last] = await Promise.all(
    ['Resultado', 'Período'].map((name) => page.getByLabel(name, { exact: true }).boundingBox()),
  )
  expect(last!.y).toBe(first!.y)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${service.baseUrl}/painel/parceiros/${slug}`)
  const isCut = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight + 10
  const heading = page.getByRole('heading', { level: 1, name })
  await expect(heading).toBeVisible()
  expect(await heading.evaluate(isCut)).toBe(false)
  await page.getByRole('button', { name: 'Suspender acesso' }).click()
  const title = page.getByRole('dialog').getByRole('heading')
  await expect(title).toContainText(name)
  expect(await title.evaluate(isCut)).toBe(false)
})

test('no screen scrolls sideways on a phone with text twice as large', async ({ page, service, partner }) => {
  await enterPanel(page, service, partner, 'owner')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    new MutationObserver(() => document.documentElement?.style.setProperty('font-size', '200%')).observe(document, {
      childList: true,
    })
  })
  const wide: string[] = []
  for (const path of [
    'primeiros-passos',
    'registro',
    'uso',
    'aparencia',
    'privacidade',
    'equipe',
    'auditoria',
    'conta',
  ]) {
    await page.goto(`${service.baseUrl}/painel/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"], .table__shape')).toHaveCount(0)
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(path)
  }

  expect(wide).toEqual([])
})

test('screens and dialogs have their styles and no serious problem, and say that the partner was suspended meanwhile', async ({
  page,
  service,
  partner,
}) => {
  await enterPanel(page, service, partner, 'owner')
  for (const path of ['equipe', 'integracoes']) {
    await page.goto(`${service.baseUrl}/painel/${path}`)
    await expect(page.getByRole('columnheader').first()).not.toHaveCSS('padding-top', '0px')
    await expect(page.getByRole('main').getByRole('button').first()).not.toHaveCSS('padding-left', '0px')
    if (path !== 'equipe') continue
    await expect(page.getByRole('table', { name: 'Pessoas da equipe' })).toContainText('Ana Souza')
    await expectNoSeriousFaults(page, 'the team')
  }
  await page.getByRole('button', { name: 'Nova credencial' }).click()
  await page.getByLabel('Nome').fill('Rotina noturna de conciliação dos relatórios de uso do aplicativo do banco')
  await page.getByRole('button', { name: 'Criar credencial' }).click()
  await page.getByRole('button', { name: 'Concluir' }).click()
  await expectNoSeriousFaults(page, 'a secret')

  await test.step('a dialog with a long title shows its field on a low viewport', async () => {
    await storeSecret(page, service)
    await act(page, 'Revogar')
    await expect(page.getByLabel(/Para confirmar/)).toBeFocused()
    await expectNoSeriousFaults(page, 'a revocation')

    await page.setViewportSize({ width: 360, height: 240 })
    await page.keyboard.type('x')

    await expect(page.getByLabel(/Para confirmar/)).toBeInViewport({ ratio: 1 })
  })

  await test.step('once the tab is shown again, it says that its partner was suspended', async () => {
    await suspendPartner(service.context.db, service.clock.now(), partner.id, UNAUDITED)

    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

    await expect(page.getByText('O acesso de Banco Aurora está suspenso')).toBeVisible()
  })
})

/** Returns the recovery codes. */
async function turnOnSecondFactor(page: Page, service: Service): Promise<string[]> {
  await page.getByRole('link', { name: 'Conta' }).click()
  await page.getByRole('button', { name: 'Ligar o segundo fator' }).click()
  const key = await page.getByRole('dialog').getByRole('definition').locator('code').innerText()
  const secret = Secret.fromBase32(key.replaceAll(' ', ''))
  await page.getByLabel(/^Código de 6 dígitos/).fill(new TOTP({ secret }).generate({ timestamp: service.clock.now() }))
  const list = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const codes = await list.allInnerTexts()
  await page.getByLabel('Já guardei os códigos').check()
  await page.getByRole('button', { name: 'Concluir' }).click()
  return codes
}

/** Reads the secret on the screen, once the dialog has proved that it does not close by accident. */
async function storeSecret(page: Page, service: Service) {
  const dialog = page.getByRole('dialog', { name: 'Guarde o segredo agora' })
  await expect(dialog).toBeVisible()
  const [clientId = '', clientSecret = ''] = await dialog.getByRole('definition').locator('code').allInnerTexts()
  await expect(dialog).toContainText(`ESTANTE_CLIENT_SECRET=${clientSecret}`)
  await expect(dialog).toContainText(
    `curl --max-time 10 -u '${clientId}' '${service.baseUrl}/partner/v1/catalog?limit=1'`,
  )
  const copies = dialog.getByRole('status')
  await expect(copies).toHaveText(['', '', '', ''])
  await dialog.getByRole('button', { name: 'Copiar o client_secret' }).click()
  await expect(copies).toHaveText(['', 'Copiado', '', ''])
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Concluir' }).click()
  await expect(dialog.getByRole('alert')).toContainText('depois de fechar, ele não aparece mais')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Concluir' }).click()
  await expect(dialog).toBeHidden()
  return { clientId, clientSecret }
}

function row(page: Page) {
  return page.getByRole('row', { name: /Rotina noturna/ })
}

async function act(page: Page, name: string) {
  await page.getByRole('button', { name: 'Ações de Rotina noturna' }).click()
  await page.getByRole('button', { name }).click()
}
