import { randomUUID } from 'node:crypto'
import { UNAUDITED } from '@estante/server/audit/audit.ts'
import { createCredential } from '@estante/server/credentials/credential.ts'
import { PRODUCTION, SANDBOX } from '@estante/server/environment.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterPanel } from './service/admin.ts'
import { callApi } from './service/call-api.ts'
import type { Partner } from './service/partner.ts'
import type { Service } from './service/start.ts'
import { expect, type Page, test } from './test.ts'

test.use({ viewport: { width: 1280, height: 800 } })

const MINUTE_MS = 60_000

test('a call appears live, with the reason for its refusal, in either environment', async ({
  page,
  service,
  partner,
}) => {
  await enterPanel(page, service, partner, 'developer')
  await page.goto(`${service.baseUrl}/painel/registro`)
  await expect(page.getByRole('heading', { name: 'Nenhuma chamada ainda' })).toBeVisible()
  await expect(page.getByText(`curl --max-time 10 -u '${partner.keys.clientId}'`)).toBeVisible()

  const served = requestIdOf(await callApi(service, partner.keys, '/catalog'))
  await expect(lines(page).filter({ hasText: 'GET /catalog' })).toContainText('200')
  const refused = requestIdOf(await callApi(service, { ...partner.keys, clientSecret: 'errado' }, '/users/ana'))
  await expect(lines(page)).toHaveCount(2)
  await expect(lines(page).first()).toContainText('INVALID_CLIENT')
  await inspect(page, 'the log', () => expectNoSeriousFaults(page, 'the log on a phone'))

  await lines(page).first().click()
  const details = page.getByRole('dialog', { name: 'GET /partner/v1/users/{externalUserId}' })
  await expect(details).toContainText('o client_secret enviado não era o dele')
  await expect(details).toContainText(refused)
  await expect(details.getByRole('link', { name: 'INVALID_CLIENT na referência' })).toHaveAttribute(
    'href',
    '/docs#erro-INVALID_CLIENT',
  )
  const address = page.url()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(lines(page).first()).toBeFocused()
  await lines(page).first().click()
  await expect(details).toBeVisible()
  await page.goBack()
  await expect(details).toBeHidden()
  await expect(page).toHaveURL(`${service.baseUrl}/painel/registro`)

  await page.goto(address)
  await expect(details).toContainText(refused)
  await details.getByRole('button', { name: 'Fechar' }).click()
  await expect(details).toBeHidden()
  await page.getByLabel('Achar pelo X-Request-Id').fill(served.slice(1))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Isto não é um X-Request-Id inteiro')).toBeVisible()
  await page.getByLabel('Achar pelo X-Request-Id').fill(`x-request-id: ${served}`)
  const found = page.getByRole('dialog', { name: 'GET /partner/v1/catalog' })
  await expect(found).toContainText(served)
  await expect(found.getByRole('button', { name: 'Fechar' }), 'Enter after an id was pasted').not.toBeFocused()
  await page.goto(`${service.baseUrl}/painel/registro?chamada=${randomUUID()}`)
  await expect(page.getByRole('dialog', { name: 'Chamada não encontrada' })).toBeVisible()

  await test.step('in the other environment, by its address alone', async () => {
    const sandbox = await addCredential(service, partner, { environment: SANDBOX })
    const requestId = requestIdOf(await callApi(service, { ...sandbox, clientSecret: 'errado' }, '/catalog'))
    const call = page.getByRole('dialog', { name: 'GET /partner/v1/catalog' })
    await expect(async () => {
      await page.goto(`${service.baseUrl}/painel/registro?chamada=${requestId}`)
      await page.getByRole('dialog', { name: /^GET|não encontrada$/ }).waitFor()
      expect(await call.isVisible()).toBe(true)
    }).toPass()
    await expect(call).toContainText('o client_secret enviado não era o dele')
    await expect(call.getByRole('link', { name: 'INVALID_CLIENT na referência' })).toBeVisible()
  })

  await test.step('a rotated and a revoked credential are distinguished', async () => {
    const { db } = service.context
    // A call has its time from its id, which does not follow the service's clock.
    const before = Date.now() - MINUTE_MS
    const change = (columns: { rotated_at: number } | { revoked_at: number }) =>
      db.write((tx) =>
        tx.updateTable('credential').set(columns).where('client_id', '=', partner.keys.clientId).execute(),
      )
    await change({ rotated_at: before })
    await page.goto(address)
    await expect(details).toContainText('O segredo enviado não era o atual, trocado')

    await change({ revoked_at: before })
    await page.reload()
    await expect(details).toContainText('Esta credencial foi revogada')
  })
})

test('filters narrow the log and are part of the address, and the limit of a credential shows its usage', async ({
  page,
  service,
  partner,
}) => {
  const other = await addCredential(service, partner)
  await callApi(service, partner.keys, '/catalog')
  await callApi(service, partner.keys, '/catalog?limit=0')
  await callApi(service, partner.keys, '/sessions', { method: 'POST', body: { externalUserId: 'ana' } })
  await callApi(service, other, '/users/ninguem')
  await enterPanel(page, service, partner, 'analyst')
  await page.goto(`${service.baseUrl}/painel/registro`)
  await expect(lines(page)).toHaveCount(4)

  await page.getByLabel('Resultado').selectOption('Recusadas (4xx)')
  await expect(lines(page)).toHaveCount(2)
  await page.getByLabel('Credencial').selectOption('Rotina')
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page)).toContainText('USER_NOT_FOUND')
  await page.reload()
  await expect(lines(page)).toHaveCount(1)
  await page.getByLabel('Rota').selectOption('POST /sessions')
  await expect(page.getByRole('heading', { name: 'Nada com estes filtros' })).toBeVisible()
  await page.getByRole('button', { name: 'Limpar filtros' }).first().click()
  await expect(lines(page)).toHaveCount(4)
  await page.route('**/panel/v1/log?*outcome=failed*', (route) => route.abort())
  await page.getByLabel('Resultado').selectOption('Falhas nossas (5xx)')
  await expect(page.getByRole('heading', { name: 'Sem resposta' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Ao vivo: Parado' })).toBeVisible()
  await expect(lines(page)).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  const [retry, navigation] = [
    page.getByRole('button', { name: 'Tentar novamente' }),
    page.getByRole('navigation', { name: 'Principal' }),
  ]
  const { y, height } = (await retry.boundingBox())!
  expect(y + height).toBeLessThan((await navigation.boundingBox())!.y)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.unrouteAll()
  await expect(page.getByRole('heading', { name: 'Nada com estes filtros' })).toBeVisible()
  await page.getByRole('button', { name: 'Limpar filtros' }).first().click()
  await expect(lines(page)).toHaveCount(4)
  await page.getByLabel('Período').selectOption('Entre dois momentos')
  await page.getByLabel('Resultado').selectOption('400 VALIDATION')
  await expect(lines(page)).toHaveCount(1)
  await page.getByLabel('Até', { exact: true }).fill('2020-01-01T00:00')
  await expect(page.getByRole('heading', { name: 'Nada com estes filtros' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Ao vivo' })).toBeDisabled()

  await page.getByRole('link', { name: 'Sandbox' }).click()
  await expect(page.getByRole('heading', { name: 'Nenhuma chamada ainda' })).toBeVisible()

  await test.step('the limit of a credential fills as it is used', async () => {
    const narrow = await addCredential(service, partner, { rateLimit: 5, name: 'Estreita' })
    await page.goto(`${service.baseUrl}/painel/integracoes`)
    const meter = page.getByRole('row', { name: 'Estreita' }).getByRole('meter', { name: 'Limite em uso agora' })
    await expect(meter).toHaveAttribute('aria-valuetext', '0 de 5 chamadas nos últimos 60 segundos')

    for (let call = 0; call < 4; call++) await callApi(service, narrow, '/catalog')

    await expect(meter).toHaveAttribute('aria-valuetext', '4 de 5 chamadas nos últimos 60 segundos')
    await expect(meter).toHaveAttribute('data-level', 'near')
    await inspect(page, 'the credentials')
  })
})

test('new calls do not move the rows being read', async ({ page, service, partner }) => {
  await page.clock.install()
  await callApi(service, partner.keys, '/catalog')
  await enterPanel(page, service, partner, 'developer')
  await page.goto(`${service.baseUrl}/painel/registro`)
  await lines(page).first().hover()

  await callApi(service, partner.keys, '/usage?month=2026-01')
  const news = page.getByRole('button', { name: 'Mostrar 1 nova' })
  await expect(news).toBeVisible()
  await expect(lines(page)).toHaveCount(1)
  await news.click()
  await expect(lines(page)).toHaveCount(2)
  await expect(lines(page).first()).toContainText('GET /usage')

  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/panel/v1/log')) requests++
  })
  await page.mouse.move(0, 0)
  await page.clock.runFor(MINUTE_MS)
  await expect.poll(() => requests).toBeGreaterThan(0)
  const live = page.getByRole('switch', { name: 'Ao vivo' })
  await live.click()
  await expect(live).toHaveAttribute('aria-checked', 'false')
  // The effect that stops polling runs after the next frame.
  await page.clock.runFor(100)
  requests = 0
  await callApi(service, partner.keys, '/catalog')
  await page.clock.runFor(MINUTE_MS)
  expect(requests).toBe(0)
  await expect(lines(page)).toHaveCount(2)
})

test('the next page is loaded, and the arrow keys move between calls', async ({ page, service, partner }) => {
  let newest = ''
  for (let call = 0; call < 53; call++) {
    newest = requestIdOf(await callApi(service, partner.keys))
  }
  await enterPanel(page, service, partner, 'developer')
  // Calls are written within a second: a page loaded before would hold back the last ones.
  await expect(async () => {
    await page.goto(`${service.baseUrl}/painel/registro`)
    await lines(page).first().waitFor()
    expect(await lines(page).first().getAttribute('href')).toContain(newest)
    expect(await lines(page).count()).toBe(50)
  }).toPass()

  await page.getByRole('button', { name: 'Carregar mais' }).click()
  await expect(lines(page)).toHaveCount(53)
  await expect(page.getByText('Isto é tudo.')).toBeVisible()
  await expect(lines(page).nth(50)).toBeFocused()

  await lines(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(lines(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect(page, 'a call')
  await page.keyboard.press('Escape')

  await test.step('on a phone, no bar covers the focused call, and new calls are announced below the header', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const isOnTop = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }
    for (let row = 2; row <= 20; row++) {
      await page.keyboard.press('ArrowDown')
      expect(await lines(page).nth(row).evaluate(isOnTop), `row ${row}`).toBe(true)
    }
    await callApi(service, partner.keys, '/usage?month=2026-01')
    const news = page.getByRole('button', { name: 'Mostrar 1 nova' })
    await expect(news).toBeInViewport()
    expect(await news.evaluate(isOnTop)).toBe(true)
    await news.click()
    await expect(page.getByRole('heading', { name: 'Hoje' })).toBeInViewport()
    expect(await page.getByRole('heading', { name: 'Hoje' }).evaluate(isOnTop)).toBe(true)
  })
})

test('a sign-on link shows its outcome', async ({ page, service, partner, request }) => {
  await enterPanel(page, service, partner, 'developer')
  const open = async (launchUrl: string) =>
    request.post(`${service.baseUrl}/play/v1/launch`, {
      headers: { host: new URL(service.playUrl).host },
      data: { token: new URL(launchUrl).searchParams.get('token'), key: randomUUID().replaceAll('-', '') },
    })
  const mint = async (externalUserId: string): Promise<string> => {
    const answer = await callApi(service, partner.keys, '/sessions', { method: 'POST', body: { externalUserId } })
    return (await answer.json()).launchUrl
  }
  const late = await mint('atrasado')
  await mint('esquecido')
  service.clock.advance(61_000)
  await open(late)
  const used = await mint('ana')
  await open(used)
  await open(used)
  await page.goto(`${service.baseUrl}/painel/registro`)

  await page.getByRole('link', { name: 'Links de entrada' }).click()
  await mint('bruno')

  const of = (member: string) => page.getByRole('listitem').filter({ hasText: member })
  await expect(page.getByRole('searchbox')).toHaveCount(1)
  await expect(of('bruno')).toContainText('Esperando')
  await expect(of('ana')).toContainText('Aberto')
  await expect(of('ana')).toContainText('O link serve uma vez')
  await expect(of('atrasado')).toContainText('Alguém abriu depois dos 60 segundos')
  await expect(of('esquecido')).toContainText('Ninguém tentou abrir')
  await inspect(page, 'the sign-on links')

  await page.getByLabel('Situação').selectOption('Com recusa')
  await expect(of('bruno')).toBeHidden()
  await expect(of('ana')).toBeVisible()
  const member = page.getByLabel('Membro', { exact: true })
  await member.pressSequentially('atrasado', { delay: 60 })
  await expect(of('ana')).toBeHidden()
  await expect(of('atrasado')).toBeVisible()
  await expect(page).toHaveURL(/\/painel\/registro\/links\?estado=refused&membro=atrasado$/)
  await expect(member).toBeFocused()
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect(member).toHaveValue('')
  await expect(of('ana')).toBeVisible()
})

function lines(page: Page) {
  return page.getByRole('region', { name: 'Chamadas, da mais nova à mais antiga' }).getByRole('link')
}

async function addCredential(
  { context }: Service,
  { id }: Partner,
  rest: { environment?: typeof SANDBOX; rateLimit?: number; name?: string } = {},
): Promise<Partner['keys']> {
  const { db, clock, config } = context
  const subject = { partnerId: id, environment: PRODUCTION, name: 'Rotina', ...rest } as const
  const { credential, clientSecret } = await createCredential(db, clock.now(), config, subject, UNAUDITED)
  return { clientId: credential.client_id, clientSecret }
}

function requestIdOf(answer: Response): string {
  return answer.headers.get('X-Request-Id') ?? ''
}

/** Fails if axe finds serious problems, or if the screen is wider than a phone. Leaves the page at its size. */
async function inspect(page: Page, screen: string, onPhone = async () => {}) {
  // Calls that are about to be replaced are faint.
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await expectNoSeriousFaults(page, screen)
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 360, height: 800 })
  const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  await expect.poll(isWider, screen).toBe(false)
  await onPhone()
  await page.setViewportSize(size)
}
