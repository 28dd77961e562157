import { PRODUCTION } from '@estante/server/environment.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterPanel } from './service/admin.ts'
import type { Service } from './service/start.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('a member is found, blocked in an open view, restored, and erased', async ({
  host,
  context,
  service,
  partner,
}) => {
  for (const externalUserId of ['bia', 'caio']) await partner.openBooks(undefined, { externalUserId, name: 'Outra' })
  await host.open(await partner.openBooks())
  await expect(host.view.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)
  const panel = await context.newPage()
  await enterPanel(panel, service, partner, 'developer')
  await panel.goto(`${service.baseUrl}/painel/membros`)
  const members = panel.getByRole('table', { name: 'Membros' })
  await expect(members.getByRole('rowheader')).toHaveText([/^ana/, /^bia/, /^caio/])
  await expectNoSeriousFaults(panel, 'the members')

  await panel.getByRole('searchbox', { name: 'Buscar membros' }).fill('an')
  await expect(members.getByRole('rowheader')).toHaveText([/^ana/])
  await expect(panel).toHaveURL(`${service.baseUrl}/painel/membros?busca=an`)
  await panel.getByRole('link', { name: /^ana/ }).click()
  await expect(panel.getByRole('heading', { level: 1, name: 'ana' })).toBeFocused()
  await expect(panel.getByText('Aberta agora', { exact: true })).toBeVisible()
  await expectNoSeriousFaults(panel, 'a member')
  await panel.getByRole('button', { name: 'Bloquear acesso' }).click()
  const question = panel.getByRole('dialog', { name: 'Bloquear o acesso de ana?' })
  await expect(question).toContainText('As visões abertas terminam na hora')
  await question.getByRole('button', { name: 'Bloquear o acesso' }).click()

  await expect(host.view.getByRole('heading', { name: 'Sua sessão terminou' })).toBeVisible()
  await expect.poll(host.events).toContainEqual({ type: 'service:session-expired', reason: 'refresh_failed' })
  await expect(panel.getByText('Nenhuma visão aberta: o acesso está bloqueado.')).toBeVisible()
  await expect(partner.openBooks()).rejects.toMatchObject({ status: 403, code: 'USER_REVOKED' })
  await panel.getByRole('link', { name: 'Membros' }).first().click()
  await panel.getByRole('radio', { name: 'Bloqueados' }).check()
  await expect(members.getByRole('rowheader')).toHaveText([/^ana/])
  await panel.getByRole('link', { name: /^ana/ }).click()
  await panel.getByRole('button', { name: 'Devolver acesso' }).click()
  await panel.getByRole('button', { name: 'Devolver o acesso' }).click()
  await expect(panel.getByText('Com acesso')).toBeVisible()
  await host.open(await partner.openBooks())
  await expect(host.view.getByRole('heading', { level: 1 })).toHaveText(/, Ana$/)

  await test.step('is erased only by an owner, who types the identifier first', async () => {
    const { id } = await partner.member('ana')
    await expect(panel.getByRole('button', { name: 'Bloquear acesso' })).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Apagar a pessoa' })).toHaveCount(0)

    await enterPanel(panel, service, partner, 'owner')
    await panel.reload()
    await panel.getByRole('button', { name: 'Apagar a pessoa' }).click()
    const question = panel.getByRole('dialog', { name: 'Apagar ana de vez?' })
    await expect(question).toContainText('As visões abertas terminam agora')
    await question.getByRole('button', { name: 'Apagar de vez' }).click()
    await expect(question.getByText('Não é igual. Confira e digite de novo.')).toBeVisible()
    await question.getByLabel('Para confirmar, digite ana').fill('bia')
    await question.getByRole('button', { name: 'Apagar de vez' }).click()
    await expect(question.getByText('Não é igual. Confira e digite de novo.')).toBeVisible()
    expect((await partner.member('ana')).id).toBe(id)
    await question.getByLabel('Para confirmar, digite ana').fill('ana')
    await question.getByRole('button', { name: 'Apagar de vez' }).click()

    await expect(panel.getByText(/^Pessoa apagada. Nos relatórios ela é /)).toBeVisible()
    await expect(panel).toHaveURL(`${service.baseUrl}/painel/membros`)
    await expect(panel.getByRole('table', { name: 'Membros' }).getByRole('rowheader')).toHaveText([/^bia/, /^caio/])
    await expect(host.view.getByRole('heading', { name: 'Sua sessão terminou' })).toBeVisible()
    await expect(partner.member('ana')).rejects.toMatchObject({ status: 404 })
    await panel.goto(`${service.baseUrl}/painel/membros/${id}`)
    await expect(panel.getByRole('heading', { name: 'Membro não encontrado' })).toBeVisible()
  })
})

test('many members are listed page by page, forwards and back', async ({ page, service, partner }) => {
  await addMembers(service, partner.id, 120)
  await enterPanel(page, service, partner, 'analyst')
  await page.goto(`${service.baseUrl}/painel/membros`)
  const first = page.getByRole('table', { name: 'Membros' }).getByRole('rowheader').first()
  await expect(first).toHaveText(/^m-000/)

  await page.getByRole('link', { name: 'Próxima página' }).click()
  await expect(first).toHaveText(/^m-050/)
  await page.getByRole('link', { name: 'Próxima página' }).click()
  await expect(first).toHaveText(/^m-100/)
  await expect(page.getByRole('link', { name: 'Próxima página' })).toHaveCount(0)
  await expectNoSeriousFaults(page, 'the last page of members')
  await page.getByRole('link', { name: 'Página anterior' }).click()
  await expect(first).toHaveText(/^m-050/)
  await page.reload()
  await expect(first).toHaveText(/^m-050/)
  await page.goBack()
  await expect(first).toHaveText(/^m-100/)

  await page.getByRole('searchbox', { name: 'Buscar membros' }).fill('ninguém')
  await expect(page.getByRole('heading', { name: 'Ninguém encontrado com “ninguém”' })).toBeVisible()
  await page.getByRole('button', { name: 'Limpar a busca' }).click()
  const late = Promise.withResolvers<void>()
  await page.route('**/panel/v1/members/mbr_*', (route) => late.promise.then(() => route.continue()))
  await page.getByRole('link', { name: /^m-007/ }).click()
  await expect(page.getByRole('main').getByText('Membros', { exact: true })).toHaveCount(1)
  late.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'm-007' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Bloquear acesso' })).toHaveCount(0)
  await page.route('**/panel/v1/members/mbr_*', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sem resposta')
  await page.getByRole('link', { name: 'Sandbox' }).click()
  await expect(page.getByRole('heading', { name: 'Nenhum membro ainda' })).toBeVisible()
})

async function addMembers({ context }: Service, partnerId: number, count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    public_id: `mbr_e2e_${partnerId}_${index}`,
    partner_id: partnerId,
    environment: PRODUCTION,
    external_user_id: `m-${String(index).padStart(3, '0')}`,
    created_at: 0,
    revocation_count: 0,
  }))
  await context.db.write((tx) => tx.insertInto('member').values(rows).execute())
}
