import {
  changeNoteElsewhere,
  notesOf,
  openBook,
  reloadAnnotations,
  selectText,
  untilAnnotationsSynced,
} from './hosts/book.ts'
import { comeBack } from './hosts/web-view.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import type { Partner } from './service/partner.ts'
import type { Service } from './service/start.ts'
import { expect, type Page, test } from './test.ts'

const TITLE = 'O farol de sal'
const QUESTION = 'Esta anotação mudou em outro aparelho: “Do outro aparelho.”'

test('a note that another device changes while it is written is asked about, and comes back where that device deletes its annotation', async ({
  webView,
  page,
  service,
  partner,
}) => {
  const book = await partner.pathOf('ebook', TITLE)
  const notes = async () => (await notesOf(service, partner)).filter((note) => note !== null)
  const write = async (note: string) => {
    await page.getByRole('textbox', { name: /^(Sua nota|Nota)$/ }).fill(note)
    await changeNoteElsewhere(service, 'Aqui.', 'Do outro aparelho.')
  }

  const sheet = page.getByRole('dialog', { name: 'Sumário' })
  await openBook(webView, partner, TITLE)
  await makeNote(page, 'Antes.')
  await expect.poll(notes).toEqual(['Antes.'])

  await test.step('in the book, of an annotation that was deleted', async () => {
    await openNoteInBook(page)
    await page.getByLabel('Sua nota').fill('Aqui.')
    await deleteElsewhere(service, partner)
    await reloadAnnotations(page)
    await page.getByRole('button', { name: 'Pronto' }).click()

    await expect(sheet).toContainText('Aqui.')
    await expect.poll(notes).toEqual(['Aqui.'])
  })

  await test.step('in the book', async () => {
    await sheet.getByRole('button', { name: 'Editar nota' }).click()
    await write('Do livro.')
    await reloadAnnotations(page)
    await page.getByRole('button', { name: 'Pronto' }).click()

    await expect(sheet.getByText(QUESTION)).toBeVisible()
    await expect(sheet).toContainText('Do livro.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Marcar esta página' }).click()
    await expect(page.getByText('Página marcada')).toBeVisible()
    await expect(page.getByText(QUESTION)).toBeVisible()
    await page.getByRole('button', { name: 'Adicionar nota' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ficar com a deste' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('iframe[data-current]')).toBeFocused()
    await expect.poll(notes).toEqual(['Do livro.'])
    await page.getByRole('button', { name: 'Desmarcar esta página' }).click()
    await untilAnnotationsSynced(page)
  })

  const cards = page.locator('.annotation')
  const open = () => cards.getByRole('button', { name: /^Editar:/ }).click()
  const saveDeletedElsewhere = async (note: string) => {
    await open()
    await page.getByLabel('Sua nota').fill(note)
    await deleteElsewhere(service, partner)
    await comeBack(page)
    await expect(cards).toHaveCount(0)
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(cards.filter({ hasText: note })).toHaveCount(1)
    await expect.poll(notes).toEqual([note])
  }
  await test.step('in the notebook of the title, of an annotation that was deleted', async () => {
    await webView.open(await partner.openBooks(book.replace('/leitor/', '/notas/')))
    await saveDeletedElsewhere('Aqui.')
  })

  await test.step('in the notebook of the title', async () => {
    await open()
    await write('Do caderno.')
    await comeBack(page)
    await expect(cards.filter({ hasText: 'Do outro aparelho.' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Salvar' }).click()

    const annotation = cards.filter({ hasText: 'Do caderno.' })
    await expect(annotation.getByText(QUESTION)).toBeVisible()
    await expectNoSeriousFaults(page, 'an annotation that changed on two devices')
    await annotation.getByRole('button', { name: 'Ficar com a do outro' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('.annotation__place', { hasText: 'Do outro aparelho.' })).toBeFocused()
    await expect.poll(notes).toEqual(['Do outro aparelho.'])
  })

  await test.step('in the notebook of all titles, of an annotation that was deleted', async () => {
    await webView.open(await partner.openBooks('/notas'))
    await saveDeletedElsewhere('De todos.')
  })

  await test.step('one deleted here that changed elsewhere is there until the member decides', async () => {
    await open()
    await page.getByLabel('Sua nota').fill('Apagada.')
    await changeNoteElsewhere(service, 'De todos.', 'Do outro aparelho.')
    await page.getByRole('button', { name: 'Apagar' }).click()
    await expect(cards.filter({ hasText: 'Você apagou esta anotação, mas ela mudou em outro aparelho' })).toHaveCount(1)
    // Its notice would cover the answers.
    await expect(page.getByText('Anotação apagada')).toHaveCount(0, { timeout: 2000 })
    await expect.poll(notes).toEqual(['Do outro aparelho.'])
    await cards.getByRole('button', { name: 'Apagar mesmo assim' }).focus()
    await page.keyboard.press('Enter')
    await expect(cards).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await expect.poll(notes).toEqual([])
  })

  await test.step('in the player', async () => {
    await webView.open(await partner.openTitle('audiobook', TITLE))
    await page.getByRole('button', { name: 'Marcar', exact: true }).click()
    await page.getByRole('button', { name: 'Adicionar nota' }).click()
    await page.getByRole('textbox', { name: 'Nota' }).fill('Aqui.')
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect.poll(notes).toEqual(['Aqui.'])
    await page.getByRole('button', { name: 'Marcadores e trechos' }).click()
    await page.getByRole('button', { name: /^Editar/ }).click()
    await write('Do tocador.')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Ver', exact: true }).click()
    const marks = page.getByRole('dialog', { name: 'Marcadores e trechos' })
    await expect(marks.getByText(QUESTION)).toBeVisible()
    await marks.getByRole('button', { name: 'Ficar com a deste' }).focus()
    await page.keyboard.press('Enter')
    await expect(marks.getByRole('button', { name: /Do tocador/ })).toBeFocused()
    await expect.poll(notes).toEqual(['Do tocador.'])
  })
})

async function makeNote(page: Page, note: string) {
  await selectText(page)
  await page.getByRole('button', { name: 'Nota', exact: true }).click()
  await page.getByLabel('Sua nota').fill(note)
  await page.getByRole('button', { name: 'Pronto' }).click()
}

async function openNoteInBook(page: Page) {
  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('radio', { name: 'Anotações' }).check({ force: true })
  await page.getByRole('button', { name: 'Editar nota' }).click()
}

/** Deletes the member's annotations as another device does. */
function deleteElsewhere({ context }: Service, partner: Partner) {
  return context.db.write((tx) =>
    tx
      .updateTable('annotation')
      .set((eb) => ({
        note: null,
        color: null,
        locator: '{}',
        search_text: '',
        deleted_at: context.clock.now(),
        revision: eb('revision', '+', 1),
        changed_at: eb('changed_at', '+', 3_600_000),
      }))
      .where('partner_id', '=', partner.id)
      .execute(),
  )
}
