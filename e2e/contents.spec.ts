import { openBook } from './hosts/book.ts'
import { visibleText } from './hosts/chapter.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { ONE_FILE_BOOK } from './service/library.ts'
import { expect, test } from './test.ts'

test('a book of one file has contents with minutes, the pages of its printed edition, and a search by chapter', async ({
  page,
  webView,
  partner,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openBook(webView, partner, ONE_FILE_BOOK)
  const dialog = page.getByRole('dialog')

  await test.step('the pages of the edition on paper lead to where they begin', async () => {
    const start = await visibleText(page)
    await page.getByRole('button', { name: 'Sumário' }).click()
    await page.getByText('Páginas da edição impressa').click()
    await expect(page.getByRole('button', { name: 'Página 10', exact: true })).toHaveAttribute('aria-current', 'page')
    await expectNoSeriousFaults(page, 'the pages of the edition on paper')

    await page.getByRole('button', { name: 'Página 70' }).click()

    await expect.poll(() => visibleText(page)).toMatch(/(^| )VII( |$)/)
    await page.getByRole('button', { name: 'Sumário' }).click()
    await expect(page.getByText('Páginas da edição impressa')).toContainText('70')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Voltar aonde estava' }).click()
    await expect.poll(() => visibleText(page)).toBe(start)
  })

  await test.step('a slider leads to any part of the book, and its button back', async () => {
    const start = await visibleText(page)
    await page.getByRole('button', { name: 'Sumário' }).click()
    await page.getByText('Posição no livro').click()
    const slider = dialog.getByRole('slider', { name: 'Posição no livro' })
    await slider.fill('49')
    await slider.press('ArrowRight')
    await expect(slider).toHaveAttribute('aria-valuetext', '50%, VII')
    await expectNoSeriousFaults(page, 'the slider of the book')

    await dialog.getByRole('button', { name: 'Ir para 50%' }).click()

    await expect(page.locator('.reader__chapter')).toHaveText('VII')
    await page.getByRole('button', { name: 'Sumário' }).click()
    await expect(page.getByText('Posição no livro')).toHaveText(/(49|50)%$/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Voltar aonde estava' }).click()
    await expect.poll(() => visibleText(page)).toBe(start)
  })

  await test.step('the contents open where one is, each part with its minutes', async () => {
    await page.getByRole('button', { name: 'Sumário' }).click()
    await page.getByRole('button', { name: /^XII / }).click()
    await page.getByRole('button', { name: 'Sumário' }).click()

    const here = page.getByRole('button', { name: /^XII / })
    await expect(here).toBeFocused()
    await expect(here).toBeInViewport({ ratio: 1 })
    await expect(here).toHaveAttribute('aria-current', 'true')
    await expect(here).toHaveText(/^XII \d+ min$/)

    await page.getByRole('button', { name: /^XIII / }).click()
    await page.getByRole('button', { name: 'Sumário' }).click()

    await expect(page.getByRole('button', { name: /^XIII / })).toHaveAttribute('aria-current', 'true')
  })

  await test.step('an entry names the level that its indent shows', async () => {
    await expect(page.getByRole('button', { name: /^XIII / })).not.toHaveAccessibleName(/nível/)
    await expect(page.getByRole('button', { name: /^XIV/ })).toHaveAccessibleName(/, nível 2$/)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('hits are listed under their chapters, and the next page is loaded on request', async () => {
    await page.getByRole('button', { name: 'Buscar no livro' }).click()
    await page.getByRole('searchbox').fill('frase 7 do')
    await expect(page.getByText('12 resultados.')).toBeVisible()
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(12)
    await expect(dialog.getByRole('heading', { level: 3 }).nth(3)).toHaveText(/^IV/)
    await page.getByRole('searchbox').fill('frase')
    await expect(dialog.getByRole('status')).toContainText('3.600 resultados')
    await expect(dialog.getByRole('listitem')).toHaveCount(30)

    await dialog.getByRole('button', { name: 'Mostrar mais' }).click()

    await expect(dialog.getByRole('listitem')).toHaveCount(60)
  })

  await test.step('they open where one was while its page is on its way', async () => {
    let bring = () => {}
    const wanted = new Promise<void>((resolve) => (bring = resolve))
    await page.route(/\.xhtml$/, async (route) => {
      await wanted
      await route.continue()
    })
    await webView.open(await partner.openTitle('ebook', ONE_FILE_BOOK))

    await page.getByRole('button', { name: 'Sumário' }).click()

    await expect(dialog.getByRole('button', { name: /^XIII / })).toBeFocused()
    bring()
  })

  await test.step('End leads to the last entry of very many, also as the sheet has just opened', async () => {
    await page.route('**/play/v1/launch', async (route) => {
      const request = route.request()
      const { host } = new URL(request.url())
      const url = request.url().replace(host, `localhost:${host.split(':')[1]}`)
      const answer = await (await route.fetch({ url, headers: { ...request.headers(), host } })).json()
      const { toc } = answer.publication.manifest
      toc.push(
        ...Array.from({ length: 90 }, (_, at) => ({ href: toc.at(-1).children[0].href, title: `Parte ${at + 1}` })),
      )
      await route.fulfill({ json: answer })
    })
    await openBook(webView, partner, ONE_FILE_BOOK)
    // In the task that renders the second batch of entries, before the later ones.
    await page.evaluate(() => {
      let first = 0
      new MutationObserver((_, additions) => {
        const { length } = document.querySelectorAll('dialog[open] .contents__entry')
        first ||= length
        if (length === first) return
        additions.disconnect()
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
      }).observe(document, { subtree: true, childList: true, attributeFilter: ['open'] })
    })

    await page.getByRole('button', { name: 'Sumário' }).click()

    await expect(dialog.getByRole('button', { name: /^Parte 90\b/ })).toBeFocused()
  })
})
