import {
  changeNoteElsewhere,
  notesOf,
  openBook,
  openBookOnDevice,
  reloadAnnotations,
  selectText,
  untilAnnotationsSynced,
} from './hosts/book.ts'
import { chapterOf, visibleText } from './hosts/chapter.ts'
import { touchOf } from './hosts/touch.ts'
import { expectNoSeriousFaults } from './serious-faults.ts'
import { expect, type Page, test } from './test.ts'

test.describe('a selection', () => {
  test('is highlighted at the same letters at another size, and on another device, and stays as the member decides when both change it', async ({
    browser,
    partner,
    service,
  }) => {
    const phone = await openBookOnDevice(browser, partner)
    const quote = await selectText(phone)

    await phone.getByRole('button', { name: 'Destacar em verde' }).click()
    await untilAnnotationsSynced(phone)

    expect(await marked(phone, 'green')).toEqual([quote])
    await phone.getByRole('button', { name: 'Aparência' }).click()
    await phone.getByRole('button', { name: 'Aumentar o texto' }).click()
    await phone.getByRole('button', { name: 'Aumentar o texto' }).click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
    expect(await marked(phone, 'green')).toEqual([quote])
    const tablet = await openBookOnDevice(browser, partner)
    await expect.poll(() => marked(tablet, 'green')).toEqual([quote])

    await tapMark(tablet)
    await tablet.getByRole('button', { name: 'Destacar em azul' }).click()
    await untilAnnotationsSynced(tablet)
    await tapMark(phone)
    await phone.getByRole('button', { name: 'Destacar em rosa' }).click()
    await expect(phone.getByText('Esta anotação mudou em outro aparelho.')).toBeVisible()
    await phone.getByRole('button', { name: 'Ficar com a deste' }).click()
    await untilAnnotationsSynced(phone)

    await reloadAnnotations(tablet)
    await expect.poll(() => marked(tablet, 'pink')).toEqual([quote])

    // As if it was found elsewhere in another revision of the title.
    const moveTo = (publication_revision: number) =>
      service.context.db.write((tx) =>
        tx
          .updateTable('annotation')
          .set((eb) => ({
            publication_revision,
            range_start: eb('range_start', '+', 1200),
            range_end: eb('range_end', '+', 1200),
            changed_at: eb('changed_at', '+', 3_600_000),
          }))
          .where('partner_id', '=', partner.id)
          .execute(),
      )
    await test.step('also while the book is open that was imported again', async () => {
      await moveTo(2)
      await reloadAnnotations(tablet)
      expect(await marked(tablet, 'pink')).toEqual([quote])
    })

    await test.step('and is opened there from the notebook of all titles', async () => {
      await moveTo(0)
      await tablet.goto(`${await partner.openBooks('/notas')}&embed=1`)
      await tablet.locator('.annotation__place').click()
      await expect.poll(() => marked(tablet, 'pink')).toEqual([quote])
      expect(await visibleText(tablet)).toContain(quote.slice(0, 20))
    })
  })

  test('is made, extended and highlighted by keyboard alone, and the focus stays on the screen', async ({
    browser,
    partner,
  }) => {
    const page = await openBookOnDevice(browser, partner)
    const selected = () =>
      chapterOf(page)
        .locator('body')
        .evaluate(() => getSelection()!.toString().replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim())
    const bar = page.getByRole('toolbar', { name: 'Trecho selecionado' })

    await page.keyboard.press('Shift+ArrowDown')
    await expect(bar.getByRole('button', { name: 'Destacar em amarelo' })).toBeFocused()
    const first = await selected()
    await page.keyboard.press('Shift+ArrowDown')
    const second = await selected()
    expect(second).not.toContain(first)
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(selected).toMatch(/./)
    const longer = await selected()
    expect([longer.slice(0, second.length), longer.length > second.length]).toEqual([second, true])

    await test.step('and any word, to be looked up', async () => {
      const words = longer.split(' ').map((word) => word.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
      for (const [key, word] of [
        ['ArrowRight', words[0]],
        ['ArrowRight', words[1]],
        ['ArrowLeft', words[0]],
      ] as const) {
        await page.keyboard.press(`Control+Shift+${key}`)
        expect(await selected()).toBe(word)
      }
      await expect(bar.getByRole('button', { name: 'Definição' })).toBeVisible()
    })

    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+ArrowDown')
    expect(await selected()).toBe(second)
    const status = page.getByRole('status')
    await expect(status.getByText(`Selecionado: ${second}`, { exact: true })).toBeAttached()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
    await expect(status.getByText('Destacado em verde', { exact: true })).toBeAttached()
    await untilAnnotationsSynced(page)

    expect(await marked(page, 'green')).toEqual([second])
    const frame = page.locator('iframe[data-current]')
    await expect(frame).toBeFocused()

    await test.step('and is reached from the page by Tab, recoloured and removed', async () => {
      const highlights = page.getByRole('list', { name: 'Destaques nesta página' }).getByRole('button')
      const markBar = page.getByRole('toolbar', { name: 'Destaque' })
      await page.keyboard.press('Shift+Tab')
      await expect(highlights).toBeFocused()
      await expect(highlights).toHaveAccessibleName(`Destaque verde: ${second}`)
      const { top, bottom } = await highlightBox(page, 'green')
      const ring = (await page.locator('.mark-buttons__ring').boundingBox())!
      expect([ring.y, ring.y + ring.height].map(Math.round)).toEqual([top, bottom].map(Math.round))

      await page.keyboard.press('ArrowRight')
      await expect(highlights).toHaveCount(0)
      await expect(frame).toBeFocused()
      await page.keyboard.press('ArrowLeft')
      await expect(highlights).toHaveCount(1)

      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(markBar.getByRole('button', { name: 'Destacar em verde' })).toBeFocused()
      await expectNoSeriousFaults(page, 'a highlight opened by key')
      await page.keyboard.press('Escape')
      await expect(highlights).toBeFocused()
      for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
      await expect(highlights).toBeFocused()
      await expect(highlights).toHaveAccessibleName(`Destaque azul: ${second}`)
      expect(await marked(page, 'blue')).toEqual([second])
      for (const key of ['Enter', 'End', 'Enter']) await page.keyboard.press(key)
      await expect(highlights).toHaveCount(0)
      await expect(frame).toBeFocused()
      expect(await marked(page, 'blue')).toEqual([])
    })

    await test.step('and is drawn by the highlight of its colour: WebKit does not paint one that replaces another', async () => {
      const highlightOf = () =>
        chapterOf(page)
          .locator('body')
          .evaluate(() => {
            const held = window as unknown as { held?: Highlight }
            const registered = CSS.highlights.get('estante-yellow')
            held.held ??= registered
            return { isSame: held.held === registered, ranges: registered?.size }
          })
      // The same words again make no second highlight.
      for (const sentences of [1, 2, 2]) {
        for (let sentence = 0; sentence < sentences; sentence++) await page.keyboard.press('Shift+ArrowDown')
        await expect(page.getByRole('button', { name: 'Destacar em amarelo' })).toBeFocused()
        await page.keyboard.press('Enter')
        await expect.poll(highlightOf).toEqual({ isSame: true, ranges: sentences })
      }
    })

    await test.step('and is removed and restored in the list, and the focus stays in the sheet', async () => {
      await page.getByRole('button', { name: 'Sumário' }).press('Enter')
      const sheet = page.getByRole('dialog', { name: 'Sumário' })
      await sheet.getByRole('radio', { name: 'Anotações' }).check({ force: true })
      const highlights = sheet.getByRole('button', { name: /^Destaque amarelo/ })
      await expect(highlights).toHaveCount(2)
      const remove = async () => {
        await sheet.getByRole('button', { name: 'Apagar' }).first().focus()
        await page.keyboard.press('Enter')
      }

      await remove()
      await expect(highlights).toHaveCount(1)
      await expect(highlights).toBeFocused()
      await remove()
      await expect(highlights).toHaveCount(0)
      await expect(sheet.getByRole('button', { name: 'Fechar' })).toBeFocused()
      await sheet.getByRole('button', { name: 'Desfazer' }).focus()
      await page.keyboard.press('Enter')
      await expect(highlights).toHaveCount(1)
      await expect(sheet.getByRole('button', { name: 'Fechar' })).toBeFocused()
      await page.keyboard.press('Escape')
    })

    await test.step('and the note of a bookmark returns the focus to the page', async () => {
      await page.getByRole('button', { name: 'Marcar esta página' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Adicionar nota' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Sua nota')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(frame).toBeFocused()
    })
  })

  test('is not covered by the bar, not even near the top of a phone, and gets a note, which opens with a tap, is deleted and restored', async ({
    browser,
    service,
    partner,
  }) => {
    const page = await openBookOnDevice(browser, partner)
    await page.setViewportSize({ width: 360, height: 740 })
    const bar = page.getByRole('toolbar', { name: 'Trecho selecionado' })
    const tools = (await page.locator('.reader__tools').boundingBox())!

    const tops: number[] = []
    for (let line = 0; line < 8; line++) {
      tops.push(await selectLine(page, line))
      await expect(bar).toBeVisible()
      const { y, height } = (await bar.boundingBox())!
      const selected = await selectionBox(page)
      expect(y, `the selection is at ${selected.top}`).toBeGreaterThanOrEqual(tools.y + tools.height)
      expect(y >= selected.bottom || y + height <= selected.top).toBe(true)
      await chapterOf(page)
        .locator('body')
        .evaluate(() => getSelection()!.removeAllRanges())
      await expect(bar).toBeHidden()
    }

    expect(Math.min(...tops)).toBeLessThan(120)
    expect(Math.max(...tops)).toBeGreaterThan(200)

    const quote = await selectText(page)
    for (const button of await page.getByRole('toolbar').getByRole('button').all()) {
      const { width, height } = (await button.boundingBox())!
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }

    await page.getByRole('button', { name: 'Nota', exact: true }).click()
    await expect(page.getByLabel('Sua nota')).toBeFocused()
    await page.getByLabel('Sua nota').fill('Voltar a isto.')
    // As when the host closes the view meanwhile.
    await page.reload()
    await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
    await untilAnnotationsSynced(page)
    expect(await marked(page, 'note')).toEqual([quote])

    await tapMark(page)
    await page.getByRole('button', { name: 'Destacar em rosa' }).click()
    await expect.poll(() => marked(page, 'pink')).toEqual([quote])
    await tapMark(page)
    await page.getByRole('button', { name: 'Apagar' }).click()
    await expect.poll(() => marked(page, 'pink')).toEqual([])
    await untilAnnotationsSynced(page)
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect.poll(() => marked(page, 'pink')).toEqual([quote])
    await untilAnnotationsSynced(page)

    await page.getByRole('button', { name: 'Sumário' }).click()
    await page.getByRole('radio', { name: 'Anotações' }).check({ force: true })
    await expect(page.getByRole('dialog')).toContainText('Voltar a isto.')
    await page.getByRole('button', { name: 'Editar nota' }).click()
    await page.getByLabel('Sua nota').fill('Já voltei.')
    await page.getByRole('button', { name: 'Pronto' }).click()
    await expect(page.getByRole('dialog', { name: 'Sumário' })).toContainText('Já voltei.')

    await untilAnnotationsSynced(page)
    await page.getByRole('button', { name: 'Editar nota' }).click()
    await expect(page.getByLabel('Sua nota')).toHaveValue('Já voltei.')
    await changeNoteElsewhere(service, 'Já voltei.', 'De outro aparelho.')
    await reloadAnnotations(page)
    await page.getByRole('button', { name: 'Pronto' }).click()
    await expect(page.getByRole('dialog', { name: 'Sumário' })).toContainText('De outro aparelho.')
  })

  test('is copied where the Clipboard API is refused, stays where nothing could be copied or sharing was cancelled, and is shared by the host where the engine cannot share', async ({
    webView,
    page,
    partner,
  }) => {
    await openBook(webView, partner)
    const chapter = chapterOf(page).locator('body')
    const copy = page.getByRole('button', { name: 'Copiar' })
    const share = page.getByRole('button', { name: 'Compartilhar' })
    const copied = page.getByText('Trecho copiado')
    await page.evaluate(() => {
      const writeText = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'))
      Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    })
    const quote = await selectText(page)
    await page.evaluate(() => Object.assign(document, { execCommand: () => false }))

    await copy.click()

    await expect(page.getByText('O navegador não deixou copiar')).toBeVisible()
    await expect(copy).toBeVisible()
    expect(await chapter.evaluate(() => getSelection()!.isCollapsed)).toBe(false)
    await page.evaluate(() => Reflect.deleteProperty(document, 'execCommand'))
    await copy.click()
    await expect(copied).toBeVisible()
    await expect(copy).toBeHidden()
    expect(await chapter.evaluate(() => getSelection()!.isCollapsed)).toBe(true)
    expect(await pasted(page)).toBe(quote)
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Sua nota')).toBeHidden()

    const text = `“${quote}”\nO farol de sal\nHelena Ibarra`
    await test.step('the host shares it', async () => {
      await selectText(page)
      await share.click()

      await expect.poll(webView.events).toContainEqual({ type: 'service:share', text })
      await expect(page.getByText('O compartilhamento foi pedido ao aplicativo')).toBeVisible()
    })

    await test.step('and shares its highlight', async () => {
      const shared = async () => (await webView.events()).filter(({ type }) => type === 'service:share')
      await selectText(page)
      await page.getByRole('button', { name: 'Destacar em verde' }).click()
      await tapMark(page)
      await share.click()

      await expect.poll(shared).toEqual(Array(2).fill({ type: 'service:share', text }))
      await tapMark(page)
      await page.getByRole('button', { name: 'Apagar' }).click()
    })

    await test.step('it stays when the member cancels sharing, and is copied where the browser refuses to share', async () => {
      const failSharing = (reason: string) =>
        page.evaluate((reason) => {
          navigator.share = () => Promise.reject(new DOMException('Not shared', reason))
        }, reason)
      await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'))
      await failSharing('AbortError')
      await selectText(page)

      await share.click()

      await expect(share).toBeVisible()
      await failSharing('NotAllowedError')
      await share.click()
      await expect(copied).toBeVisible()
      await expect(share).toBeHidden()
      expect(await pasted(page)).toBe(text)
    })

    await test.step('each refusal of the service is shown', async () => {
      await page.keyboard.press('Escape')
      await untilAnnotationsSynced(page)
      const message = 'Este livro já tem anotações demais.'
      await page.route('**/play/v1/annotations/*', (route) => route.fulfill({ status: 400, json: { message } }))
      for (const _ of ['first', 'second']) {
        await selectText(page)
        await page.getByRole('button', { name: 'Destacar em verde' }).click()
        await expect(page.getByText(message)).toBeVisible()
        await selectText(page)
        await copy.click()
        await expect(copied).toBeVisible()
      }
    })
  })
})

test('a note is saved while it is written, for a page that the system ends without notice', async ({
  browser,
  service,
  partner,
}) => {
  const page = await openBookOnDevice(browser, partner)
  await selectText(page)
  // Not earlier: Playwright fails to install it in a frame that is just being created.
  await page.clock.install()
  await page.getByRole('button', { name: 'Nota', exact: true }).click()

  for (const written of ['Uma nota', 'Uma nota longa']) {
    await page.getByLabel('Sua nota').fill(written)
    await page.clock.fastForward(5000)
    await expect.poll(() => notesOf(service, partner)).toEqual([written])
  }

  await expect(page.getByLabel('Sua nota')).toBeFocused()
  await expect(page.getByLabel('Sua nota')).toHaveValue('Uma nota longa')

  await test.step('and is deleted as it was saved', async () => {
    await page.goto(`${await partner.openBooks('/notas')}&embed=1`)
    await page.getByRole('button', { name: /^Editar:/ }).click()
    await page.getByLabel('Sua nota').fill('Outra')
    await page.clock.fastForward(5000)
    await expect.poll(() => notesOf(service, partner)).toEqual(['Outra'])
    await page.getByLabel('Sua nota').fill('Outra ainda')
    await page.getByRole('button', { name: 'Apagar' }).click()

    await expect.poll(() => notesOf(service, partner)).toEqual([null])
    await expect(page.locator('.annotation')).toHaveCount(0)
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect.poll(() => notesOf(service, partner)).toEqual(['Outra'])
  })
})

test('a note that is being written when access is revoked is saved by the member’s next session', async ({
  webView,
  page,
  service,
  partner,
}) => {
  const revoke = async () => {
    await partner.revoke('ana')
    await expect(page.getByRole('heading', { name: 'Sua sessão terminou' })).toBeVisible()
    await partner.restore('ana')
  }

  await openBook(webView, partner)
  await selectText(page)
  await page.getByRole('button', { name: 'Nota', exact: true }).click()
  await page.getByLabel('Sua nota').fill('No livro.')
  await revoke()
  await webView.open(await partner.openTitle('audiobook', 'O farol de sal'))
  await page.getByRole('button', { name: 'Marcar', exact: true }).click()
  await page.getByRole('button', { name: 'Adicionar nota' }).click()
  await page.getByRole('textbox', { name: 'Nota' }).fill('No audiolivro.')
  await untilAnnotationsSynced(page)
  await revoke()
  await webView.open(await partner.openBooks())

  await untilAnnotationsSynced(page)
  expect((await notesOf(service, partner)).sort()).toEqual(['No audiolivro.', 'No livro.'])
})

test('annotations that wait on a device are sent when their member returns, and never as those of another', async ({
  browser,
  partner,
  service,
}) => {
  const page = await openBookOnDevice(browser, partner)
  await page.route('**/play/v1/annotations/**', (route) => route.abort())
  const bruno = await page.context().newPage()
  const enter = async (externalUserId = 'bruno') => {
    const link = await partner.openTitle('ebook', 'O farol de sal', { externalUserId, name: externalUserId })
    await bruno.goto(`${link}&embed=1`)
    await expect(bruno.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
  }
  await enter()
  const quote = await selectText(page)
  await page.getByRole('button', { name: 'Destacar em azul' }).click()
  expect(await marked(page, 'blue')).toEqual([quote])

  await enter()
  await selectText(bruno)
  await bruno.getByRole('button', { name: 'Destacar em rosa' }).click()
  await untilAnnotationsSynced(bruno)

  const rows = service.context.db.read
    .selectFrom('annotation')
    .innerJoin('member', 'member.id', 'annotation.member_id')
    .select(['external_user_id', 'color'])
    .where('annotation.partner_id', '=', partner.id)
  expect(await rows.execute()).toEqual([{ external_user_id: 'bruno', color: 'pink' }])
  expect(await marked(bruno, 'pink')).toHaveLength(1)

  await page.close()
  await enter('ana')
  await expect.poll(() => rows.execute()).toContainEqual({ external_user_id: 'ana', color: 'blue' })
  await expect.poll(() => marked(bruno, 'blue')).toEqual([quote])
})

test('a page is bookmarked with one tap, found in the list, and opened from there and back, and another with a tap in the top right corner', async ({
  browser,
  partner,
}) => {
  const page = await openBookOnDevice(browser, partner, { hasTouch: true, viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: 'Próxima página' }).click()
  const left = await visibleText(page)
  const bookmark = async (note: string) => {
    await page.getByRole('button', { name: 'Marcar esta página' }).click()
    await page.getByRole('button', { name: 'Adicionar nota' }).click()
    await page.getByLabel('Sua nota').fill(note)
    await page.getByRole('button', { name: 'Pronto' }).click()
  }
  const saved = page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('/annotations/'))
  await bookmark('Daqui em diante.')
  await expect(page.getByRole('button', { name: 'Desmarcar esta página' })).toBeVisible()
  const { highlight, after } = (await saved).postDataJSON().locator.text
  expect(left.replaceAll('\u00ad', '')).toContain(`${highlight}${after}`.trim())
  await untilAnnotationsSynced(page)
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect(page.getByRole('button', { name: 'Marcar esta página' })).toBeVisible()
  const beyond = await visibleText(page)

  await page.getByRole('button', { name: 'Sumário' }).click()
  await page.getByRole('radio', { name: 'Anotações' }).check({ force: true })
  await page.getByRole('button', { name: /Daqui em diante/ }).click()

  await expect.poll(() => visibleText(page)).toBe(left)
  await page.getByRole('button', { name: 'Voltar aonde estava' }).click()
  await expect.poll(() => visibleText(page)).toBe(beyond)

  await test.step('a tap in the top right corner bookmarks it while the tools are hidden, and once more removes the bookmark', async () => {
    const touch = await touchOf(page)
    await touch('touchStart', { x: 300, y: 400 })
    for (let x = 280; x >= 60; x -= 20) await touch('touchMove', { x, y: 400 })
    await touch('touchEnd')
    await expect(page.locator('.reader__tools')).toHaveCSS('opacity', '0')
    await expect.poll(() => visibleText(page)).not.toBe(beyond)
    const second = await visibleText(page)

    await page.touchscreen.tap(370, 20)

    await expect(page.getByText('Página marcada')).toBeVisible()
    await expect(page.locator('.reader__tools')).toHaveCSS('opacity', '0')
    expect(await visibleText(page)).toBe(second)
    await page.touchscreen.tap(370, 20)
    await expect(page.getByText('Marcador apagado')).toBeVisible()
    expect(await visibleText(page)).toBe(second)
    await page.touchscreen.tap(370, 100)
    await expect.poll(() => visibleText(page)).not.toBe(second)
  })

  await test.step('those of a page that shows several come back together with their notes', async () => {
    await page.touchscreen.tap(195, 400)
    await bookmark('Mais adiante.')
    await page.setViewportSize({ width: 1280, height: 840 })

    await page.getByRole('button', { name: 'Desmarcar esta página' }).click()
    await expect(page.getByRole('button', { name: 'Marcar esta página' })).toBeVisible()
    await page.getByRole('button', { name: 'Desfazer' }).click()

    await untilAnnotationsSynced(page)
    await page.getByRole('button', { name: 'Sumário' }).click()
    await page.getByRole('radio', { name: 'Anotações' }).check({ force: true })
    await expect(page.locator('.annotations__note')).toHaveText(['Daqui em diante.', 'Mais adiante.'])
    for (const act of ['Editar nota', 'Apagar'])
      await expect(page.getByRole('button', { name: `${act}: ${highlight.trim()}`, exact: true })).toHaveCount(1)
  })
})

test('an engine without custom highlights draws boxes over the text', async ({ browser, partner }) => {
  const context = await browser.newContext()
  await context.addInitScript(() => Reflect.deleteProperty(CSS, 'highlights'))
  const page = await context.newPage()
  await openBook(page, partner)
  await selectText(page)
  const selected = await selectionBox(page)

  await page.getByRole('button', { name: 'Destacar em amarelo' }).click()
  await untilAnnotationsSynced(page)

  const box = page.locator('.reader-frame__marks i').first()
  await expect.poll(async () => Math.abs(((await box.boundingBox())?.y ?? 0) - selected.top)).toBeLessThan(2)
  await page.getByRole('button', { name: 'Próxima página' }).click()
  await expect(page.locator('.reader-frame__marks i')).toHaveCount(0)
  await page.getByRole('button', { name: 'Página anterior' }).click()
  await expect(box).toBeVisible()

  await test.step('which cover the lines of several paragraphs, and nothing between', async () => {
    const boxes = page.locator('.reader-frame__marks i')
    const before = await boxes.count()
    await selectParagraphs(page)
    await page.getByRole('button', { name: 'Destacar em azul' }).click()
    await expect(boxes.nth(before + 2)).toBeAttached()
    const heights = await boxes.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThan(40)
    const { x, y, width, height } = (await boxes.last().boundingBox())!
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.getByRole('button', { name: 'Apagar' }).click()
    await expect(boxes).toHaveCount(before)
  })

  await test.step('which follow a scroll, and go when their text does', async () => {
    await page.getByRole('button', { name: 'Aparência' }).click()
    await page.getByRole('radio', { name: 'Rolagem' }).check({ force: true })
    await page.keyboard.press('Escape')
    await expect(chapterOf(page).locator('html')).toHaveCSS('overflow-y', 'auto')
    await expect(box).toBeVisible()
    let y = 0
    // Each layout draws the boxes again.
    await expect(async () => {
      y = (await box.boundingBox())!.y
    }).toPass()
    const scroll = (pixels: number) =>
      chapterOf(page)
        .locator('body')
        .evaluate((body, pixels) => body.ownerDocument.scrollingElement!.scrollBy(0, pixels), pixels)

    await scroll(40)
    await expect.poll(async () => Math.abs(((await box.boundingBox())?.y ?? 0) - (y - 40))).toBeLessThan(2)
    await scroll(3000)
    await expect(page.locator('.reader-frame__marks i')).toHaveCount(0)
  })
})

test('in forced colours a highlight is underlined, and one with a note has a line above it, too', async ({
  browser,
  partner,
}) => {
  const page = await openBookOnDevice(browser, partner, { forcedColors: 'active' })
  const box = page.locator('.reader-frame__marks i').first()
  await selectText(page)

  await page.getByRole('button', { name: 'Destacar em amarelo' }).click()
  await expect(box).toHaveCSS('border-bottom-style', 'solid')
  await expect(box).toHaveCSS('border-top-style', 'none')
  await selectText(page)
  await page.getByRole('button', { name: 'Nota', exact: true }).click()
  await page.getByLabel('Sua nota').fill('Voltar aqui.')
  await page.keyboard.press('Escape')

  await expect(box).toHaveCSS('border-top-style', 'solid')
})

/** Selects the words of a line of the visible page; returns its top. */
function selectLine(page: Page, line: number): Promise<number> {
  return chapterOf(page)
    .locator('body')
    .evaluate((body, line) => {
      const range = body.ownerDocument.createRange()
      const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
      const tops: number[] = []
      while (texts.nextNode()) {
        const node = texts.currentNode as Text
        for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const { top, width } = range.getBoundingClientRect()
          if (width > 0 && top > (tops.at(-1) ?? 0) + 8) tops.push(top)
          if (tops.length <= line) continue
          getSelection()!.setBaseAndExtent(node, index, node, index + word.length)
          return top
        }
      }
      throw new Error(`The page has ${tops.length} lines`)
    }, line)
}

/** Pastes the clipboard into a new note; returns it. */
async function pasted(page: Page): Promise<string> {
  await selectText(page)
  await page.getByRole('button', { name: 'Nota', exact: true }).click()
  const note = page.getByLabel('Sua nota')
  await note.fill('')
  await note.press('Control+V')
  await expect(note).not.toHaveValue('')
  return note.inputValue()
}

function selectionBox(page: Page) {
  return chapterOf(page)
    .locator('body')
    .evaluate(() => {
      const { top, bottom } = getSelection()!.getRangeAt(0).getBoundingClientRect()
      const offset = frameElement!.getBoundingClientRect().top
      return { top: top + offset, bottom: bottom + offset }
    })
}

/** Where the text highlighted in a colour is. */
function highlightBox(page: Page, color: string) {
  return chapterOf(page)
    .locator('body')
    .evaluate((_, color) => {
      const [range] = [...CSS.highlights.get(`estante-${color}`)!] as Range[]
      const { top, bottom } = range!.getBoundingClientRect()
      const offset = frameElement!.getBoundingClientRect().top
      return { top: top + offset, bottom: bottom + offset }
    }, color)
}

/** The text highlighted in a colour. */
function marked(page: Page, kind: string): Promise<string[]> {
  return chapterOf(page)
    .locator('body')
    .evaluate((_, kind) => {
      const ranges = [...((CSS.highlights.get(`estante-${kind}`) ?? []) as Iterable<Range>)]
      return ranges.map((range) => range.toString().replaceAll('\u00ad', '').replace(/\s+/g, ' '))
    }, kind)
}

async function tapMark(page: Page) {
  const point = await chapterOf(page)
    .locator('body')
    .evaluate(() => {
      const [range] = [...CSS.highlights.values()].flatMap((one) => [...one]) as Range[]
      const { left, top, width, height } = range!.getClientRects()[0]!
      const frame = frameElement!.getBoundingClientRect()
      return { x: frame.left + left + width / 2, y: frame.top + top + height / 2 }
    })
  await page.mouse.click(point.x, point.y)
  await expect(page.getByRole('toolbar', { name: 'Destaque' })).toBeVisible()
}

/** Selects all of the first three paragraphs of the chapter. */
async function selectParagraphs(page: Page) {
  await chapterOf(page)
    .locator('body')
    .evaluate((body) => {
      const paragraphs = [...body.querySelectorAll('p')].filter((one) => one.textContent.length > 80)
      getSelection()!.setBaseAndExtent(paragraphs[0]!, 0, paragraphs[2]!, paragraphs[2]!.childNodes.length)
    })
  await expect(page.getByRole('toolbar', { name: 'Trecho selecionado' })).toBeVisible()
}
