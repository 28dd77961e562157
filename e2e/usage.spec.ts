import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterPanel } from './service/admin.ts'
import { spendTime } from './service/spend-time.ts'
import { expect, type Locator, test } from './test.ts'

// The report has the service's days, not the browser's.
test.use({ viewport: { width: 1280, height: 800 }, timezoneId: 'Asia/Tokyo' })

test('a total leads to its minutes in two clicks, and back', async ({ page, service, partner }) => {
  const heard = await spendTime(service, partner, 'ana', { type: 'audiobook', activeMs: 200_400 })
  const read = await spendTime(service, partner, 'bia', { type: 'ebook', activeMs: 30_000 })
  await enterPanel(page, service, partner, 'developer')
  let failedPages = 0
  await page.route('**/titles?**', async (route) => {
    if (route.request().url().includes('cursor=')) {
      failedPages++
      return route.abort()
    }
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), nextCursor: 'next' } })
  })

  await page.goto(`${service.baseUrl}/painel/uso`)
  const { month } = await partner.usage()
  await expect(page.getByRole('button', { name: /^Tempo ouvido/ })).toContainText('3 min 20 s')
  await expect(page.getByRole('button', { name: /^Membros ativos/ })).toContainText('2')
  await expect(page.getByText('Em andamento')).toBeVisible()
  const titles = page.getByRole('table', { name: 'Títulos' })
  await expect(titles.getByRole('rowheader')).toContainText([heard, read])
  const rightEdge = async (role: 'columnheader' | 'cell', name: string) => {
    const found = titles.getByRole(role, { name })
    return found.evaluate((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return Math.round(range.getBoundingClientRect().right)
    })
  }
  expect(await rightEdge('cell', '3 min 20 s')).toBe(await rightEdge('columnheader', 'Ouvido'))
  await page.getByText('Ver como tabela').click()
  await page.getByRole('button', { name: 'Carregar mais' }).press('Enter')
  await expect(page.getByText('Não deu para carregar mais.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => failedPages, 'the focus stays on the button for another try').toBe(2)
  await page.unroute('**/titles?**')

  await page.getByRole('link', { name: 'ana', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'ana' })).toBeFocused()
  await expect(page.getByText('somam 200,400 s ouvidos. O relatório traz 200 s')).toBeVisible()
  await page.getByText(/3 min 20 s ouvidos/).click()
  const minutes = page.getByRole('region', { name: /^Minutos do dia/ }).getByRole('row')
  await expect(minutes.nth(1)).toContainText(heard)
  const counted = await minutes.getByRole('cell').filter({ hasText: 'ouvidos' }).allInnerTexts()
  const sum = counted.reduce((total, text) => total + Number(text.replace(/[^\d]/g, '')), 0)
  expect(sum).toBe(200_400)
  await expectNoSeriousFaults(page, 'the minutes of a day')

  const way = page.getByRole('navigation', { name: 'Você está em' }).getByRole('link')
  await way.last().click()
  await expect(page).toHaveURL(`${service.baseUrl}/painel/uso/${month}`)
  await expect(page.getByRole('table', { name: 'Membros' })).toContainText('bia')
})

test('in forced colours, the selection and the lengths of the bars are still visible, and on a phone those of long ago are reached by keyboard', async ({
  page,
  service,
  partner,
}) => {
  await spendTime(service, partner, 'ana', { type: 'audiobook', activeMs: 60_000 })
  await enterPanel(page, service, partner, 'owner')
  await page.emulateMedia({ forcedColors: 'active' })
  const look = (locator: Locator) =>
    locator.evaluate((element) => {
      const { color, backgroundColor, backgroundImage, outlineStyle } = getComputedStyle(element)
      return { color, backgroundColor, backgroundImage, outlineStyle }
    })
  const canvas = 'rgb(255, 255, 255)'

  await page.goto(`${service.baseUrl}/painel/uso`)
  const bar = page.locator('.month-chart__bar')
  await expect(bar).toHaveCount(24)
  expect((await look(bar.last())).backgroundImage).toContain('repeating-linear-gradient')
  expect((await look(bar.first())).backgroundColor).not.toBe(canvas)
  const figure = page.locator('.figure')
  expect(await look(figure.nth(0))).not.toEqual(await look(figure.nth(1)))
  for (const name of ['Ambiente', 'Principal']) {
    const links = page.getByRole('navigation', { name }).getByRole('link')
    const here = links.and(page.locator('[aria-current]'))
    const other = links.and(page.locator(':not([aria-current])')).first()
    expect(await look(here), name).not.toEqual(await look(other))
  }

  await page.goto(`${service.baseUrl}/painel/membros`)
  const chosen = page.locator('input:checked + .segmented__label')
  const others = page.locator('input:not(:checked) + .segmented__label').first()
  expect(await look(chosen)).not.toEqual(await look(others))
  await page.goto(`${service.baseUrl}/painel/integracoes`)
  await expect(page.locator('.calls-chart__bars rect[data-today]')).toHaveCSS('forced-color-adjust', 'none')
  await page.emulateMedia({ forcedColors: 'none' })

  await test.step('on a phone, the chart of a month from long ago is reached by keyboard, and Home goes to its first bar', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const bars = page.getByRole('list', { name: 'Mês a mês' }).locator('a')
    await page.goto(`${service.baseUrl}/painel/uso`)
    await page.goto(service.baseUrl + (await bars.first().getAttribute('href')))
    const stop = bars.and(page.locator('[tabindex="0"]'))
    await expect(stop).toBeVisible()

    await stop.press('Home')

    await expect(bars.nth(12)).toBeFocused()
  })
})

test('months are selected by keyboard, with either figure; the file of a month equals the answer of the API', async ({
  page,
  service,
  partner,
}) => {
  await spendTime(service, partner, 'ana', { type: 'audiobook', activeMs: 60_000 })
  await enterPanel(page, service, partner, 'developer')
  await page.goto(`${service.baseUrl}/painel/uso`)
  const bars = page.getByRole('list', { name: 'Mês a mês' }).getByRole('link')
  await expect(bars).toHaveCount(24)
  await expect(bars.last()).toHaveAttribute('aria-current', 'true')
  await expect(bars.last()).toHaveAccessibleName(/: 1 min, Em andamento$/)

  await bars.last().focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Nenhum uso em/ })).toBeVisible()
  await expect(page.getByText('Fechado', { exact: true })).toBeVisible()
  // Two presses move two months, however late the first of them arrives.
  const { promise: late, resolve: deliver } = Promise.withResolvers<void>()
  await page.route(/\/panel\/v1\/usage\/\d{4}-\d\d\?/, (route) => late.then(() => route.continue()))
  await page.getByRole('link', { name: 'Próximo mês' }).click()
  await page.getByRole('link', { name: 'Próximo mês' }).click()
  deliver()
  await expect(page.getByRole('link', { name: 'Próximo mês' })).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: /^Membros ativos/ }).click()
  await expect(bars.last()).toHaveAccessibleName(/: 1, Em andamento$/)
  await expect(page).toHaveURL(/medida=membros/)
  await page.getByText('Ver como tabela').click()
  await expect(page.getByRole('region', { name: 'Mês a mês' }).getByRole('row')).toHaveCount(25)
  await expectNoSeriousFaults(page, 'a month')
  await page.goto(`${service.baseUrl}/painel/uso/2999-01`)
  await expect(page.getByText('Este mês ainda não começou.')).toBeVisible()
  await expect(page.getByText(/mês anterior/)).toHaveCount(0)

  await test.step('the file that is downloaded', async () => {
    for (const [index, externalUserId] of ['bia', 'joão, "o bom"', 'zeca'].entries()) {
      await spendTime(service, partner, externalUserId, { type: 'audiobook', activeMs: 7_400 + index * 1_000 })
    }
    await page.goto(`${service.baseUrl}/painel/uso`)
    const report = await partner.usage()

    const begun = page.waitForEvent('download')
    await page.getByRole('group', { name: 'Baixar CSV' }).getByRole('link', { name: 'Membros' }).click()
    const file = await begun

    expect(file.suggestedFilename()).toBe(`uso-${report.month}-membros-producao.csv`)
    const lines: string[][] = parse(await readFile(await file.path()), { bom: true, delimiter: ';', fromLine: 2 })
    expect(lines.pop()?.[0]).toBe('Total')
    const users = lines.map(([externalUserId, , titlesStarted, listeningSeconds]) => ({
      externalUserId,
      titlesStarted: Number(titlesStarted),
      listeningSeconds: Number(listeningSeconds),
    }))
    expect(users).toEqual(report.users.map(({ lastActivityAt: _, ...user }) => user))
    const members = page.getByRole('table', { name: 'Membros' }).getByRole('row')
    for (const [externalUserId = '', ...line] of lines) {
      await expect(members.filter({ hasText: externalUserId })).toContainText(line.at(-1)!.split(' ')[1]!)
    }
  })
})
