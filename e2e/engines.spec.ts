import type { IncomingMessage } from 'node:http'
import { hyphenate } from '@estante/play/reader/layout/hyphenate-portuguese.ts'
import { joinPanel } from '@estante/server/test/panel.ts'
import { type Engine, type Point, VIEWPORT } from './engines/engine.ts'
import { engines as installedEngines } from './engines/installed.ts'
import { type EngineScreen, screenOf, until } from './engines/screen.ts'
import { readVisibleText } from './hosts/chapter.ts'
import { readLines } from './hosts/lines.ts'
import { LATE_RULES, PAGE_RULES } from './letters/constructs.ts'
import {
  drawn,
  MANY_RETURNS,
  openTrials,
  problemsOf,
  spreads,
  titleAtFoot,
  withConstructs,
  withRules,
} from './letters/trials.ts'
import { LINKED_BOOK, PROSE_BOOK, SPOKEN_BOOK, TABLE_BOOK } from './service/library.ts'
import { addPartner, type Partner } from './service/partner.ts'
import type { Service } from './service/start.ts'
import { expect, type Page, test } from './test.ts'

/*
 * The same walk through every engine that members use and this machine can run. Engines resolve names that end in
 * `.localhost` to this machine, and treat two such names as two sites.
 */

const AT_ONCE_MS = 2000
/** The page whose lines are compared. */
const LINE_WIDTH = 390
const TODAYS = 'today’s Chromium'
const NOTED_BOOK = 'Notas ao pé da mangueira'
const SESSION_ENDED = { type: 'service:session-expired', reason: 'refresh_failed' }
/** Lies between two versions that take every walk; it takes only the first. */
const BETWEEN = 'Chromium 119'

/** Chapters that lost letters, or hung, in only one engine, one for each defect. */
const MENDED: Record<string, number[]> = {
  // A paragraph of two hundred pages, a split picture, a right-to-left line moved to the next page, letters too small
  // to have a width, lines that overlap at the end of a scroll, and a tall picture in a line of code.
  WebKitGTK: [573, 873, 7288, 11407, 12362, 15852],
  // A drop capital in vertical lines, a box moved off its page by a remedy before it, and letters that overlap so that
  // lines run backwards.
  Firefox: [5038, 7230, 12197],
}

/** Constructs that engines break differently: rows and cells higher than a page, text that hangs out of its column. */
const DIFFERING = [
  ['table', 'display table', 'display table-cell', 'vertically centred'],
  ['hanging', 'hanging with padding', 'negative start margin', 'negative sides', 'without wrapping', 'column span'],
]

const walk = test.extend({
  partner: async ({ localService }, use) => use(await addPartner(localService)),
})

for (const [name, open] of Object.entries(installedEngines)) {
  // All other tests cover today's browser.
  if (name === TODAYS) continue
  walk.describe(`a member in ${name}`, () => {
    // Serial, since an engine takes seconds to start.
    walk.describe.configure({ mode: 'default' })
    walk.skip(!open, 'is not installed: see scripts/install-browser.ts')
    walk.afterAll(({ engines }) => engines.close())

    walk('enters, searches, listens and reads, until the access is revoked', async ({ engines, partner, hostUrl }) => {
      walk.slow()
      const engine = await engines.open(name)
      const page = screenOf(engine, 'page')

      await engine.open(`${await partner.openBooks()}&embed=1`)
      await page.see('heading', /, Ana$/)
      await page.press('link', /^Explorar$/)
      await searchFor(page)

      const audiobook = await partner.pathOf('audiobook', 'O farol de sal')
      await engine.open(`${await partner.openBooks(audiobook)}&embed=1`)
      await listen(page)
      await goForward(page)
      await engine.open(`${await partner.openBooks(audiobook)}&embed=1`)
      await listenFromBefore(page)

      const openView = await openHost(engine, page, hostUrl)
      const link = `${await partner.openTitle('ebook', 'O farol de sal')}&embed=1&closable=1`
      await openView(link)
      const view = screenOf(engine, 'frame')
      await read(view)
      const first = await until('the first event', async () => (await page.evaluate('heard[0]')) ?? undefined)
      expect(first).toEqual({ type: 'service:ready' })

      const revokedAt = performance.now()
      await partner.revoke('ana')
      const ended = await until('the end of the session', async () => {
        return (await page.evaluate('heard.find(({ type }) => type === "service:session-expired")')) ?? undefined
      })
      expect(performance.now() - revokedAt).toBeLessThan(AT_ONCE_MS)
      expect(ended).toEqual(SESSION_ENDED)
      await view.see('heading', /^Sua sessão terminou$/)

      await openView(link)
      await view.see('heading', /^Este link expirou$/)
    })

    walk(
      'opens a note, highlights and unmarks what was selected with the pointer, and opens after an outage what did not load',
      async ({ engines, localService, partner }) => {
        walk.slow()
        const engine = await engines.open(name)
        const page = screenOf(engine, 'page')

        await engine.open(`${await partner.openTitle('ebook', NOTED_BOOK)}&embed=1`)
        await page.see('button', /^Próxima página$/, { is: ({ isFree }) => isFree })
        const [call] = await wordsOn(page, '#chamada-1')
        await engine.press(call!, 'page')
        await page.see('text', /^Não se sabe quem foi o Capitão Honório\./, { within: 'dialog[open]' })
        await page.press('button', /^Fechar$/, { within: 'dialog[open]' })
        await page.gone('sheet', /./)

        const [first, second] = await wordsOn(page, '#titulo')
        await engine.drag({ ...first!, x: first!.left }, { ...second!, x: second!.right }, 'page')
        await page.press('button', /^Destacar em verde$/)
        const marked = `[...(${CHAPTER}.contentWindow.CSS.highlights.get('estante-green') ?? [])].join()`
        await until('the highlight', async () => (await page.evaluate(marked)) === 'A árvore' || undefined)
        await engine.press(second!, 'page')
        await page.press('button', /^Apagar$/)
        await until('no highlight', async () => (await page.evaluate(marked)) === '' || undefined)

        await openAfterOutage(page, localService, {
          path: '/notas',
          lost: /^Esta tela não abriu$/,
          opened: /^Anotações$/,
        })
        await openUsage(engine, page, localService, partner)
        await openAfterOutage(page, localService, {
          path: '/painel/equipe',
          lost: /^Sem resposta$/,
          opened: /^Equipe$/,
        })
      },
    )

    if (name === BETWEEN) return
    walk(
      'opens a picture, looks a word up, listens along, and finds, exports and imports what was marked',
      async ({ engines, partner }) => {
        walk.slow()
        const engine = await engines.open(name)
        const page = screenOf(engine, 'page')

        await engine.open(`${await partner.openTitle('ebook', LINKED_BOOK)}&embed=1`)
        await openPicture(page)
        await seeScrollingTable(page)
        await engine.open(`${await partner.openTitle('ebook', TABLE_BOOK)}&embed=1`)
        // Firefox obeys no break before a heading.
        if (name !== 'Firefox') await seeHeadingsWithText(page)
        // Firefox and older Chromiums divide rows.
        if (name === 'WebKitGTK') await seeWholeRows(page)

        await engine.open(`${await partner.openTitle('ebook', 'O farol de sal')}&embed=1`)
        await lookUp(page)
        await seeNoSecondStyle(page)
        // WebDriver's key: other protocols type it as a letter.
        if (name === 'WebKitGTK') await closeSearch(page, () => engine.type('\uE00C', 'page'))
        await page.press('button', /^Marcar esta página$/)
        await page.see('button', /^Desmarcar esta página$/)

        await engine.open(`${await partner.openTitle('ebook', SPOKEN_BOOK)}&embed=1`)
        await listenAlong(page)

        const notebook = (await partner.pathOf('ebook', 'O farol de sal')).replace('/leitor/', '/notas/')
        await engine.open(`${await partner.openBooks(notebook)}&embed=1`)
        await page.see('heading', /^Anotações$/)
        await exportAndImport(page)
        await page.press('button', /^Marcador/)
        await page.see('button', /^Desmarcar esta página$/)
      },
    )

    walk(
      'reads as many lines of a chapter in Portuguese as in today’s Chromium, its words divided alike',
      async ({ engines, page, partner }) => {
        walk.slow()
        const link = () => partner.openTitle('ebook', PROSE_BOOK)
        todaysLines ??= linesToday(page, await link())
        const expected = await todaysLines

        const lines = await linesIn(await engines.open(name), await link())

        expect(lines.length).toBe(expected.length)
        for (const [paragraph, { length }] of expected.entries()) {
          expect(Math.abs(lines[paragraph]!.length - length), `${lines[paragraph]}`).toBeLessThanOrEqual(1)
        }
        const divided = lines
          .map((paragraph) => paragraph.join('\n'))
          .join('\n')
          .match(/\S+-\n\S+/g)!
        expect(divided.length).toBeGreaterThan(80)
        for (const word of divided)
          expect(allDivisions(word.replace('-\n', ''))).toContain(word.replace('-\n', '\u00ad'))
      },
    )

    if (!MENDED[name]) return
    walk(
      'has every letter on a page, on spreads of any length, with late styles, in constructs and in chapters that were mended',
      async ({ engines }) => {
        walk.setTimeout(180_000)
        const engine = await engines.open(name)
        const trials = await openTrials(async (url) => {
          await engine.open(url)
          return () => engine.open('about:blank')
        })

        const chapters = {
          ...spreads(),
          ...withRules([...LATE_RULES, ...PAGE_RULES.filter((rule) => rule.includes('first-letter'))]),
          ...Object.assign({}, ...DIFFERING.map((names) => withConstructs(names))),
          ...titleAtFoot(),
        }
        try {
          expect(await problemsOf(trials, chapters)).toEqual([])
          expect(await problemsOf(trials, drawn(MENDED[name]!), MANY_RETURNS)).toEqual([])
        } finally {
          await trials.close()
        }
      },
    )

    if (name !== 'Firefox') return
    // Must be the last: storage is refused until the engine is closed.
    walk(
      'without storage in a cross-site frame, the view works until a reload, which shows that the session ended',
      async ({ engines, partner, hostUrl }) => {
        walk.slow()
        const engine = await engines.open(name)
        await engine.refuseStorage!()
        const page = screenOf(engine, 'page')
        const view = screenOf(engine, 'frame')
        const openView = await openHost(engine, page, hostUrl)
        const open = async (path?: string) => openView(`${await partner.openBooks(path)}&embed=1`)

        await walk.step('no cookie stays and storage throws, as this test supposes', async () => {
          await open()
          await view.see('heading', /, Ana$/)

          expect(await view.evaluate(`(${tryStorage})()`)).toEqual(['', 'SecurityError', 'SecurityError'])
        })

        await walk.step('from screen to screen', async () => {
          for (const screen of [/^Explorar$/, /^E-books$/, /^Biblioteca$/, /^Conta$/]) {
            await view.press('link', screen, { within: 'nav' })
            await view.see('heading', screen)
          }
        })

        await walk.step('a book is heard', async () => {
          await open(await partner.pathOf('audiobook', 'Como ouvir uma cidade'))
          await view.press('button', /^Reproduzir$/)
          await view.see('slider', /^Posição/, { is: ({ value }) => Number(value) >= 1 })
        })

        await walk.step('another is read where it was left', async () => {
          const book = await partner.pathOf('ebook', 'O farol de sal')
          await open(book)
          const left = await turnPage(view)
          await view.press('button', /^Voltar$/)
          await view.see('heading', /^E-books$/)
          await open(book)
          await until('the page that was left', async () => ((await visibleText(view)) === left ? true : undefined))
        })

        await walk.step('a reload ends the session, and the host is notified', async () => {
          expect(await page.evaluate('heard')).not.toContainEqual(SESSION_ENDED)

          await view.evaluate('void location.reload()')

          await view.see('heading', /^Sua sessão terminou$/)
          expect(await view.evaluate(`document.querySelectorAll('form, input').length`)).toBe(0)
          expect(await page.evaluate('heard')).toContainEqual(SESSION_ENDED)
        })
      },
    )
  })
}

/** Opens a partner's page that embeds the view in a cross-site frame. Returns a function that opens a launch link. */
async function openHost(engine: Engine, page: EngineScreen, hostUrl: string) {
  await engine.open(hostUrl.replace('parceiro.test', 'parceiro.localhost'))
  await until('the host', async () => (await page.evaluate('typeof openView')) === 'function' || undefined)
  await page.evaluate('(window.heard = [], addEventListener("message", ({ data }) => heard.push(data)))')
  return (link: string) => page.evaluate(`openView(${JSON.stringify(link)})`)
}

/** Runs in the view. Sets a cookie; returns all cookies, and the names of the kinds of storage that are refused. */
function tryStorage() {
  // biome-ignore lint/suspicious/noDocumentCookie: the subject of the test.
  document.cookie = 'a=1'
  const attempt = (act: () => unknown) => {
    try {
      return act()
    } catch (refusal) {
      return (refusal as DOMException).name
    }
  }
  return [document.cookie, attempt(() => sessionStorage.length), attempt(() => localStorage.length)]
}

const CHAPTER = `document.querySelector('iframe[data-current]')`

interface Word extends Point {
  left: number
  right: number
}

/** The words of an element of the chapter, where they are in the page. */
async function wordsOn(page: EngineScreen, selector: string): Promise<Word[]> {
  return (await page.evaluate(`(${boxWords})(${CHAPTER}, ${JSON.stringify(selector)})`)) as Word[]
}

/** Runs in the page. */
function boxWords(frame: HTMLIFrameElement, selector: string): Word[] {
  const { left, top } = frame.getBoundingClientRect()
  const text = frame.contentDocument!.querySelector(selector)!.firstChild as Text
  return [...text.data.matchAll(/\S+/g)].map(({ 0: letters, index }) => {
    const word = text.ownerDocument.createRange()
    word.setStart(text, index)
    word.setEnd(text, index + letters.length)
    const box = word.getBoundingClientRect()
    const sides = { left: left + box.left + 1, right: left + box.right - 1 }
    return { ...sides, x: (sides.left + sides.right) / 2, y: top + box.top + box.height / 2 }
  })
}

/** Opens a screen whose code did not load, by a reload of the page, and again: Chromium 119 refused it then. */
async function openAfterOutage(
  page: EngineScreen,
  { app }: Service,
  { path, lost, opened }: { path: string; lost: RegExp; opened: RegExp },
) {
  const lose = ({ socket }: IncomingMessage) => socket.destroy()
  app.server.prependListener('request', lose)
  const link = `Object.assign(document.createElement('a'), { href: '${path}' })`
  await page.evaluate(`((link) => (document.body.append(link), link.click()))(${link})`)
  await page.see('heading', lost)
  app.server.off('request', lose)
  for (let reloads = 0; reloads < 2; reloads++) {
    await page.evaluate('void (window.isOld = true, location.reload())')
    await until('a new page', async () => (await page.evaluate('typeof isOld')) === 'undefined' || undefined)
    await page.see('heading', opened)
  }
}

/** Opens the usage in the panel, which is at another host, as an analyst signed in by cookie. */
async function openUsage(engine: Engine, page: EngineScreen, { app, context, baseUrl }: Service, { id }: Partner) {
  const { cookie } = await joinPanel(app, context, id, 'analyst')
  await engine.open(`${baseUrl}/painel`)
  await page.evaluate(`void (document.cookie = '${cookie()}; path=/; samesite=strict')`)
  await engine.open(`${baseUrl}/painel/uso`)
  await page.see('heading', /^Uso$/)
}

async function openPicture(page: EngineScreen) {
  await page.see('button', /^Próxima página$/, { is: ({ isFree }) => isFree })
  await page.press('button', /^Próxima página$/)
  const picture = `${CHAPTER}.contentDocument.querySelector('img[alt^="Uma torre"]')`
  await until('the picture', async () => (await page.evaluate(`Boolean(${picture}?.tabIndex === 0)`)) || undefined)
  await page.evaluate(`${picture}.dispatchEvent(new MouseEvent('click', { clientX: 60, clientY: 300, bubbles: true }))`)
  const width = `document.querySelector('.picture__image').getBoundingClientRect().width`
  await page.see('button', /^Ampliar$/, { within: 'dialog[open]' })
  const whole = Number(await page.evaluate(width))
  await page.press('button', /^Ampliar$/, { within: 'dialog[open]' })
  await until('a larger picture', async () => Number(await page.evaluate(width)) > whole * 1.3 || undefined)
  await page.evaluate('void history.back()')
  await page.gone('sheet', /./)
}

/** Sees a table of many columns scroll in the page, with whole words. */
async function seeScrollingTable(page: EngineScreen) {
  const measured = await page.evaluate(`((document) => {
    const table = document.querySelector('table')
    const words = document.createRange()
    words.selectNodeContents(table.querySelector('td'))
    table.scrollLeft = 100
    const { scrollWidth, clientWidth, scrollLeft } = table
    return { pages: scrollWidth / clientWidth, scrollLeft, lines: words.getClientRects().length, width: clientWidth }
  })(${CHAPTER}.contentDocument)`)
  const { pages, scrollLeft, lines, width } = measured as Record<string, number>
  expect(pages).toBeGreaterThan(3)
  expect([scrollLeft, lines]).toEqual([100, 2])
  expect(width).toBeLessThanOrEqual(VIEWPORT.width)
}

/** Sees each heading, and the one before it, on the page of the text that follows; each term on that of its definition. */
async function seeHeadingsWithText(page: EngineScreen) {
  await page.see('button', /^Próxima página$/, { is: ({ isFree }) => isFree })
  const pages = (await page.evaluate(`((document) => {
    const { innerWidth } = document.defaultView
    const content = document.createRange()
    const pageOf = (element) => {
      content.selectNodeContents(element)
      return Math.floor((content.getClientRects()[0].left + 1) / innerWidth)
    }
    return [...document.querySelectorAll('h2, dt')].map((heading) => {
      const { nextElementSibling: second } = heading
      return [heading, second, second.nextElementSibling ?? second].map(pageOf)
    })
  })(${CHAPTER}.contentDocument)`)) as number[][]
  expect(pages).toHaveLength(48)
  expect(new Set(pages.flat()).size).toBeGreaterThan(2)
  expect(pages.filter((three) => new Set(three).size > 1)).toEqual([])
}

/** Sees no row of a table divided between two pages, and the border of each table on the page of its first row. */
async function seeWholeRows(page: EngineScreen) {
  await page.see('button', /^Próxima página$/, { is: ({ isFree }) => isFree })
  const { rows, tables } = (await page.evaluate(`((document) => {
    const { innerWidth } = document.defaultView
    const content = document.createRange()
    const pageOf = ({ left }) => Math.floor((left + 1) / innerWidth)
    const pagesOf = (row) => {
      content.selectNodeContents(row)
      return [...new Set([...content.getClientRects()].map(pageOf))]
    }
    const withText = ({ textContent }) => textContent
    return {
      rows: [...document.querySelectorAll('tr')].filter(withText).map(pagesOf),
      tables: [...document.querySelectorAll('table')].map((table) => {
        return [pageOf(table.getBoundingClientRect()), ...pagesOf([...table.rows].find(withText))]
      }),
    }
  })(${CHAPTER}.contentDocument)`)) as Record<'rows' | 'tables', number[][]>
  expect(rows).toHaveLength(60)
  expect(new Set(rows.flat()).size).toBeGreaterThan(2)
  expect(rows.filter(({ length }) => length > 1)).toEqual([])
  expect(tables.filter((pages) => new Set(pages).size > 1)).toEqual([])
}

async function lookUp(page: EngineScreen) {
  await page.see('button', /^Próxima página$/, { is: ({ isFree }) => isFree })
  const select = `((view) => {
    const texts = view.document.createTreeWalker(view.document.body, 4)
    while (texts.nextNode() && !texts.currentNode.data.includes('casa branca'));
    const from = texts.currentNode.data.indexOf('casa')
    view.getSelection().setBaseAndExtent(texts.currentNode, from, texts.currentNode, from + 4)
  })(${CHAPTER}.contentWindow)`
  await page.evaluate(select)
  await page.press('button', /^Definição$/)
  await page.see('text', /^Construção para viver\.$/)
  await page.press('button', /^Fechar$/, { within: 'dialog[open]' })
  await page.gone('sheet', /./)
}

async function closeSearch(page: EngineScreen, pressEscape: () => Promise<void>) {
  await page.press('button', /^Buscar no livro$/)
  await page.see('searchbox', /^Buscar no livro$/)
  await pressEscape()
  await page.gone('sheet', /./)
}

/** Sees that the style of the first screen, which is in the page, is not loaded for a sheet. */
async function seeNoSecondStyle(page: EngineScreen) {
  const loaded = String(
    await page.evaluate(`performance.getEntriesByType('resource').map(({ name }) => name).join(' ')`),
  )
  const styles = [...loaded.matchAll(/\/assets\/(\S+)-\S{8}\.css/g)].map(([, name]) => name)
  expect(styles).toContain('reader-sheets')
  expect(styles).not.toContain('application')
}

async function listenAlong(page: EngineScreen) {
  await page.press('button', /^Ouvir junto$/)
  const highlight = `${CHAPTER}.contentWindow.CSS.highlights?.get('estante-spoken')`
  const lit = `[...(${highlight} ?? [])][0]?.startContainer.id ?? ${CHAPTER}.contentDocument.querySelector('[data-estante-spoken]')?.id`
  const reach = (id: string) => until(id, async () => ((await page.evaluate(lit)) === id ? true : undefined))
  await reach('t')
  await page.evaluate(`void (window.firstHighlight = ${highlight})`)
  await reach('f1')
  // WebKit goes on painting a highlight that another replaced.
  expect(await page.evaluate(`window.firstHighlight === ${highlight}`)).toBe(true)
  await page.press('button', /^Parar de ouvir$/)
  await page.see('button', /^Ouvir junto$/)
}

/** Exports the only annotation of a book, deletes it and imports it again. */
async function exportAndImport(page: EngineScreen) {
  await page.press('button', /^Mais opções$/)
  await page.press('button', /^Exportar/)
  await page.press('option', /^Arquivo$/, { within: 'dialog[open]' })
  const preview = `document.querySelector('dialog[open] .annotation-export__preview')?.textContent`
  const file = await until('the file', async () => {
    const text = String((await page.evaluate(preview)) ?? '')
    return text.includes('AnnotationSet') ? text : undefined
  })
  await page.press('button', /^Copiar$/, { within: 'dialog[open]' })
  await page.see('text', /^Copiado$/)
  await page.press('button', /^Fechar$/, { within: 'dialog[open]' })
  await page.gone('sheet', /./)
  await page.press('button', /^Editar:/)
  await page.press('button', /^Apagar$/, { within: 'dialog[open]' })
  await page.gone('button', /^Marcador/)

  await page.press('button', /^Mais opções$/)
  await page.press('button', /^Importar/)
  await page.see('button', /^Escolher arquivo$/, { within: 'dialog[open]' })
  // No engine lets a script operate its file chooser.
  await page.evaluate(`((input, chosen) => {
    chosen.items.add(new File([${JSON.stringify(file)}], 'anotacoes.json'))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })(document.querySelector('dialog[open] input[type=file]'), new DataTransfer())`)
  await page.see('text', /^1 anotação importada$/)
  await page.press('button', /^Fechar$/, { within: 'dialog[open]' })
  await page.gone('sheet', /./)
}

/** Once per worker. */
let todaysLines: Promise<string[][]> | undefined

async function linesToday(page: Page, link: string): Promise<string[][]> {
  await page.setViewportSize({ ...VIEWPORT, width: LINE_WIDTH })
  await page.goto(`${link}&embed=1`)
  await expect(page.getByRole('button', { name: 'Próxima página' })).toBeEnabled()
  return page.evaluate(readLines)
}

/** A word with each of its soft hyphens separately. */
function allDivisions(word: string): string[] {
  const parts = hyphenate(word).split('\u00ad')
  return parts
    .slice(1)
    .map((_, index) => `${parts.slice(0, index + 1).join('')}\u00ad${parts.slice(index + 1).join('')}`)
}

async function linesIn(engine: Engine, link: string): Promise<string[][]> {
  await engine.open(`${link}&embed=1`)
  const page = screenOf(engine, 'page')
  await page.see('button', /^Próxima página$/, { is: ({ isFree }) => isFree })
  // No window of WebKitGTK is as narrow as a phone.
  await page.evaluate(`document.querySelector('.app').style.width = '${LINE_WIDTH}px'`)
  const width = 'document.querySelector("iframe[data-current]").contentWindow.innerWidth'
  await until('a page of this width', async () => (await page.evaluate(width)) === LINE_WIDTH || undefined)
  return (await page.evaluate(`(${readLines})()`)) as string[][]
}

async function searchFor(page: EngineScreen) {
  await page.see('heading', /^Explorar$/)
  await page.type(/^Buscar$/, 'farol')
  await page.see('text', /^1 título$/)
  await page.press('option', /^E-books$/)
  await page.see('text', /^1 título$/)
}

async function listen(page: EngineScreen) {
  await page.press('button', /^Reproduzir$/)
  await page.see('slider', /./, { is: ({ value }) => Number(value) >= 1 })

  await page.press('button', /^Capítulos$/)
  await page.see('heading', /^Capítulos$/, { within: 'dialog[open]' })
  const veil = String(
    await page.evaluate(`getComputedStyle(document.querySelector('dialog[open]'), '::backdrop').backgroundColor`),
  )
  expect(veil).toMatch(/^rgba\((?:14, 22, 18, 0\.4[78]\d*|0, 0, 0, 0\.6[12]\d*)\)$/)
  await page.press('button', /^Fechar$/, { within: 'dialog[open]' })
  await page.gone('sheet', /./)

  await page.press('button', /^Voltar$/)
  await page.press('button', /^Pausar$/, { within: '.mini-player' })
  await page.see('button', /^Reproduzir$/, { within: '.mini-player' })
}

async function goForward(page: EngineScreen) {
  await page.press('link', /^Abrir o player/)
  await page.press('button', /^Avançar 30 segundos$/)
  await page.see('slider', /^Posição/, { is: ({ value }) => Number(value) >= 30 })
}

/** Plays from before the resumed place: the first fragment appended is not the first one played. */
async function listenFromBefore(page: EngineScreen) {
  const { value } = await page.see('slider', /^Posição/, { is: ({ value }) => Number(value) >= 30 })
  await page.press('button', /^Voltar 15 segundos$/)
  await page.press('button', /^Reproduzir$/)
  const isHeard = (second: number) => second > Number(value) - 14 && second < Number(value)
  await page.see('slider', /^Posição/, { is: ({ value }) => isHeard(Number(value)) })
}

/** Turns the first page of a book. Returns the text of the next. */
async function turnPage(view: EngineScreen): Promise<string> {
  await view.see('button', /^Próxima página$/, { is: ({ isFree }) => isFree })
  const first = await visibleText(view)
  expect(first).toContain('A casa branca')

  await view.press('button', /^Próxima página$/)
  return until('another page', async () => {
    const text = await visibleText(view)
    return text === first ? undefined : text
  })
}

async function read(view: EngineScreen) {
  await turnPage(view)
  const weights = `[...${CHAPTER}.contentDocument.fonts].map(({ weight }) => weight).join()`
  await until('the bold headings', async () => /700/.test(String(await view.evaluate(weights))) || undefined)

  await view.press('button', /^Sumário$/)
  await view.press('button', /^O que a chuva sabia/, { within: 'dialog[open]' })
  await until('the chapter', async () => ((await visibleText(view)).includes('O que a chuva sabia') ? true : undefined))

  const title = await view.evaluate(`(${CHAPTER}.focus(), ${CHAPTER}.title)`)
  const key = `new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })`
  await until('the next chapter', async () => {
    await view.evaluate(`${CHAPTER}.contentDocument.body.dispatchEvent(${key})`)
    return (await view.evaluate(`${CHAPTER}.title`)) === title ? undefined : true
  })
  expect(await view.evaluate(`document.activeElement === ${CHAPTER}`)).toBe(true)

  const tap = `new MouseEvent('click', { clientX: ${CHAPTER}.clientWidth / 2, bubbles: true })`
  await view.evaluate(`${CHAPTER}.contentDocument.body.dispatchEvent(${tap})`)
  await view.press('button', /^Aparência$/)
  await view.press('option', /^Rolagem$/, { within: 'dialog[open]' })
  await view.press('button', /^Fechar$/, { within: 'dialog[open]' })
  const before = await view.evaluate(`${CHAPTER}.contentDocument.scrollingElement.scrollTop + ${CHAPTER}.title`)
  await view.press('button', /^Próxima página$/)
  // A short chapter fits the screen: use the next one.
  await until('what follows', async () => {
    return (
      (await view.evaluate(`${CHAPTER}.contentDocument.scrollingElement.scrollTop + ${CHAPTER}.title`)) !== before ||
      undefined
    )
  })
}

/** The text of the visible page. */
async function visibleText(view: EngineScreen): Promise<string> {
  const body = `${CHAPTER}?.contentDocument?.body`
  return String(await view.evaluate(`${body} ? (${readVisibleText})(${body}) : ''`))
}
