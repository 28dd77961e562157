import { UNAUDITED } from '@estante/server/audit/audit.ts'
import { featurePublication, unfeaturePublication } from '@estante/server/publications/featured.ts'
import { untilAnswersRead } from './hosts/book.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { ONE_FILE_BOOK, PROSE_BOOK } from './service/library.ts'
import { spendTime } from './service/spend-time.ts'
import { expect, test } from './test.ts'

test('a search with mistakes is corrected, the catalog is sorted as chosen, and authors lead to their titles', async ({
  webView,
  page,
  partner,
}) => {
  await page.clock.install()
  await webView.open(await partner.openBooks('/explorar'))
  const region = await page.locator('.explore__corrected').elementHandle()

  await test.step('a correction that arrives late is not shown over a newer search', async () => {
    const mistaken = '**/play/v1/publications?q=relojueiro'
    const late = Promise.withResolvers<void>()
    await page.route(mistaken, async (route) => {
      await late.promise
      await route.continue()
    })
    const corrected = page.waitForResponse(mistaken)
    const request = page.waitForRequest(mistaken)
    await page.getByRole('searchbox').fill('relojueiro')
    await request
    await page.getByRole('searchbox').fill('relojoeiro')
    await expect(page).toHaveURL(/q=relojoeiro/)
    await expect(page.getByRole('article')).toHaveCount(1)

    late.resolve()
    await (await corrected).finished()
    await untilAnswersRead(page)

    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByText('Nada com')).toHaveCount(0)
    await page.unroute(mistaken)
  })

  await page.getByRole('searchbox').fill('relojueiro')
  await expect(page.getByText('Nada com “relojueiro”.')).toBeVisible()
  expect(await region!.textContent(), 'in a region that was there before').toContain('Nada com “relojueiro”.')
  await expect(page.getByRole('link', { name: /O relojoeiro que guardava minutos/ })).toBeVisible()
  await page.getByRole('link', { name: 'relojoeiro', exact: true }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('relojoeiro')
  await expect(page.getByText('Nada com')).toHaveCount(0)

  await page.getByRole('searchbox').fill('')
  await page.getByLabel('Ordem').selectOption('Título, de A a Z')
  // The search follows a pause in typing, during which the order was chosen.
  await page.clock.runFor(300)
  await expect(page).toHaveURL(/ordem=titulo/)
  await expect(page.getByRole('article').first()).toContainText('A padaria das quatro')

  await page.getByRole('list', { name: 'Percorrer por' }).getByRole('link', { name: 'Autores' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Autores' })).toBeFocused()
  const names = page.getByRole('region', { name: 'Autores' }).getByRole('listitem')
  await expect(names.first()).toContainText('Ana Autora')
  await expectNoSeriousFaults(page, 'a list of authors')

  await page.getByLabel('Ordem').selectOption('Mais títulos')
  await expect(names.first()).toHaveText(/^Ana Autora\d+ títulos$/)
  await expect(names.nth(1)).toContainText('1 título')
  await page.getByRole('searchbox').fill('ibar')
  await expect(names).toHaveText(['Helena Ibarra1 título'])
  await expect(page.getByRole('status').getByText('1 nome', { exact: true })).toBeAttached()
  await names.getByRole('link').click()

  await expect(page.getByRole('heading', { level: 1, name: 'Helena Ibarra' })).toBeFocused()
  await expect(page.getByText('Autoria · 1 título')).toBeVisible()
  await page.getByRole('radio', { name: 'E-books' }).check()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page).toHaveURL(/tipo=ebook/)
  await expectNoSeriousFaults(page, 'the titles of an author')
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('ibar')
})

test('an empty list, and one that fails to load, say so', async ({ webView, page, partner }) => {
  await webView.open(await partner.openBooks('/explorar?autor=ninguem'))
  await expect(page.getByRole('heading', { name: 'Nenhum título aqui' })).toBeVisible()

  await page.route('**/play/v1/facets*', (route) => route.fulfill({ status: 400 }))
  await page.getByRole('link', { name: 'Autores' }).click()
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
  await page.unroute('**/play/v1/facets*')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByRole('link', { name: /Helena Ibarra/ })).toBeVisible()

  let isRefused = true
  await page.route(/\/play\/v1\/publications\?/, (route) => {
    const url = new URL(route.request().url())
    if (isRefused && url.searchParams.has('cursor')) return route.fulfill({ status: 400 })
    url.searchParams.set('limit', '4')
    return route.continue({ url: url.href })
  })
  await page.getByRole('link', { name: 'Explorar' }).first().click()
  await expect(page.getByText('O resto da lista não carregou.')).toBeVisible()
  isRefused = false
  await page.getByRole('button', { name: 'Tentar novamente' }).press('Enter')
  await expect(page.getByRole('article').nth(4).getByRole('link')).toBeFocused()
})

test('the home screen begins with the featured title, and repeats it on no shelf', async ({
  webView,
  page,
  partner,
  service,
}) => {
  const [, , id = ''] = (await partner.pathOf('ebook', ONE_FILE_BOOK)).split('/')
  await featurePublication(service.context, id, UNAUDITED)
  // Of the same author, whose shelf comes after.
  await spendTime(service, partner, 'ana', { type: 'ebook', title: PROSE_BOOK, activeMs: 10_000 })

  await webView.open(await partner.openBooks())

  const hero = page.getByRole('region', { name: 'Em destaque' })
  await expect(hero.getByRole('link', { name: ONE_FILE_BOOK })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Mais de Ana Autora' })).toBeVisible()
  await expect(page.getByRole('link', { name: ONE_FILE_BOOK })).toHaveCount(1)
  await unfeaturePublication(service.context, undefined, UNAUDITED)
})

test('the account shows the last seven days, and turns the single-letter keys off on every device', async ({
  webView,
  page,
  partner,
  service,
}) => {
  await spendTime(service, partner, 'ana', { type: 'audiobook', activeMs: 20_000 })
  await page.route('**/play/v1/statistics', (route) => route.fulfill({ status: 500 }))
  await webView.open(await partner.openBooks('/perfil'))

  const week = page.getByRole('region', { name: 'Sua semana' })
  await expect(week.getByText('As estatísticas não chegaram agora.')).toBeVisible()
  await page.unroute('**/play/v1/statistics')
  await page.context().setOffline(true)
  await expect(page.getByText('Você está sem conexão')).toBeVisible()
  await page.context().setOffline(false)
  await expect(week.getByText('Menos de 1 min nos últimos sete dias')).toBeVisible()
  await expect(week.getByRole('listitem')).toHaveCount(7)
  await expect(week.getByText('no fuso do serviço: horário de Brasília.')).toBeVisible()
  await expect(week.getByRole('listitem').last()).toContainText('Hoje: menos de 1 minuto')
  await expect(week.getByRole('listitem').filter({ hasText: '< 1 min' })).toContainText('Hoje')
  const first = week.getByRole('listitem').first()
  await first.getByRole('button').click()
  await expect(first).toContainText('0 min')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await page.getByRole('checkbox', { name: 'Começar o próximo livro sozinho' }).uncheck()
  await page.getByRole('checkbox', { name: 'Atalhos de uma letra' }).uncheck()
  const { preferences } = await (await saved).json()
  expect(preferences).toMatchObject({ listening: { startsNext: false }, letterKeys: false })
  await expectNoSeriousFaults(page, 'the account with its week')

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${await partner.openTitle('audiobook', 'O farol de sal')}&embed=1`)
  await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeEnabled()
  await page.keyboard.press('k')
  await expect(page.getByRole('button', { name: 'Reproduzir' })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible()
})
