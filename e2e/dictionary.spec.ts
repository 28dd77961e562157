import { openBook } from './hosts/book.ts'
import { chapterOf } from './hosts/chapter.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { RIGHT_TO_LEFT_BOOK } from './service/library.ts'
import { expect, type Page, test } from './test.ts'

const BAR = { name: 'Trecho selecionado' }

test('a word of the page, but no sentence, is looked up in the service’s dictionary, or sent to the host where the service has none, and a passage in another language to be translated', async ({
  webView,
  page,
  partner,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openBook(webView, partner)
  await selectInHeading(page, 'casa')
  const bar = page.getByRole('toolbar', BAR)
  await expect(bar.getByRole('button', { name: 'Definição' })).toBeInViewport({ ratio: 1 })

  await bar.getByRole('button', { name: 'Definição' }).click()

  const sheet = page.getByRole('dialog', { name: 'casa' })
  await expect(sheet.getByRole('heading', { name: 'casa', level: 3 })).toBeVisible()
  await expect(sheet.getByText('Construção para viver.')).toBeVisible()
  await expect(sheet.getByText('Dicionário de teste')).toBeVisible()
  await expectNoSeriousFaults(page, 'a definition')
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page.locator('iframe[data-current]')).toBeFocused()
  await selectInHeading(page, 'branca')
  await bar.getByRole('button', { name: 'Definição' }).click()
  await expect(page.getByText('Nenhum dicionário tem esta palavra')).toBeVisible()
  await page.getByRole('button', { name: 'Procurar no aplicativo' }).click()
  await expect.poll(webView.events).toContainEqual({ type: 'service:define', word: 'branca', language: 'pt-BR' })
  await expect(page.getByRole('dialog', { name: 'branca' })).toBeHidden()
  await expect(page.getByText('A definição foi pedida ao aplicativo')).toBeVisible()
  await selectInHeading(page, 'A casa branca')
  await expect(bar).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Definição' })).toHaveCount(0)

  await test.step('without a dictionary, the host is asked', async () => {
    const { config } = service.context
    const { dictionaryPath } = config
    config.dictionaryPath = undefined
    await openBook(webView, partner).finally(() => {
      config.dictionaryPath = dictionaryPath
    })
    await selectInHeading(page, 'casa')

    await page.getByRole('toolbar', BAR).getByRole('button', { name: 'Definição' }).click()

    await expect.poll(webView.events).toContainEqual({ type: 'service:define', word: 'casa', language: 'pt-BR' })
    const status = page.getByText('A definição foi pedida ao aplicativo')
    await expect(status).toBeVisible()
    await page.getByRole('button', { name: 'Marcar esta página' }).click()
    await expect(page.getByText('Página marcada')).toBeVisible()
    expect(await status.count()).toBe(0)
    await test.step('a double click at the edge of the page selects a word, and turns no page', async () => {
      const paragraph = (await chapterOf(page).getByText('Na costa onde').boundingBox())!
      await page.mouse.dblclick(paragraph.x + paragraph.width - 30, paragraph.y + 40)
      await expect(page.getByRole('toolbar', BAR).getByRole('button', { name: 'Definição' })).toBeVisible()
      await expect(chapterOf(page).getByRole('heading', { name: 'A casa branca' })).toBeInViewport()
    })
    await selectInHeading(page, 'casa')
    await expect(page.getByRole('toolbar', BAR).getByRole('button', { name: 'Traduzir' })).toHaveCount(0)
  })

  await test.step('a passage in another language is translated by the host', async () => {
    await openBook(webView, partner, RIGHT_TO_LEFT_BOOK)
    await selectInHeading(page, 'Um')
    await page.getByRole('toolbar', BAR).getByRole('button', { name: 'Traduzir' }).click()
    await expect.poll(webView.events).toContainEqual({ type: 'service:translate', text: 'Um', language: 'ar' })
  })
})

function selectInHeading(page: Page, text: string) {
  return chapterOf(page)
    .getByRole('heading')
    .first()
    .evaluate((heading, text) => {
      const node = heading.ownerDocument.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode() as Text
      const from = node.data.indexOf(text)
      getSelection()!.setBaseAndExtent(node, from, node, from + text.length)
    }, text)
}
