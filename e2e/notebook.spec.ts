import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { changeNoteElsewhere, openBook, selectText, untilAnnotationsSynced } from './hosts/book.ts'
import { visibleText } from './hosts/chapter.ts'
import { soundOf, watchSound } from './hosts/sound.ts'
import { comeBack } from './hosts/web-view.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import type { Partner } from './service/partner.ts'
import { expect, type Page, test } from './test.ts'

const TITLE = 'O farol de sal'

test('annotations of all titles are found, opened at their places, changed, deleted, exported and imported again', async ({
  webView,
  page,
  service,
  partner,
}) => {
  await watchSound(page)
  const { quote } = await markBoth(page, partner)
  await webView.open(await partner.openBooks('/biblioteca'))
  await page.getByRole('link', { name: 'Anotações' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Anotações' })).toBeFocused()
  const cards = page.locator('.annotation')
  await expect(cards).toHaveCount(3)
  await test.step('the annotations of all titles are exported, and imported again', async () => {
    await page.getByRole('button', { name: 'Mais opções' }).click()
    await page.getByRole('button', { name: /^Exportar/ }).click()
    const preview = page.getByRole('region', { name: 'O que será exportado' })
    await expect(preview).toContainText(/# O farol de sal.*# O farol de sal/s)
    await page.evaluate(() => Reflect.deleteProperty(window, 'WebViewBridge'))
    await page.getByRole('radio', { name: 'Arquivo' }).check({ force: true })
    await page.getByRole('radio', { name: 'Texto' }).check({ force: true })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('anotacoes.md')
    await page.getByRole('button', { name: 'Fechar' }).first().click()

    await page.getByRole('button', { name: 'Mais opções' }).click()
    await page.getByRole('button', { name: /^Importar/ }).click()
    await importInto(page, await readFile(await download.path()))
    await expect(page.getByRole('dialog').getByText('3 já estavam aqui')).toBeVisible()
    await expectNoSeriousFaults(page, 'imported annotations of all titles')
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  })
  const refreshed = page.waitForResponse(/\/play\/v1\/annotations\?/)
  await comeBack(page)
  await refreshed

  await page.getByRole('searchbox', { name: 'Buscar nas anotações' }).fill('VOLTÁR')
  await expect(cards).toHaveCount(1)
  await page.getByRole('button', { name: 'Limpar a busca' }).press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Buscar nas anotações' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Mostrar' }).selectOption('Marcadores')
  await expect(cards).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Cor' }).selectOption('Azul')
  await expect(page.getByText('Nada por aqui')).toBeVisible()
  await page.getByRole('combobox', { name: 'Cor' }).selectOption('Todas')
  await page.getByRole('combobox', { name: 'Mostrar' }).selectOption('Tudo')

  await page.getByRole('button', { name: /^Marcador · 0:30/ }).click()
  await expect.poll(async () => (await soundOf(page)).time).toBeGreaterThanOrEqual(30)
  await page.goBack()
  await page.getByRole('button', { name: new RegExp(`^Destaque.*${quote}`) }).click()
  await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
  await expect.poll(() => visibleText(page)).toContain(quote)

  await test.step('those of a book are changed, deleted, restored, exported and imported again', async () => {
    await webView.open(await partner.openBooks(await notebookOf(partner)))
    await expect(cards).toHaveCount(2)
    await expect(page.getByRole('heading', { level: 2, name: 'A casa branca' })).toBeVisible()

    await expectNoSeriousFaults(page, 'the notebook of a book')
    await page
      .getByRole('button', { name: /^Editar:/ })
      .first()
      .press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoSeriousFaults(page, 'an annotation that is changed')
    await changeNoteElsewhere(service, 'Voltar a isto.', 'De outro aparelho.')
    await comeBack(page)
    const changedElsewhere = cards.filter({ hasText: 'De outro aparelho.' })
    await expect(changedElsewhere).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Editar:/ }).first()).toBeFocused()
    await expect(changedElsewhere, 'after its note was only looked at').toHaveCount(1)
    await page.keyboard.press('Enter')
    await page.getByLabel('Sua nota').fill('Já voltei.')
    await page.getByRole('radio', { name: 'Rosa' }).check({ force: true })
    // As when the host closes the view meanwhile.
    await page.reload()
    await expect(cards.filter({ hasText: 'Já voltei.' })).toHaveAttribute('data-color', 'pink')
    await page
      .getByRole('button', { name: /^Editar:/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Apagar' }).click()
    await expect(cards).toHaveCount(1)
    await page.getByRole('button', { name: 'Desfazer' }).press('Enter')
    await expect(cards).toHaveCount(2)
    await expect(
      cards.filter({ hasText: 'Já voltei.' }).getByRole('button', { name: /^Editar/ }),
      'the restored one',
    ).toBeFocused()
    await untilAnnotationsSynced(page)
    await page.reload()
    await expect(cards.filter({ hasText: 'Já voltei.' })).toHaveAttribute('data-color', 'pink')

    await page.getByRole('button', { name: 'Mais opções' }).click()
    await page.context().route('**/annotations/export?**', (route) => route.fulfill({ status: 400 }))
    await page.getByRole('button', { name: /^Exportar/ }).click()
    await expect(page.getByText('O serviço não conseguiu preparar o arquivo.')).toBeVisible()
    await page.context().unroute('**/annotations/export?**')
    await page.getByRole('button', { name: 'Tentar novamente' }).press('Enter')
    await expect(page.getByRole('region', { name: 'O que será exportado' })).toContainText('# O farol de sal')
    await expect(page.getByRole('region', { name: 'O que será exportado' })).toBeFocused()
    await page.getByRole('radio', { name: 'Arquivo' }).check({ force: true })
    await expect(page.getByRole('region', { name: 'O que será exportado' })).toContainText('AnnotationSet')
    // A native host has no downloads.
    await expect(page.getByRole('button', { name: 'Baixar' })).toBeHidden()
    await page.evaluate(() => Reflect.deleteProperty(window, 'WebViewBridge'))
    await page.getByRole('radio', { name: 'Texto' }).check({ force: true })
    await page.getByRole('radio', { name: 'Arquivo' }).check({ force: true })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('o-farol-de-sal.json')
    const file = await readFile(await download.path())
    await page.getByRole('button', { name: 'Fechar' }).first().click()
    for (let left = 1; left >= 0; left--) {
      await page
        .getByRole('button', { name: /^Editar:/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Apagar' }).click()
      await expect(cards).toHaveCount(left)
    }
    await untilAnnotationsSynced(page)

    await page.getByRole('button', { name: 'Mais opções' }).click()
    await page.getByRole('button', { name: /^Importar/ }).click()
    await importInto(page, Buffer.from('isto não é'))
    await expect(page.getByText('Este arquivo não é de anotações.')).toBeVisible()
    await importInto(page, Buffer.from(`[${file}, ${file}]`))
    await expect(page.getByText('Este arquivo é de vários livros.')).toBeVisible()
    await importInto(page, Buffer.from('{"type":"FeatureCollection"}'))
    await expect(page.getByText('Este arquivo não é de anotações.')).toBeVisible()
    await importInto(page, file)
    await expect(page.getByText('2 anotações importadas')).toBeFocused()
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()

    await expect(cards).toHaveCount(2)

    await page.getByRole('button', { name: 'Mais opções' }).click()
    await page.getByRole('button', { name: /^Importar/ }).click()
    await importInto(page, repeatItems(file, 30))
    await expect(page.getByText('60 anotações importadas')).toBeFocused()
    await page.addInitScript(countAtDraws, '.annotation')
    await page.reload()
    await expect(cards).toHaveCount(62)
    const [first] = await page.evaluate(() => (window as unknown as { counts: number[] }).counts)
    expect(first).toBeLessThan(62)
  })
})

test('an offline notebook says so, and loads by itself when the connection is back', async ({
  webView,
  page,
  partner,
}) => {
  await webView.open(await partner.openBooks('/biblioteca'))
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
  await expectNoSeriousFaults(page, 'an empty library')
  // The code of the notebook has arrived by then.
  await page.context().route('**/play/v1/annotations?**', async (route) => {
    await page.context().setOffline(true)
    await route.abort()
  })
  await page.getByRole('link', { name: 'Anotações' }).click()
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()

  await page.context().unroute('**/play/v1/annotations?**')
  await page.context().setOffline(false)

  await expect(page.getByText('Nada marcado ainda')).toBeVisible()
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await expect(page.getByRole('button', { name: /^Importar/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Exportar/ })).toBeHidden()

  // An answer that breaks off.
  await page.route('**/publications/*/annotations', (route) => route.fulfill({ body: '{"items":[' }))
  await webView.open(await partner.openBooks((await partner.pathOf('ebook', TITLE)).replace('leitor', 'notas')))
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
})

test('an annotation that waits to be searched for in a new edition says so, in the book and the notebook, until it is found', async ({
  webView,
  page,
  partner,
}) => {
  await markBoth(page, partner)
  const list = /\/publications\/[^/]+\/annotations$/
  const listed = page.waitForResponse(list)
  await webView.open(await partner.openBooks(await notebookOf(partner)))
  const { items } = (await (await listed).json()) as { items: object[] }
  let isLost = true
  await page.route(list, (route) =>
    route.fulfill({ json: { items: items.map((one, index) => ({ ...one, isLost, publicationRevision: index })) } }),
  )

  await openBook(webView, partner, TITLE)
  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('radio', { name: 'Anotações' }).check({ force: true })
  const absences = page.getByText(/nesta edição/)
  await expect(absences).toHaveText(['Ainda não localizada nesta edição', 'Não está nesta edição'])
  await page.clock.install()
  await webView.open(await partner.openBooks(await notebookOf(partner)))
  await expect(absences).toHaveText([/· Ainda não localizada nesta edição$/, /· Não está nesta edição$/])
  await expectNoSeriousFaults(page, 'annotations without a place')

  isLost = false
  await page.clock.runFor(61_000)
  await expect(absences).toHaveCount(0)
})

/** Annotations of Ana's: a note in the e-book, a bookmark of a page, and one in the audiobook. */
async function markBoth(page: Page, partner: Partner): Promise<{ quote: string }> {
  await page.goto(await partner.openTitle('audiobook', TITLE))
  await page.getByRole('button', { name: 'Avançar 30 segundos' }).click()
  await page.getByRole('button', { name: 'Marcar', exact: true }).click()
  await untilAnnotationsSynced(page)
  await openBook(page, partner, TITLE)
  const quote = await selectText(page)
  await page.getByRole('button', { name: 'Nota', exact: true }).click()
  await page.getByLabel('Sua nota').fill('Voltar a isto.')
  await page.getByRole('button', { name: 'Pronto' }).click()
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await page.getByRole('button', { name: 'Marcar esta página' }).click()
  await untilAnnotationsSynced(page)
  return { quote }
}

async function notebookOf(partner: Partner) {
  return (await partner.pathOf('ebook', TITLE)).replace('/leitor/', '/notas/')
}

function importInto(page: Page, buffer: Buffer) {
  return page
    .getByLabel('Escolher arquivo')
    .and(page.locator('input'))
    .setInputFiles({ name: 'anotacoes.json', mimeType: 'application/json', buffer })
}

/** Repeats the items of an exported file, under ids of their own. */
function repeatItems(file: Buffer, times: number): Buffer {
  const set = JSON.parse(file.toString()) as { items: object[] }
  const items = Array.from({ length: times }, () =>
    set.items.map((item) => ({ ...item, id: `urn:uuid:${randomUUID()}` })),
  ).flat()
  return Buffer.from(JSON.stringify({ ...set, items }))
}

/** Runs in the page: counts the elements each time that some are drawn. */
function countAtDraws(selector: string) {
  const counts: number[] = []
  ;(window as unknown as { counts: number[] }).counts = counts
  new MutationObserver(() => {
    const count = document.querySelectorAll(selector).length
    if (count > (counts.at(-1) ?? 0)) counts.push(count)
  }).observe(document, { childList: true, subtree: true })
}
