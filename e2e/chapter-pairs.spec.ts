import type { ChapterPairs } from '@estante/contract/panel/chapter-pairs.ts'
import { findPublicationId } from '@estante/server/publications/publication.ts'
import { updatePublication } from '@estante/server/publications/write-publication.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterAsOperator } from './service/admin.ts'
import type { Service } from './service/start.ts'
import { expect, type Page, test } from './test.ts'

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
  const choices = choicesOf(page)
  const last = choices.last()
  const proposed = await last.inputValue()
  const alone = page.getByText('Só no audiolivro', { exact: true })

  await last.focus()
  // As WebKit chooses by an arrow key sometimes: without a change event.
  await last.evaluate((choice: HTMLSelectElement) => {
    choice.selectedIndex = 0
  })
  await last.press('ArrowUp')
  await expect(alone).toBeVisible()
  await last.selectOption({ label: 'Junto com o anterior' })
  await page.getByRole('button', { name: /^Juntar / }).press('Enter')
  const head = choices.nth((await choices.count()) - 2)
  await expect(head).toBeFocused()
  await expect(alone).toBeHidden()
  await expect(page.getByRole('button', { name: /^Separar / })).toBeVisible()
  await expectNoSeriousFaults(page, 'the chapters of both forms')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('Confirmado', { exact: true })).toBeVisible()
  await head.selectOption({ label: 'Só no e-book' })
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: 'Desfazer' })).toBeHidden()
  await expect(head).not.toHaveValue('')
  await page.reload()
  await expect(last).toHaveValue('with-previous')
  await page.getByRole('button', { name: /^Separar / }).press('Enter')
  await expect(alone).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(alone).toBeHidden()
  await goBack(page)
  await expect(last).toHaveValue(proposed)

  await test.step('a choice that also changes other chapters names them, is made anew by each arrow key, and can be undone', async () => {
    const [first, second, third] = [0, 1, 2].map((chapter) => choicesOf(page).nth(chapter))
    const proposedThird = await third!.inputValue()

    await test.step('what is undone while a confirmation is on its way stays undone', async () => {
      const confirm = page.getByRole('button', { name: 'Confirmar' })
      const before = await second!.inputValue()
      const answered = Promise.withResolvers<void>()
      await page.route('**/chapter-pairs', async (route) => {
        if (route.request().method() === 'PUT') await answered.promise
        await route.continue()
      })

      await second!.selectOption({ label: 'Só no e-book' })
      await confirm.click()
      await page.getByRole('button', { name: 'Desfazer' }).click()
      answered.resolve()

      await expect(page.getByText('Confirmado', { exact: true })).toBeVisible()
      await expect(second!).toHaveValue(before)
      await expect(confirm).toBeEnabled()
      await goBack(page)
      await page.unroute('**/chapter-pairs')
    })

    await second!.focus()
    await second!.selectOption({ label: 'Junto com o anterior' })
    await third!.focus()
    await third!.selectOption({ label: 'Junto com o anterior' })
    await second!.focus()
    await second!.selectOption(await first!.inputValue())
    await expect(page.getByText('O capítulo 2 já está nessa faixa')).toBeVisible()
    await second!.selectOption({ label: 'Só no e-book' })
    await expect(page.getByText('Ficou sem par também o capítulo 3.')).toBeVisible()
    await expect(third!).toHaveValue('')
    await second!.selectOption({ label: 'Junto com o anterior' })

    await expect(third!).toHaveValue('with-previous')
    for (const chapter of [third!, second!]) {
      await page.getByRole('button', { name: 'Desfazer' }).click()
      await expect(chapter).toBeFocused()
    }
    await expect(third!).toHaveValue(proposedThird)
    await expect(page.getByRole('button', { name: 'Desfazer' })).toBeHidden()

    await second!.selectOption({ label: 'Só no e-book' })
    await third!.focus()
    await third!.selectOption(await first!.inputValue())
    await expect(second!).toHaveValue('with-previous')
    await expect(third!.locator('option', { hasText: 'Junto com o anterior' })).toHaveCount(0)

    await page.setViewportSize({ width: 1280, height: 420 })
    await first!.focus()
    await first!.selectOption({ index: (await first!.locator('option').count()) - 1 })
    await expect(page.getByText('Só no audiolivro', { exact: true }).first()).toBeVisible()
    const [choice, bar] = await Promise.all([first!.boundingBox(), page.locator('.save-bar').boundingBox()])
    expect(choice!.y + choice!.height).toBeLessThan(bar!.y)
  })
})

test('unsaved pairs outlive a confirmation in another tab, and a new file', async ({ page, service, partner }) => {
  const [, , id = ''] = (await partner.pathOf('audiobook', 'O farol de sal')).split('/')
  await enterAsOperator(page, service)
  await page.goto(`${service.baseUrl}/painel/acervo/${id}/capitulos`)
  await choicesOf(page).nth(1).selectOption({ label: 'Só no e-book' })
  await confirmElsewhere(page, service, id)

  await page.getByRole('button', { name: 'Confirmar' }).click()

  await expect(page.getByRole('alert').filter({ hasText: 'Você mudou Pareamento' })).toContainText('Confirmado · ')
  await expect(choicesOf(page).nth(1)).toHaveValue('')
  await page.getByRole('button', { name: 'Usar este' }).click()
  await expect(choicesOf(page).nth(1)).not.toHaveValue('')
  await page.getByRole('button', { name: 'Desfazer' }).click()

  await test.step('a new file arrives', async () => {
    await revise(2)
    await page.getByRole('button', { name: 'Confirmar os meus' }).click()

    await expect(page.getByText('Chegou um arquivo novo enquanto você pareava')).toBeVisible()
    await expect(choicesOf(page).nth(1)).toHaveValue('')
    await expectNoSeriousFaults(page, 'unsaved pairs of chapters')
    await page.getByRole('link', { name: 'O título' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Confirmar os meus' }).click()

    await expect(page.getByText('Confirmado', { exact: true })).toBeVisible()
    await expect(choicesOf(page).nth(1)).toHaveValue('')
  })

  await test.step('pairs that were confirmed for the file before are the ones to begin with', async () => {
    await revise(3)
    await page.reload()
    await page.getByRole('button', { name: 'Usar os de antes' }).click()

    await expect(choicesOf(page).nth(1)).toHaveValue('')
  })
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await goBack(page)
  await revise(1)

  function revise(revision: number) {
    return service.context.db.write(async (tx) => updatePublication(tx, await findPublicationId(tx, id), { revision }))
  }
})

/** Confirms all proposed pairs but the last, as the same operator would in another tab. */
async function confirmElsewhere(page: Page, { baseUrl }: Service, id: string) {
  const address = `${baseUrl}/panel/v1/publications/${id}/chapter-pairs`
  const { proposed, version }: ChapterPairs = await (await page.request.get(address)).json()
  const confirmed = await page.request.put(address, {
    headers: { origin: baseUrl },
    data: { pairs: proposed.slice(0, -1), version },
  })
  expect(confirmed.ok()).toBe(true)
}

function choicesOf(page: Page) {
  return page.getByRole('list', { name: /^Capítulos do e-book/ }).getByRole('combobox')
}

async function goBack(page: Page) {
  await page.getByRole('button', { name: 'Voltar ao automático' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Voltar ao automático' }).click()
  await expect(page.getByText('Automático', { exact: true })).toBeVisible()
}
