import { copyFile, mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CatalogItem } from '@estante/contract/partner/catalog.ts'
import { page as chapter, type EpubFiles, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { enterAsOperator } from './service/admin.ts'
import { callApi } from './service/call-api.ts'
import { titledPackage } from './service/library.ts'
import { addPartner, type Partner } from './service/partner.ts'
import type { Service } from './service/start.ts'
import { expect, type Page, test } from './test.ts'

const AUDIO = fileURLToPath(new URL('../formats/fixtures/audio', import.meta.url))

/** Longest wait for an import; a busy machine is several times slower. */
const IMPORTED = { timeout: 40_000 }

test.use({ viewport: { width: 1280, height: 800 } })

test('books dropped on the panel appear in every partner’s catalog, and other files are refused with a reason', async ({
  page,
  service,
  partner,
}) => {
  const book = await makeBook('O caderno azul', {
    'OEBPS/c1.xhtml': chapter('<h1>Um</h1><script>alert(1)</script><p onclick="x()">Era uma vez.</p>'),
  })
  const broken = await makeFile('quebrado.epub', 'PK\u0003\u0004 e mais nada')
  const pdf = await makeFile('contrato.pdf', '%PDF-1.7')
  const folder = await makeTracks('A varanda')
  await enterAsOperator(page, service)
  await page.goto(`${service.baseUrl}/painel/acervo`)
  await expect(page.getByRole('table', { name: 'Títulos do acervo' })).toBeVisible()
  await expectNoSeriousFaults(page, 'the catalog')

  await drop(page, [book, broken])
  await expect(page.getByRole('heading', { name: 'Confira antes de começar' })).toBeFocused()
  await drop(page, [pdf, folder])
  const plan = page.getByRole('list', { name: 'Títulos desta importação' })
  await expect(plan.getByRole('listitem')).toHaveCount(4)
  await expect(plan.getByRole('listitem').filter({ hasText: 'A varanda' })).toContainText('3 faixas')
  await expect(plan.getByRole('listitem').filter({ hasText: 'contrato.pdf' })).toContainText('Não parece livro')
  await expect(page.getByText('1 arquivo que não é livro fica de fora')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByRole('button', { name: 'Importar 3 títulos' })).toBeInViewport()
  await expect(page.getByRole('radio', { name: /^Publicar/ })).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Enviar mesmo assim: contrato.pdf' }).click()
  await page.getByRole('button', { name: 'Importar 4 títulos' }).click()
  await expect(page).toHaveURL(/importacoes\/imp_/)

  await expect(page.getByText('Terminada', { exact: true })).toBeVisible(IMPORTED)
  const report = page.getByRole('list', { name: 'Títulos' })
  const of = (text: string) => report.getByRole('listitem').filter({ hasText: text })
  await expect(of('O caderno azul')).toContainText('Novo')
  // Its tracks have tags with the album.
  await expect(of('O relógio da sala')).toContainText('Novo')
  await expect(of('quebrado.epub')).toContainText('Em quarentena')
  await expect(of('contrato.pdf')).toContainText('O arquivo é um PDF')
  await of('O caderno azul')
    .getByText(/A limpeza de segurança mudou/)
    .click()
  await expect(of('O caderno azul')).toContainText(/script/i)
  const refused = page.getByRole('radio', { name: /^2 em quarentena/ })
  await refused.check()
  await expect(of('O caderno azul')).toHaveCount(0)
  await expect(of('quebrado.epub')).toBeVisible()
  await expect(refused).toBeFocused()
  const titles = await titlesOf(service, partner)
  expect(titles).toContain('O caderno azul')
  expect(titles).toContain('O relógio da sala')

  await page.getByRole('link', { name: 'Importações' }).last().click()
  await page.getByRole('link', { name: /arquivos em quarentena/ }).click()
  const quarantine = page.getByRole('list', { name: 'Arquivos em quarentena' })
  await quarantine.waitFor()
  await expectNoSeriousFaults(page, 'the quarantine')
  await quarantine.getByRole('button', { name: 'Descartar quebrado.epub' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(quarantine.getByText('quebrado.epub')).toHaveCount(0)
  await expect(quarantine).toBeFocused()
  await quarantine.getByRole('button', { name: 'Tentar de novo: contrato.pdf' }).click()
  await expect(page.getByText('contrato.pdf voltou para a fila.')).toBeVisible()
  await expect(async () => {
    const listed = page.waitForResponse('**/panel/v1/quarantine*')
    await page.reload()
    await listed
    await expect(quarantine.getByText('contrato.pdf', { exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('drafts are in no catalog until they are published, one by one or several at once, open in a preview, and get another cover', async ({
  page,
  service,
  partner,
}) => {
  const balloon = await makeBook('O balão de vidro')
  const unsigned = await makeBook('Livro sem autoria', {
    'OEBPS/livro.opf': titledPackage('Livro sem autoria').replace(/<dc:creator.*?<\/dc:creator>/s, ''),
  })
  const books = [await makeBook('A ilha em rascunho'), balloon, unsigned, await makeBook('O caderno repetido')]
  await enterAsOperator(page, service)
  await importFiles(page, service, books, 'Deixar como rascunho')
  const report = page.url()
  await expectNoSeriousFaults(page, 'the report of an import')

  await test.step('published, and nobody’s again once it is taken down', async () => {
    expect(await titlesOf(service, partner)).not.toContain('A ilha em rascunho')

    await page.getByRole('link', { name: 'A ilha em rascunho' }).click()
    await expect(page.getByRole('heading', { name: 'A ilha em rascunho' })).toBeFocused()
    await page.getByRole('button', { name: 'Publicar agora' }).click()
    await expect(page.getByText('Os membros encontram este título')).toBeVisible()
    expect(await titlesOf(service, partner)).toContain('A ilha em rascunho')

    await page.getByRole('button', { name: 'Mudar as datas' }).click()
    await page.getByLabel('Até').fill('2020-01-01T10:00')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Esta data já passou.')).toBeVisible()
    await page.getByLabel('Até').fill('2040-01-01T10:00')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Sai sozinho em 1º de janeiro de 2040, às 10:00.')).toBeVisible()

    await page.getByRole('button', { name: 'Tirar do ar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Tirar do ar' }).click()
    await expect(page.getByText(/^Fora do ar desde/)).toBeVisible()
    expect(await titlesOf(service, partner)).not.toContain('A ilha em rascunho')

    await page.getByRole('button', { name: 'Agendar' }).click()
    await page.getByLabel('A partir de').fill('2039-12-24T09:00')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Aparece em 24 de dezembro de 2039, às 09:00')).toBeVisible()
    expect(await titlesOf(service, partner)).not.toContain('A ilha em rascunho')
  })

  await test.step('as a member sees it, and its cover', async () => {
    await page.goto(report)
    await page.getByRole('link', { name: 'O balão de vidro' }).click()

    await page.getByRole('button', { name: 'Ver como membro' }).click()
    const view = page.frameLocator('iframe')
    await expect(view.getByText('O balão de vidro').first()).toBeVisible()
    await view.locator('body').evaluate(() => parent.postMessage({ type: 'service:share' }, '*'))
    await expect(page.getByText('isto abriria fora desta tela')).toBeVisible()
    await view.locator('body').evaluate(() => parent.postMessage({ type: 'service:session-expired' }, '*'))
    await page.getByRole('button', { name: 'Abrir de novo' }).click()
    await expect(page.getByText('Nada do que você ler ou ouvir aqui entra na conta')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.getByRole('button', { name: 'Ver como membro' }).click()
    await page.frameLocator('iframe').getByRole('button', { name: 'Fechar' }).press('Enter')
    await expect(page.locator('iframe')).toHaveCount(0)

    const drawn = await page.getByRole('img', { name: 'Capa de O balão de vidro' }).getAttribute('src')
    await page.getByLabel('Trocar a capa').and(page.locator('input')).setInputFiles(balloon)
    await expect(page.getByText('Este arquivo não é uma imagem.')).toBeVisible()
    const picture = fileURLToPath(new URL('../formats/fixtures/audio/varanda/capa.png', import.meta.url))
    await page.getByLabel('Trocar a capa').and(page.locator('input')).setInputFiles(picture)
    await expect(page.getByRole('img', { name: 'A capa nova, antes de salvar' })).toBeVisible()
    await page.getByRole('button', { name: 'Usar esta capa' }).click()
    await expect(page.getByText('Capa trocada.')).toBeVisible()
    const byHand = page.getByRole('img', { name: 'Capa de O balão de vidro' })
    await expect(byHand).not.toHaveAttribute('src', drawn ?? '')
    await page.getByRole('button', { name: 'Voltar à capa do arquivo' }).click()
    await expect(byHand).toHaveAttribute('src', drawn ?? '')
  })

  await test.step('several at once, except those that need review or are no drafts any more', async () => {
    const other = await page.context().newPage()
    await other.goto(page.url())
    const dialog = page.getByRole('dialog')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(report)
    await page.getByRole('link', { name: 'Rever e publicar' }).click()
    await expect(page.getByRole('radio', { name: /^Agendados/ })).toBeAttached()
    await expect(page.getByRole('radio', { name: /^Rascunhos/ })).toBeInViewport({ ratio: 0.9 })
    const rows = page.getByRole('table', { name: 'Títulos do acervo' }).getByRole('row')
    await expect(rows).toHaveCount(1 + 3)

    await press('Escolher todos os prontos')
    await expect(page.getByRole('region', { name: 'Rascunhos escolhidos' })).toBeFocused()
    await expect(page.getByText('2 escolhidos')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Escolher Livro sem autoria' }).press('Space')
    await page.getByRole('checkbox', { name: 'Escolher O caderno repetido' }).uncheck()
    await expectNoSeriousFaults(page, 'chosen drafts')
    await press('Publicar')
    await expect(dialog).toHaveAccessibleName('Publicar 1 título?')
    await expect(dialog.getByRole('listitem')).toHaveText(/^Livro sem autoria.*Não diz a autoria$/)
    await dialog.getByRole('checkbox').check()
    await expect(dialog).toHaveAccessibleName('Publicar 2 títulos?')
    await expectNoSeriousFaults(page, 'the question before drafts are published')
    await other.getByRole('button', { name: 'Descartar' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
    await expect(other.getByText('Rascunho descartado.')).toBeVisible()
    await confirm('Publicar')

    await expect(dialog).toHaveAccessibleName('1 título publicado, 1 não')
    await expect(dialog).toContainText('Já não era rascunho')
    await expect(dialog.getByRole('link')).toHaveText('O balão de vidro')
    await confirm('Fechar')
    await expect(rows).toHaveCount(1 + 1)
    const titles = await titlesOf(service, partner)
    expect(titles).toContain('Livro sem autoria')
    expect(titles).not.toContain('O balão de vidro')

    await page.getByRole('checkbox', { name: 'Escolher O caderno repetido' }).check()
    await press('Descartar')
    await confirm('Descartar')
    await expect(page.getByText('1 rascunho descartado.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nenhum título encontrado' })).toBeVisible()
  })
})

test('edited metadata survives another import; a title may be restricted to one partner, and is found by its text', async ({
  page,
  service,
  partner,
}) => {
  const other = await addPartner(service)
  // As many as have a search.
  for (let count = 0; count < 7; count++) await addPartner(service)
  await service.context.db.write((tx) =>
    tx.updateTable('partner').set({ name: 'Clube do Sol' }).where('id', '=', other.id).execute(),
  )
  await enterAsOperator(page, service)
  await importFiles(page, service, [await makeBook('O trem das onse'), await makeBook('Segredo de balcão')])

  await test.step('written by hand, and back to what the file says when asked', async () => {
    await page.getByRole('link', { name: 'O trem das onse' }).click()

    await page.getByLabel('Título', { exact: true }).fill('O trem das onze')
    await page.getByText('Há mudanças').waitFor()
    await page.getByRole('link', { name: 'Equipe' }).click()
    const leaving = page.getByRole('dialog', { name: 'Sair sem salvar?' })
    await leaving.getByRole('button', { name: 'Cancelar' }).click()
    await page.goBack()
    await leaving.getByRole('button', { name: 'Cancelar' }).click()
    await expect(page.getByLabel('Título', { exact: true })).toHaveValue('O trem das onze')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByRole('heading', { name: 'O trem das onze' })).toBeVisible()
    const title = page.url()

    const again = await makeBook('O trem das onse', { 'OEBPS/c2.xhtml': chapter('<h1>Dois</h1><p>Outro fim.</p>') })
    await importFiles(page, service, [again])
    await expect(page.getByRole('list', { name: 'Títulos' })).toContainText('Atualizado')
    expect(await titlesOf(service, partner)).toContain('O trem das onze')

    await page.goto(title)
    await expect(page.getByText('editado à mão')).toBeVisible()
    await page.getByRole('button', { name: 'Voltar ao que veio no arquivo: Título' }).click()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByRole('heading', { name: 'O trem das onse' })).toBeVisible()
    expect(await titlesOf(service, partner)).toContain('O trem das onse')
  })

  await test.step('for one partner alone, found by its words and its state', async () => {
    await page.getByRole('link', { name: 'Acervo' }).first().click()
    await page.getByLabel('Buscar no acervo').fill('segredo balcao')
    await expect(page).toHaveURL(/busca=segredo\+balcao/)
    const table = page.getByRole('table', { name: 'Títulos do acervo' })
    await expect(table.getByRole('row')).toHaveCount(2)
    await table.getByRole('link', { name: 'Segredo de balcão' }).click()
    await page.getByRole('button', { name: 'Mudar', exact: true }).click()
    await page.getByText('Só alguns').click()
    const choices = page.getByRole('list', { name: 'Parceiros' }).getByRole('listitem')
    await choices.first().waitFor()
    await expectNoSeriousFaults(page, 'the partners of a title')
    const search = page.getByRole('searchbox', { name: 'Buscar parceiro' })
    await search.fill('nenhum destes')
    await expect(choices).toHaveCount(0)
    await search.clear()
    await expect(choices.nth(7)).toBeVisible()
    await expect(search).toBeFocused()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Escolha ao menos um parceiro.')).toBeVisible()
    // As if more partners came before it than a page of the list has.
    await page.route(/\/panel\/v1\/partners\?$/, async (route) => {
      const response = await route.fetch()
      const { items } = await response.json()
      const others = items.filter(({ name }: { name: string }) => name !== 'Clube do Sol')
      await route.fulfill({ response, json: { items: others, nextCursor: 'next' } })
    })
    const club = page.getByLabel('Clube do Sol')
    await club.check()
    await search.fill('nenhum destes')
    await expect(choices).toHaveCount(0)
    await search.clear()
    await expect(club).toBeChecked()
    await club.press(' ')
    await expect(club).not.toBeChecked()
    await page.keyboard.press(' ')
    await expect(club).toBeChecked()
    await page.getByRole('button', { name: 'Salvar' }).click()

    await expect(page.getByText('Só para um parceiro:')).toBeVisible()
    expect(await titlesOf(service, other)).toContain('Segredo de balcão')
    expect(await titlesOf(service, partner)).not.toContain('Segredo de balcão')
    await page.getByRole('button', { name: 'Mudar', exact: true }).click()
    await expect(choices.nth(8)).toBeVisible()
    const count = await choices.count()
    for (const choice of await choices.getByRole('checkbox').all()) await choice.check()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText(`Só para ${count} parceiros:`)).toBeVisible()
    await expect(page.getByText(`e mais ${count - 8}`, { exact: true })).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Buscar no acervo')).toHaveValue('segredo balcao')
    await page.getByRole('radio', { name: /^Só para alguns/ }).check()
    await expect(table.getByRole('row', { name: /Segredo de balcão/ })).toContainText(`${count} parceiros`)
    await page.getByLabel('Buscar no acervo').fill('nada disso')
    await expect(page.getByText('Nada com “nada disso”')).toBeVisible()
  })
})

test('an import whose page was closed continues with the missing files', async ({ page, service, partner }) => {
  const first = await makeBook('Carta que chegou')
  const second = await makeBook('Carta que faltou')
  await enterAsOperator(page, service)
  await page.goto(`${service.baseUrl}/painel/importacoes`)
  const sent: string[] = []
  await page.route('**/files?path=*', (route) => {
    const path = new URL(route.request().url()).searchParams.get('path') ?? ''
    sent.push(path)
    if (path === basename(first)) return route.continue()
    // Hold back the other file.
    return undefined
  })
  await page.locator('input[type=file]').first().setInputFiles([first, second])
  await page.getByRole('button', { name: 'Importar 2 títulos' }).waitFor()
  await expectNoSeriousFaults(page, 'the files of an import')
  await page.getByRole('button', { name: 'Importar 2 títulos' }).click()
  await expect(page.getByText('1 de 2 arquivos')).toBeVisible()

  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('O envio parou no meio')).toBeVisible()
  await expect(page.getByText(/Já chegaram 1 arquivo/)).toBeVisible()
  await page.unroute('**/files?path=*')
  sent.length = 0
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (request.method() === 'PUT' && url.pathname.endsWith('/files')) sent.push(url.searchParams.get('path') ?? '')
  })
  await page.locator('input[type=file]').first().setInputFiles([first, second])

  await expect(page.getByText('Terminada', { exact: true })).toBeVisible(IMPORTED)
  expect(sent).toEqual([basename(second)])
  expect(await titlesOf(service, partner)).toEqual(expect.arrayContaining(['Carta que chegou', 'Carta que faltou']))
})

test('an upload waits for the network, continues while other screens are open, and can be cancelled', async ({
  page,
  context,
  service,
}) => {
  const book = await makeBook('Espera na estação')
  await enterAsOperator(page, service)
  // Load the code of both screens before the network is cut.
  await page.goto(`${service.baseUrl}/painel/equipe`)
  await expect(page.getByRole('heading', { name: 'Equipe', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Importações' }).click()
  await page.route('**/files?path=*', (route) => route.abort('connectionreset'))
  await page.locator('input[type=file]').first().setInputFiles(book)
  await page.getByRole('button', { name: 'Importar 1 título' }).click()
  await expect(page.getByText('O serviço não está respondendo.')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('O envio continua sozinho quando a internet voltar.')).toBeVisible()

  await page.unroute('**/files?path=*')
  await page.getByRole('link', { name: 'Equipe' }).click()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Importações' }).click()
  await expect(page.getByRole('row', { name: /Espera na estação/ }).getByText('Terminada')).toBeVisible(IMPORTED)

  await page.route('**/files?path=*', () => {})
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeBook('Nunca chega'))
  await page.getByRole('button', { name: 'Importar 1 título' }).click()
  await page.getByRole('button', { name: 'Parar e descartar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Parar e descartar' }).click()
  await expect(page.getByText('Importação cancelada.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Importações feitas' })).not.toContainText('Nunca chega')

  await test.step('files and folders can be chosen by keyboard', async () => {
    await expectNoSeriousFaults(page, 'where files are dropped')
    const folder = page.getByRole('button', { name: 'Escolher uma pasta' })
    await folder.focus()
    await expect(folder).toBeFocused()

    const chosen = page.waitForEvent('filechooser')
    await folder.press('Enter')
    const chooser = await chosen
    await chooser.setFiles(await makeTracks('Vozes do quintal'))

    await expect(page.getByRole('heading', { name: 'Confira antes de começar' })).toBeFocused()
    await page.getByRole('button', { name: 'Tirar Vozes do quintal da lista' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Escolher arquivos' })).toBeVisible()
  })
})

/** Chooses these files, imports them and waits for the report. */
async function importFiles(page: Page, service: Service, files: string[], then = 'Publicar') {
  await page.goto(`${service.baseUrl}/painel/importacoes`)
  await page.locator('input[type=file]').first().setInputFiles(files)
  await page.getByText(then, { exact: true }).click()
  await page.getByRole('button', { name: /^Importar \d+ título/ }).click()
  await expect(page).toHaveURL(/importacoes\/imp_/)
  await expect(page.getByText('Terminada', { exact: true })).toBeVisible(IMPORTED)
}

/** Drags files and folders of this machine over the page and drops them. */
async function drop(page: Page, files: string[]) {
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 640, y: 600, data })
  }
}

async function titlesOf(service: Service, { keys }: Partner): Promise<string[]> {
  const { items }: { items: CatalogItem[] } = await (await callApi(service, keys, '/catalog?limit=200')).json()
  return items.map(({ title }) => title)
}

/** A book with this title, in a file with the same name. */
async function makeBook(title: string, changes: EpubFiles = {}): Promise<string> {
  const file = await writeBook({
    'OEBPS/livro.opf': titledPackage(title),
    ...changes,
  })
  const named = file.replace(/[^/]+$/, `${title}.epub`)
  await rename(file, named)
  return named
}

async function makeFile(name: string, content: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'estante-e2e-import-')), name)
  await writeFile(file, content)
  return file
}

/** A folder of three tracks of one audiobook, with a cover and a note. */
async function makeTracks(name: string): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'estante-e2e-import-')), name)
  await mkdir(folder)
  for (const file of ['1-sala.mp3', '2_a_tarde.mp3', '10-chuva.mp3', 'capa.png', 'notas.txt']) {
    await copyFile(join(AUDIO, 'varanda', file), join(folder, file))
  }
  return folder
}
