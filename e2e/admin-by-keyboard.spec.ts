import { readFile } from 'node:fs/promises'
import { GOOD_PASSWORD } from '@estante/server/test/panel.ts'
import type { Locator } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { invite } from './service/admin.ts'
import { callApi } from './service/call-api.ts'
import { spendTime } from './service/spend-time.ts'
import { expect, type Page, test } from './test.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('by keyboard only: an invitation, a rotated secret, a colleague, and the file of a month', async ({
  page,
  service,
  partner,
}) => {
  test.slow()
  const { url } = await invite(service, partner, 'owner')
  await page.goto(url)
  await expect(page.getByLabel('Seu nome')).toBeFocused()
  await page.keyboard.type('Ana Souza')
  await walkTo(page.getByLabel('Senha', { exact: true }))
  await page.keyboard.type(GOOD_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ligue o segundo fator' })).toBeFocused()
  await press(page.getByRole('button', { name: 'Agora não' }))
  await expect(page.getByRole('heading', { name: 'Primeiros passos' })).toBeFocused()

  await press(page.getByRole('link', { name: 'Criar a credencial' }))
  await expect(page.getByRole('dialog', { name: 'Nova credencial' }).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Rotina noturna')
  await page.keyboard.press('Enter')
  const created = await storeSecret(page)
  await press(page.getByRole('button', { name: 'Ações de Rotina noturna' }))
  await expect(page.getByRole('button', { name: 'Trocar segredo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page.getByRole('button', { name: 'Trocar o segredo' }))
  const rotated = await storeSecret(page)
  expect((await callApi(service, created)).status).toBe(401)
  expect((await callApi(service, rotated)).status).toBe(200)
  await expect(page.getByRole('button', { name: 'Ações de Rotina noturna' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Trocar segredo' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await expect(page.getByRole('button', { name: 'Trocar segredo' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/Para confirmar/)).toBeFocused()
  await page.keyboard.press('Escape')
  const actions = page.getByRole('button', { name: 'Ações de Rotina noturna' })
  await expect(actions).toBeFocused()
  await page.keyboard.press('Enter')
  const first = page.getByRole('button', { name: 'Trocar segredo' })
  await expect(first).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(actions).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(first).toBeHidden()
  await expect(actions).not.toBeFocused()

  await press(page.getByRole('link', { name: 'Equipe' }), 'Shift+Tab')
  await expect(page.getByRole('heading', { name: 'Equipe', exact: true })).toBeFocused()
  await press(page.getByRole('button', { name: 'Convidar' }))
  await page.keyboard.type('bruno@banco-aurora.com.br')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Entregue este link' })).toContainText('/painel/convite#')
  await walkTo(page.getByLabel('Já copiei o link'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Convites em aberto' })).toContainText('Análise')

  await press(page.getByRole('link', { name: 'Registro' }), 'Shift+Tab')
  const calls = page.getByRole('region', { name: /^Chamadas/ }).getByRole('link')
  await expect(calls).toHaveCount(2)
  await press(calls.first())
  await expect(page.getByRole('dialog', { name: 'GET /partner/v1/catalog' })).toContainText('Rotina noturna')
  await page.keyboard.press('Escape')
  await expect(calls.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('INVALID_CLIENT')
  await page.keyboard.press('Escape')

  await press(page.getByRole('link', { name: 'Primeiros passos' }), 'Shift+Tab')
  await press(page.getByRole('button', { name: 'Abrir a visão' }))
  await expect(page.frameLocator('iframe').getByRole('heading', { name: /Ana$/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Experimente' })).toBeFocused()

  const heard = await spendTime(service, partner, 'ana', { type: 'audiobook', activeMs: 200_400 })
  await press(page.getByRole('link', { name: 'Produção' }), 'Shift+Tab')
  await press(page.getByRole('link', { name: 'Uso' }))
  await expect(page.getByRole('heading', { name: 'Uso', exact: true })).toBeFocused()
  await press(page.getByRole('link', { name: 'Mês anterior' }))
  await expect(page.getByRole('heading', { name: /^Nenhum uso em/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Mês anterior' })).toBeFocused()
  await press(page.getByRole('link', { name: 'Próximo mês' }))
  const report = await partner.usage()
  await walkTo(page.getByRole('group', { name: 'Baixar CSV' }).getByRole('link', { name: 'Membros' }))
  const begun = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const file = await begun
  const lines: string[][] = parse(await readFile(await file.path()), { bom: true, delimiter: ';', fromLine: 2 })
  expect(lines.map(([externalUserId, , , listeningSeconds]) => [externalUserId, Number(listeningSeconds)])).toEqual([
    ...report.users.map(({ externalUserId, listeningSeconds }) => [externalUserId, listeningSeconds]),
    ['Total', report.totals.listeningSeconds],
  ])
  expect(lines).toHaveLength(2)
  await press(page.getByRole('link', { name: 'ana', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'ana' })).toBeFocused()
  await press(page.locator('summary').filter({ hasText: '3 min 20 s ouvidos' }))
  await expect(page.getByRole('region', { name: /^Minutos do dia/ })).toContainText(heard)
})

/** Reads the secret on the screen, and confirms that it is stored. */
async function storeSecret(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Guarde o segredo agora' })
  await expect(dialog).toBeVisible()
  const [clientId = '', clientSecret = ''] = await dialog.getByRole('definition').locator('code').allInnerTexts()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await walkTo(dialog.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await press(dialog.getByRole('button', { name: 'Concluir' }))
  await expect(dialog).toBeHidden()
  return { clientId, clientSecret }
}

async function press(target: Locator, step: 'Tab' | 'Shift+Tab' = 'Tab') {
  await walkTo(target, step)
  await target.page().keyboard.press('Enter')
}

/** Presses Tab until the element has the focus, and checks that it is in the viewport. */
async function walkTo(target: Locator, step: 'Tab' | 'Shift+Tab' = 'Tab') {
  const page = target.page()
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press(step)
    if (await target.evaluate((element) => element.ownerDocument.activeElement === element)) {
      await expect(target).toBeInViewport()
      return
    }
  }
  throw new Error(`No ${step} leads to ${target}`)
}
