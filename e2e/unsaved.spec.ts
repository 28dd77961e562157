import { operatorCode } from '@estante/server/test/panel.ts'
import { addPublication } from '@estante/server/test/shelf.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterAsOperator, enterPanel, PASSWORD, setUpSecondFactor } from './service/admin.ts'
import { expect, type Page, test } from './test.ts'

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

test('what is typed during a save stays, and what another tab wrote meanwhile is told', async ({
  page,
  context,
  service,
}) => {
  await enterAsOperator(page, service)
  const id = await addPublication(service.context, { type: 'ebook', title: 'O farol' })
  await page.goto(`${service.baseUrl}/painel/acervo/${id}`)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(title(other)).toHaveValue('O farol')

  const release = await holdWrites(page)
  await title(page).fill('Primeiro nome')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await title(page).fill('Segundo nome')
  release()
  await expect(page.getByRole('heading', { name: 'Primeiro nome' })).toBeVisible()
  await expect(title(page)).toHaveValue('Segundo nome')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('heading', { name: 'Segundo nome' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeHidden()

  await title(other).fill('Da outra aba')
  await other.getByRole('textbox', { name: 'Subtítulo' }).fill('Um conto')
  await other.getByRole('button', { name: 'Guardar' }).click()
  const told = other.getByRole('alert').filter({ hasText: 'Você mudou Título' })
  await expect(told).toContainText('Segundo nome')
  await expect(title(other)).toHaveValue('Da outra aba')
  await other.getByRole('button', { name: 'Guardar o meu' }).click()
  await expect(other.getByRole('heading', { name: 'Da outra aba' })).toBeVisible()
  await expect(told).toBeHidden()

  // What is not the same field is not in the way.
  await page.getByRole('textbox', { name: 'Editora' }).fill('Quintal')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('heading', { name: 'Da outra aba' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Subtítulo' })).toHaveValue('Um conto')
  await expect(page.getByRole('textbox', { name: 'Editora' })).toHaveValue('Quintal')
})

test('a session that ends while something is written gives it back, and saves it', async ({
  page,
  context,
  service,
}) => {
  const { email } = await enterAsOperator(page, service)
  const id = await addPublication(service.context, { type: 'ebook', title: 'A ilha' })
  await page.goto(`${service.baseUrl}/painel/acervo/${id}`)
  await page.getByRole('textbox', { name: 'Sinopse' }).fill('Uma ilha, um farol e quem o acende.')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Guardar' }).click()

  await expect(page.getByText('Sua sessão terminou.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'A ilha' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByLabel('Código').fill(operatorCode(service.clock.now()))

  await expect(page.getByText('Textos guardados.')).toBeVisible()
  await expect(page).toHaveTitle(/^A ilha · Acervo/)
  await expect(page.getByRole('textbox', { name: 'Sinopse' })).toHaveValue('Uma ilha, um farol e quem o acende.')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Sinopse' })).toHaveValue('Uma ilha, um farol e quem o acende.')
})

test('what is written stays while the team comes to require the second factor', async ({
  page,
  browser,
  service,
  partner,
}) => {
  await enterPanel(page, service, partner, 'owner')
  await page.goto(`${service.baseUrl}/painel/aparencia`)
  await page.getByLabel('Nome', { exact: true }).fill('Livros Aurora')
  const other = await (await browser.newContext()).newPage()
  await enterPanel(other, service, partner, 'owner')
  await other.goto(`${service.baseUrl}/painel/equipe`)
  await other.getByRole('button', { name: 'Exigir de todos' }).click()
  const question = other.getByRole('dialog', { name: 'Exigir o segundo fator da equipe?' })
  await expect(question).toContainText('Você também ainda não tem')
  await question.getByRole('button', { name: 'Exigir' }).click()
  await expect(other.getByRole('heading', { name: 'Ligue o segundo fator' })).toBeFocused()
  await expectNoSeriousFaults(other, 'a second factor that is required')
  await setUpSecondFactor(other, service)
  await expect(other.getByText('Agora a equipe toda usa o segundo fator.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Deixar de exigir' })).toBeVisible()
  await other.context().close()

  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('heading', { name: 'Ligue o segundo fator' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Agora não' })).toHaveCount(0)
  await setUpSecondFactor(page, service)

  await expect(page.getByText(/^Aparência guardada/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Livros Aurora')
})

test('somebody else who signs in where a session ended finds nothing of it', async ({
  page,
  context,
  service,
  partner,
}) => {
  const other = await enterPanel(page, service, partner, 'analyst')
  await enterPanel(page, service, partner, 'owner')
  await page.goto(`${service.baseUrl}/painel/aparencia`)
  await page.getByLabel('Nome', { exact: true }).fill('Livros Aurora')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Guardar' }).click()

  await page.getByLabel('E-mail').fill(other.email)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()

  await expect(page.getByText('Só quem é responsável muda a aparência.')).toBeVisible()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('')
})

test('the way back and signing out ask before what is written is lost', async ({ page, service, partner }) => {
  await enterPanel(page, service, partner, 'owner')
  await page.goto(`${service.baseUrl}/painel/aparencia`)
  await page.getByRole('link', { name: 'Equipe' }).click()
  await page.getByRole('button', { name: 'Convidar' }).click()
  await page.getByLabel('E-mail').fill('bruno@banco-aurora.com.br')
  const leaving = page.getByRole('dialog', { name: 'Sair sem guardar?' })

  await page.goBack()
  await leaving.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue('bruno@banco-aurora.com.br')
  await page.goBack()
  await leaving.getByRole('button', { name: 'Sair sem guardar' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Livros Aurora')
  await page.getByRole('button', { name: /Ana Souza/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await leaving.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Livros Aurora')
})

test('a file that only says it is a picture is not offered as a cover', async ({ page, service }) => {
  await enterAsOperator(page, service)
  const id = await addPublication(service.context, { type: 'ebook', title: 'A capa' })
  await page.goto(`${service.baseUrl}/painel/acervo/${id}`)
  const file = { name: 'capa.png', mimeType: 'image/png', buffer: Buffer.from('um texto') }
  await page.getByRole('button', { name: 'Trocar a capa' }).waitFor()
  await page.setInputFiles('input[type=file]', file)

  await expect(page.getByText('Este arquivo não é uma imagem.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Usar esta capa' })).toBeHidden()
})

const title = (page: Page) => page.getByLabel('Título', { exact: true })

/** Lets what is written reach the service only once the answer is called. */
async function holdWrites(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/panel/v1/publications/*', async (route) => {
    if (route.request().method() === 'PUT') await promise
    await route.continue()
  })
  return resolve
}
