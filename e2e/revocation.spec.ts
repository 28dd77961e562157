import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import type { FrameHost } from './hosts/frame-host.ts'
import { soundOf, watchSound } from './hosts/sound.ts'
import { enterPanel } from './service/admin.ts'
import { expect, test } from './test.ts'

const SESSION_ENDED = { type: 'service:session-expired', reason: 'refresh_failed' }
const AT_ONCE_MS = 2000
const MONTH_MS = 31 * 24 * 3_600_000

test('a revocation silences the view, notifies the host within two seconds, voids tokens, media addresses and links, and is undone by ACTIVE; BLOCKED is the same', async ({
  host,
  page,
  partner,
}) => {
  await watchSound(page)
  const exchanged = page.waitForResponse('**/play/v1/launch')
  const heard = page.waitForRequest('**/play/v1/media/**/audio.*')
  await host.open(await partner.openTitle('audiobook', 'Como ouvir uma cidade'))
  await host.view.getByRole('button', { name: 'Reproduzir' }).click()
  await expect.poll(() => soundOf(host.frame()).then(({ time }) => time)).toBeGreaterThan(0)
  const { tokens }: LaunchAnswer = await (await exchanged).json()
  const media = { url: (await heard).url() }
  const profile = { url: '/play/v1/profile', headers: { authorization: `Bearer ${tokens.accessToken}` } }
  const refresh = {
    url: '/play/v1/refresh',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken: tokens.refreshToken }),
  }
  expect(await statuses(host, [profile, media])).toEqual([200, 200])

  const before = await partner.openBooks()
  await partner.revoke('ana')

  await expect.poll(ends(host), { timeout: AT_ONCE_MS, intervals: [50] }).toEqual([SESSION_ENDED])
  expect(await statuses(host, [profile, media, refresh])).toEqual([401, 401, 401])
  await expect(host.view.getByRole('heading', { name: 'Sua sessão terminou' })).toBeVisible()
  await expect(host.view.locator('form, input')).toHaveCount(0)
  expect((await soundOf(host.frame())).isPaused).toBe(true)

  await expect(partner.openBooks()).rejects.toMatchObject({ status: 403, code: 'USER_REVOKED' })
  await partner.restore('ana')
  await test.step('a link issued before a revocation is invalid after it', async () => {
    await host.open(before)

    await expect(host.view.getByRole('heading', { name: 'Este link expirou' })).toBeVisible()
  })
  await host.open(await partner.openBooks('/biblioteca'))
  await expect(host.view.getByRole('heading', { level: 1 })).toHaveText('Biblioteca')

  await test.step('BLOCKED ends a view, too', async () => {
    await partner.block('ana')

    await expect.poll(ends(host), { timeout: AT_ONCE_MS, intervals: [50] }).toEqual([SESSION_ENDED, SESSION_ENDED])
    await expect(host.view.getByRole('heading', { name: 'Sua sessão terminou' })).toBeVisible()
  })
})

test('an admin revokes a leaked credential and ends the views that its links opened', async ({
  host,
  page,
  context,
  partner,
  service,
}) => {
  const listening = page.waitForResponse('**/play/v1/events')
  await host.open(await partner.openBooks())
  await listening
  const panel = await context.newPage()
  await enterPanel(panel, service, partner, 'developer')
  await panel.goto(`${service.baseUrl}/painel/integracoes`)

  await panel.getByRole('button', { name: 'Ações de Backend' }).click()
  await panel.getByRole('button', { name: 'Revogar' }).click()
  await expect(panel.getByRole('checkbox')).not.toBeChecked()
  await panel.getByLabel('Encerrar também as visões abertas por esta credencial').check()
  await panel.getByLabel(/Para confirmar/).fill(partner.keys.clientId.slice(-4))
  await panel.getByRole('button', { name: 'Revogar de vez' }).click()

  await expect.poll(ends(host), { timeout: AT_ONCE_MS, intervals: [50] }).toEqual([SESSION_ENDED])
  await expect(
    panel.getByRole('status').filter({ hasText: 'as visões abertas por ela foram encerradas' }),
  ).toBeVisible()
  await panel.getByText('1 credencial revogada').click()
  await expect(panel.getByRole('table', { name: 'Credenciais revogadas: produção' })).toContainText('Visões encerradas')
})

test('an expired session is reported at the next step', async ({ host, page, partner, service }) => {
  const listening = page.waitForResponse('**/play/v1/events')
  await host.open(await partner.openBooks())
  await listening
  await expect(host.view.getByRole('heading', { name: 'Novidades' })).toBeVisible()
  service.clock.advance(MONTH_MS)

  // Not `click`, which waits for drawn frames: on a slow machine a call of the view's own may end the session before.
  await host.view.getByRole('link', { name: 'Biblioteca' }).dispatchEvent('click')

  await expect(host.view.getByRole('heading', { name: 'Sua sessão terminou' })).toBeVisible()
  await expect.poll(host.events).toContainEqual(SESSION_ENDED)
})

/** The ends of a session of which the host was told. */
function ends(host: FrameHost) {
  return () => host.events().filter((event) => 'reason' in event && event.reason === SESSION_ENDED.reason)
}

interface Call {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Status codes of calls by the embedded page, bypassing the browser's cache. */
function statuses(host: FrameHost, calls: Call[]) {
  return host
    .frame()
    .evaluate(
      (all) =>
        Promise.all(all.map(async ({ url, ...init }) => (await fetch(url, { ...init, cache: 'no-store' })).status)),
      calls,
    )
}
