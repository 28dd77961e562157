import { GOOD_PASSWORD, operatorCode } from '@estante/server/test/panel.ts'
import { addPublication } from '@estante/server/test/publications.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterAsOperator, enterPanel, setUpSecondFactor } from './service/admin.ts'
import { addPartner } from './service/partner.ts'
import { expect, type Page, test } from './test.ts'

const DESKTOP = { width: 1280, height: 800 }

test.use({ viewport: DESKTOP })

test('input typed during a save stays, and another tab’s change of a title’s texts or state is shown before it is overwritten', async ({
  page,
  context,
  service,
}) => {
  await enterAsOperator(page, service)
  await Promise.all([addPartner(service), addPartner(service)])
  const id = await addPublication(service.context, { type: 'ebook', title: 'O farol' })
  await page.goto(`${service.baseUrl}/painel/acervo/${id}`)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(title(other)).toHaveValue('O farol')

  const release = await holdWrites(page)
  await title(page).fill('Primeiro nome')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await title(page).fill('Segundo nome')
  release()
  await expect(page.getByRole('heading', { name: 'Primeiro nome' })).toBeVisible()
  await expect(title(page)).toHaveValue('Segundo nome')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { name: 'Segundo nome' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Salvar' })).toBeHidden()

  await title(other).fill('Da outra aba')
  await other.getByRole('textbox', { name: 'Subtítulo' }).fill('Um conto')
  await other.getByRole('button', { name: 'Salvar' }).click()
  const alert = other.getByRole('alert').filter({ hasText: 'Você mudou Título' })
  await expect(alert).toContainText('Segundo nome')
  await expect(title(other)).toHaveValue('Da outra aba')
  await expectNoSeriousFaults(other, 'unsaved metadata of a title')
  await other.getByRole('button', { name: 'Salvar o meu' }).click()
  await expect(other.getByRole('heading', { name: 'Da outra aba' })).toBeVisible()
  await expect(alert).toBeHidden()

  // A change of another field is no conflict.
  await page.getByRole('textbox', { name: 'Editora' }).fill('Quintal')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { name: 'Da outra aba' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Salvar' })).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Subtítulo' })).toHaveValue('Um conto')
  await expect(page.getByRole('textbox', { name: 'Editora' })).toHaveValue('Quintal')

  await test.step('a file that only says it is a picture is not offered as a cover', async () => {
    const file = { name: 'capa.png', mimeType: 'image/png', buffer: Buffer.from('um texto') }
    await page.getByRole('button', { name: 'Trocar a capa' }).waitFor()
    await page.setInputFiles('input[type=file]', file)

    await expect(page.getByText('Este arquivo não é uma imagem.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Usar esta capa' })).toBeHidden()
  })

  await test.step('the save bar does not cover the field that is being edited', async () => {
    for (const viewport of [DESKTOP, { width: 360, height: 740 }]) {
      await page.setViewportSize(viewport)
      await title(page).evaluate((field) => field.scrollIntoView({ block: 'end' }))
      await title(page).fill('O farol de sal')

      const bar = (await page.locator('.save-bar').boundingBox())!
      const field = (await title(page).boundingBox())!
      expect(field.y + field.height).toBeLessThan(bar.y)
      await page.getByRole('button', { name: 'Descartar' }).click()
    }
  })

  await test.step('the change of its state', async () => {
    await page.setViewportSize(DESKTOP)
    await other.getByRole('button', { name: 'Mudar as datas' }).click()
    const dates = other.getByRole('dialog', { name: 'Quando aparece' })
    await dates.getByLabel('Até').fill('2030-01-01T12:00')

    await page.getByRole('button', { name: 'Tirar do ar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Tirar do ar' }).click()
    await expect(page.getByText(/^Fora do ar desde/)).toBeVisible()
    await dates.getByRole('button', { name: 'Salvar' }).click()

    await expect(dates.getByRole('alert')).toContainText('Fora do ar desde')
    await expect(dates.getByLabel('Até')).toHaveValue('2030-01-01T12:00')
    await expectNoSeriousFaults(other, 'dates that changed meanwhile')
    await dates.getByRole('button', { name: 'Salvar o meu' }).click()
    await expect(other.locator('p', { hasText: /^Publicado$/ })).toBeVisible()

    // The first tab does not know that yet.
    await page.getByRole('button', { name: 'Publicar de novo' }).click()
    const state = page.getByRole('region', { name: 'Publicação' })
    await expect(state.getByRole('alert')).toContainText('Agora: Publicado.')

    await page.getByRole('button', { name: 'Mudar', exact: true }).click()
    const partners = page.getByRole('dialog', { name: 'Quem tem este título' })
    await partners.getByText('Só alguns').click()
    await partners.getByRole('checkbox').first().check()
    await other.getByRole('button', { name: 'Mudar', exact: true }).click()
    const others = other.getByRole('dialog', { name: 'Quem tem este título' })
    await others.getByText('Só alguns').click()
    await others.getByRole('checkbox').nth(1).check()
    await others.getByRole('button', { name: 'Salvar' }).click()
    await expect(other.getByText('Só para um parceiro:')).toBeVisible()
    await partners.getByRole('button', { name: 'Salvar' }).click()
    await expect(partners.getByText('Disponibilidade agora está')).toBeVisible()
    await partners.getByRole('button', { name: 'Usar este em Disponibilidade' }).click()
    await expect(page.getByText('Só para um parceiro:')).toBeVisible()
  })
})

test('another tab’s change of a partner’s name or limit is shown before it is overwritten', async ({
  page,
  context,
  service,
  partner,
}) => {
  await enterAsOperator(page, service)
  const { db } = service.context
  const partners = db.read.selectFrom('partner').select('slug').where('id', '=', partner.id)
  const { slug } = await partners.executeTakeFirstOrThrow()
  await page.goto(`${service.baseUrl}/painel/parceiros/${slug}`)
  const other = await context.newPage()
  await other.goto(page.url())
  const [mine, theirs] = [page, other].map((tab) => tab.getByRole('dialog'))
  await page.getByRole('button', { name: 'Mudar o nome' }).click()
  await mine!.getByLabel('Nome').fill('Banco da Manhã')
  await other.getByRole('button', { name: 'Mudar o nome' }).click()
  await theirs!.getByLabel('Nome').fill('Banco da Tarde')
  await theirs!.getByRole('button', { name: 'Mudar o nome' }).click()
  await expect(other.getByRole('heading', { name: 'Banco da Tarde' })).toBeVisible()
  await expectNoSeriousFaults(other, 'a partner')

  await mine!.getByRole('button', { name: 'Mudar o nome' }).click()
  await expect(mine!.getByRole('alert')).toContainText('Banco da Tarde')
  await mine!.getByRole('button', { name: 'Salvar o meu' }).click()
  await expect(page.getByRole('heading', { name: 'Banco da Manhã' })).toBeVisible()

  await page.getByRole('button', { name: 'Mudar o limite de Backend' }).click()
  await mine!.getByLabel('Chamadas por minuto').fill('300')
  await other.getByRole('button', { name: 'Mudar o limite de Backend' }).click()
  await theirs!.getByLabel('Chamadas por minuto').fill('600')
  await theirs!.getByRole('button', { name: 'Mudar o limite', exact: true }).click()
  await expect(other.getByText(/: 600 por minuto/)).toBeVisible()
  await mine!.getByRole('button', { name: 'Mudar o limite', exact: true }).click()
  await expect(mine!.getByRole('alert')).toContainText('600')
  await mine!.getByRole('button', { name: /^Usar este/ }).click()
  await expect(mine!).toBeHidden()
})

test('unsaved input survives the end of the session, and is then saved', async ({ page, context, service }) => {
  const { email } = await enterAsOperator(page, service)
  const id = await addPublication(service.context, { type: 'ebook', title: 'A ilha' })
  await page.goto(`${service.baseUrl}/painel/acervo/${id}`)
  await page.getByRole('textbox', { name: 'Sinopse' }).fill('Uma ilha, um farol e quem o acende.')
  await context.clearCookies()
  const lateAnswer = await holdNextAnswer(page)
  await page.evaluate(() => ['blur', 'focus'].map((name) => dispatchEvent(new Event(name))))
  const focused = typeFocusedAtOnce(page)
  await page.getByRole('button', { name: 'Salvar' }).click()

  await expect(page.getByText('Sua sessão terminou.')).toBeVisible()
  expect(await focused).toBe('password')
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'A ilha' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.type(GOOD_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByLabel('Código').fill(operatorCode(service.clock.now()))

  await expect(page.getByText('Textos salvos.')).toBeVisible()
  await expect(page).toHaveTitle(/^A ilha · Acervo/)
  await expect(page.getByRole('textbox', { name: 'Sinopse' })).toHaveValue('Uma ilha, um farol e quem o acende.')

  await test.step('a refusal of before the sign-in does not end the new session', async () => {
    const repeated = page.waitForResponse((response) => response.request().method() === 'GET' && response.ok())
    lateAnswer.release()
    await repeated
    await expect(page.getByText('Sua sessão terminou.')).toBeHidden()
  })

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Sinopse' })).toHaveValue('Uma ilha, um farol e quem o acende.')
})

test('unsaved input survives the set-up of a newly required second factor', async ({
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

  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { name: 'Ligue o segundo fator' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Agora não' })).toHaveCount(0)
  await setUpSecondFactor(page, service)

  await expect(page.getByText(/^Aparência salva/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Livros Aurora')
})

test('Back and signing out ask before unsaved input is lost, and another admin who signs in finds none of it', async ({
  page,
  context,
  service,
  partner,
}) => {
  const other = await enterPanel(page, service, partner, 'analyst')
  await enterPanel(page, service, partner, 'owner')
  await page.goto(`${service.baseUrl}/painel/aparencia`)
  await page.getByRole('link', { name: 'Equipe' }).click()
  await page.getByRole('button', { name: 'Convidar' }).click()
  await page.getByLabel('E-mail').fill('bruno@banco-aurora.com.br')
  const leaving = page.getByRole('dialog', { name: 'Sair sem salvar?' })

  await page.goBack()
  await leaving.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue('bruno@banco-aurora.com.br')
  await page.goBack()
  await leaving.getByRole('button', { name: 'Sair sem salvar' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Livros Aurora')
  await page.getByRole('button', { name: /Ana Souza/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await leaving.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Livros Aurora')

  await context.clearCookies()
  await page.getByRole('button', { name: 'Salvar' }).click()

  await page.getByLabel('E-mail').fill(other.email)
  await page.getByLabel('Senha', { exact: true }).fill(GOOD_PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()

  await expect(page.getByText('Só quem é responsável muda a aparência.')).toBeVisible()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('')
})

const title = (page: Page) => page.getByLabel('Título', { exact: true })

/** Delays writes to the service until the returned function is called. */
async function holdWrites(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/panel/v1/publications/*', async (route) => {
    if (route.request().method() === 'PUT') await promise
    await route.continue()
  })
  return resolve
}

/**
 * Holds the answer to the next call about a title, once it has arrived, until `release` is called. Later calls are
 * intercepted too: a browser whose interception ends may not report the call that begins in that moment.
 */
async function holdNextAnswer(page: Page) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  let isFirst = true
  await page.route('**/panel/v1/publications/*', async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    const response = await route.fetch()
    await promise
    await route.fulfill({ response })
  })
  return { release }
}

/** Returns the type of the field that has the focus in the task that renders a password's field. */
function typeFocusedAtOnce(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('input[type=password]')) resolve((document.activeElement as HTMLInputElement).type)
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
  )
}
