import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterAsOperator } from './service/admin.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('an operator corrects the chapter pairs of both forms by keyboard, confirms them, and goes back', async ({
  page,
  service,
  partner,
}) => {
  const [, , id = ''] = (await partner.pathOf('audiobook', 'O farol de sal')).split('/')
  await enterAsOperator(page, service)
  await page.goto(`${service.baseUrl}/painel/acervo/${id}`)
  await page.getByRole('link', { name: 'Conferir o pareamento' }).click()
  await expect(page.getByText('Automático', { exact: true })).toBeVisible()
  const choices = page.getByRole('list', { name: /^Capítulos do e-book/ }).getByRole('combobox')
  const last = choices.last()
  const proposed = await last.inputValue()

  await last.focus()
  await last.selectOption({ label: 'Só no e-book' })
  await expect(page.getByRole('heading', { name: 'Só no audiolivro' })).toBeVisible()
  await last.selectOption({ label: 'Junto com o anterior' })
  await page.getByRole('button', { name: /^Juntar / }).press('Enter')
  await expect(choices.nth((await choices.count()) - 2)).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Só no audiolivro' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Separar / })).toBeVisible()
  await expectNoSeriousFaults(page, 'the chapters of both forms')
  await page.getByRole('button', { name: 'Confirmar' }).press('Enter')

  await expect(page.getByText('Confirmado', { exact: true })).toBeVisible()
  await page.reload()
  await expect(last).toHaveValue('with-previous')
  await page.getByRole('button', { name: /^Separar / }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Só no audiolivro' })).toBeVisible()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByRole('heading', { name: 'Só no audiolivro' })).toBeHidden()
  await page.getByRole('button', { name: 'Voltar ao automático' }).click()
  await expect(page.getByText('Automático', { exact: true })).toBeVisible()
  await expect(last).toHaveValue(proposed)
})
