import { expect, type Locator, type Page, test } from './test.ts'

/* Where the focus of a keyboard stays, or goes when what it was on is gone. */

test('going back leads to the link that was followed', async ({ webView, page, partner }) => {
  await webView.open(await partner.openBooks('/explorar'))
  const title = page.getByRole('main').getByRole('link', { name: /^Quintal de dentro/ })
  await press(title, 'Enter')
  await expect(page.getByRole('heading', { name: 'Quintal de dentro' })).toBeFocused()

  await page.goBack()

  await expect(title).toBeFocused()
  await expect(title).toBeInViewport()
})

test('the player’s keys work from its buttons, and its sheets open and change under the focus', async ({
  webView,
  page,
  partner,
}) => {
  await webView.open(await partner.openBooks(await partner.pathOf('audiobook', 'O farol de sal')))
  const play = page.getByRole('button', { name: 'Reproduzir' })
  const sheet = page.getByRole('dialog')
  await expect(play).toBeEnabled()

  await test.step('a key skips while a button has the focus, which a field keeps for itself', async () => {
    await press(play, 'ArrowRight')
    await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /^30 segundos/)
    await page.keyboard.press('n')
    await expect(page.getByRole('button', { name: /^Capítulo 2 de/ })).toBeVisible()
    await expect(play).toBeFocused()
  })

  await test.step('the chapters open at the current one', async () => {
    await press(page.getByRole('button', { name: 'Capítulos' }), 'Enter')
    await expect(sheet.getByRole('listitem').nth(1).getByRole('button')).toBeFocused()
    await page.keyboard.press('Escape')
  })

  await test.step('a new bookmark’s note, saved, leads to the play button', async () => {
    await press(page.getByRole('button', { name: 'Marcar', exact: true }), 'Enter')
    await press(page.getByRole('button', { name: 'Adicionar nota' }), 'Enter')
    await press(sheet.getByRole('button', { name: 'Guardar' }), 'Enter')
    await expect(play).toBeFocused()
  })

  await test.step('a bookmark that was edited has the focus again, and a deleted one is announced', async () => {
    await press(page.getByRole('button', { name: 'Marcadores e trechos' }), 'Enter')
    const edit = sheet.getByRole('button', { name: /^Editar o marcador/ })
    await press(edit, 'Enter')
    await expect(sheet.getByRole('button', { name: 'Fechar' })).toBeFocused()
    const region = await sheet.getByRole('status').first().elementHandle()
    await press(sheet.getByRole('button', { name: 'Guardar' }), 'Enter')
    await expect(edit).toBeFocused()

    await press(edit, 'Enter')
    await press(sheet.getByRole('button', { name: 'Apagar' }), 'Enter')
    await expect(sheet.getByRole('button', { name: 'Fechar' })).toBeFocused()
    expect(await region!.textContent(), 'in a region that was there before').toContain('Marcador apagado')
    await press(sheet.getByRole('button', { name: 'Desfazer' }), 'Enter')
    await expect(edit).toBeFocused()
  })
})

test('the end of a title has the focus and announces what follows, and so has what comes after its buttons', async ({
  webView,
  page,
  partner,
}) => {
  const path = await partner.pathOf('audiobook', 'O farol de sal')
  const next = await partner.pathOf('audiobook', 'Como ouvir uma cidade')
  await webView.open(await partner.openBooks(next.replace('player', 'titulo')))
  await press(page.getByRole('button', { name: 'Pôr na fila' }), 'Enter')
  await expect(page.getByRole('status').getByText(/está na fila$/)).toBeVisible()
  await webView.open(await partner.openBooks(path))
  await page.getByRole('button', { name: 'Livro', exact: true }).click()
  await page.getByRole('slider').press('End')
  for (let seconds = 0; seconds < 3; seconds++) await page.keyboard.press('ArrowLeft')
  const play = page.getByRole('button', { name: 'Reproduzir' })

  await press(play, 'Enter')

  const heading = page.getByRole('heading', { name: 'Você ouviu até o fim' })
  await expect(heading).toBeFocused()
  await expect(page.getByRole('status').getByText('A seguir: Como ouvir uma cidade')).toBeAttached()
  await press(page.getByRole('button', { name: 'Cancelar' }), 'Enter')
  await expect(heading).toBeFocused()
  await press(page.getByRole('button', { name: 'Voltar ao player' }), 'Enter')
  await expect(play).toBeFocused()
})

async function press(target: Locator, key: Parameters<Page['keyboard']['press']>[0]) {
  await target.focus()
  await target.page().keyboard.press(key)
}
