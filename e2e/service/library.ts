import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { attackPages } from '@estante/formats/fixtures/epub/attacks.ts'
import { packageDocument, page, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import { readConfig } from '@estante/server/config.ts'
import { closeContext, openContext } from '@estante/server/context.ts'
import { importPaths } from '@estante/server/imports/sources/import-paths.ts'
import { writeStarDict } from '@estante/server/test/stardict.ts'

export const TABLE_BOOK = 'Livro de tabelas'
export const LINKED_BOOK = 'Livro com saídas'
export const HOSTILE_BOOK = 'Livro hostil'
export const ONE_FILE_BOOK = 'Livro num arquivo só'
export const SCROLLED_BOOK = 'Livro de rolar'
export const RIGHT_TO_LEFT_BOOK = 'Livro da direita'
export const PROSE_BOOK = 'Livro de prosa'
export const FIXED_BOOK = 'Livro de páginas fixas'
export const SPOKEN_BOOK = 'Livro lido em voz alta'
export const LINK_OUT = 'https://example.com/fora?a=1&b=2'

/** Words on the first page of “O farol de sal”. */
const DICTIONARY = { casa: 'Onde se mora.\nConstrução para viver.', farol: 'Torre que alumia o mar.' }

/** Imports the books for all tests, once a run; each worker copies the folder. Returns a function that removes it. */
export default async function prepareLibrary(): Promise<() => Promise<void>> {
  for (const application of ['play', 'panel']) {
    const built = fileURLToPath(new URL(`../../${application}/dist/index.html`, import.meta.url))
    if (!existsSync(built)) throw new Error(`${application}/ is not built. Run: npm run build`)
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-e2e-library-'))
  process.env.E2E_LIBRARY = dataDir
  const context = await openContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }))
  const samples = fileURLToPath(new URL('../../examples/catalog/books', import.meta.url))
  const generated = [
    await tableBook(),
    await linkedBook(),
    await hostileBook(),
    await oneFileBook(),
    await scrolledBook(),
    await rightToLeftBook(),
    await proseBook(),
    await spokenBook(),
    await fixedBook(),
  ]
  await writeStarDict(join(dataDir, 'dictionary'), DICTIONARY, { isPacked: true })
  const { failed } = await importPaths(context, [samples, ...generated])
  for (const book of generated) await rm(dirname(book), { recursive: true })
  await closeContext(context)
  const remove = () => rm(dataDir, { recursive: true })
  if (failed.length === 0) return remove
  await remove()
  throw new Error(failed.map(({ file, reason }) => `${file}: ${reason}`).join('\n'))
}

/** A package document with a title, and an identifier for it. */
export function titledPackage(title: string, parts?: Parameters<typeof packageDocument>[0]): string {
  return packageDocument(parts)
    .replace('O livro de teste', title)
    .replace(/urn:uuid:[^<]+/, `urn:teste:${encodeURIComponent(title)}`)
}

/** A picture with alternative text, a decoration, and a drawing with a caption. */
const PICTURES = `<p><img src="torre.png" alt="Uma torre alta, vista do pátio." style="width: 120px; height: 240px"/></p>
  <p><img src="torre.png" alt="" style="width: 10px; height: 20px"/> Um ornamento.</p>
  <figure class="desenho">
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" style="width: 200px; height: 100px">
  <path class="traço" d="M10 90 L100 10 L190 90"/></svg>
  <figcaption>O telhado.</figcaption></figure>`

/** Too wide for any phone. */
function wideTable(): string {
  const stations = Array.from({ length: 14 }, (_, column) => `<th>Observatório ${column + 1}</th>`).join('')
  const tides = '<td>preamar extraordinária</td>'.repeat(14)
  const months = ['Jan', 'Fev', 'Mar'].map((month) => `<tr><th>${month}</th>${tides}</tr>`).join('')
  return `<table><caption>Marés do ano</caption><tr><th>Mês</th>${stations}</tr>${months}</table>`
}

/** Too wide for any phone. */
function wideFormula(): string {
  const terms = '<mi>x</mi><mo>+</mo>'.repeat(60)
  return `<p>A soma: <math xmlns="http://www.w3.org/1998/Math/MathML">${terms}<mn>1</mn></math></p>`
}

/**
 * A table higher than two pages of any phone, in rows of several lines, as many headings, each before a text, and tables
 * of one row, or of two that share a cell, at several heights of a page.
 */
function tableBook(): Promise<string> {
  const entries = Array.from({ length: 24 }, (_, index) => {
    const words = 'O vento mudou e a maré subiu. '.repeat(5 + ((index * 7) % 11))
    return `<h2>Verbete ${index + 1}</h2><h3>Do vento</h3><p>${words}</p><dl><dt>Barca</dt><dd>${words}</dd></dl>`
  })
  const rows = Array.from({ length: 24 }, (_, index) => {
    const words = 'navio que espera no porto até que o vento mude e a maré suba. '.repeat(2 + (index % 3))
    return `<tr><td>Verbete ${index + 1}</td><td>${words}</td></tr>`
  })
  const low = Array.from({ length: 24 }, (_, index) => {
    const row = '<tr><td>Norte<br/>Sul<br/>Leste<br/>Oeste</td></tr>'
    const joined = '<tr><td rowspan="2">Brisa<br/>Terral</td><td>Mar<br/>Terra</td></tr><tr><td>Rio<br/>Lago</td></tr>'
    const table = `<table>${index < 12 ? row : joined}</table>`
    return `<div style="break-before: page; height: ${340 + (index % 12) * 25}px">Texto</div>${table}`
  })
  return writeBook({
    'OEBPS/livro.opf': titledPackage(TABLE_BOOK),
    'OEBPS/c1.xhtml': page(
      `<table>${rows.join('')}</table>${entries.join('')}${low.join('')}`,
      '<style>td { border: 1px solid }</style>',
    ),
  })
}

function linkedBook(): Promise<string> {
  const link = `<p><a href="${LINK_OUT.replace('&', '&amp;')}">Uma página de fora</a></p>`
  return writeBook({
    'OEBPS/livro.opf': titledPackage(LINKED_BOOK),
    'OEBPS/c1.xhtml': page(`<h1>Um</h1>${link}`),
    'OEBPS/c2.xhtml': page(
      `<h1>Dois</h1><p>Uma página com figuras.</p>${PICTURES}${wideTable()}${wideFormula()}`,
      '<style>.desenho .traço { stroke: #a33; stroke-width: 6; fill: none }</style>',
    ),
    'OEBPS/torre.png': TALL_PNG,
  })
}

/**
 * Twelve chapters of a few pages in one file, starting on pages 10, 20, 30 … of the printed edition, and one of a line
 * with another inside.
 */
function oneFileBook(): Promise<string> {
  const numbers = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']
  const entryOf = (number: string, inside = '') => `<li><a href="c1.xhtml#cap-${number}">${number}</a>${inside}</li>`
  const entries = [...numbers.map((number) => entryOf(number)), entryOf('XIII', `<ol>${entryOf('XIV')}</ol>`)]
  const pages = numbers.map((number, index) => `<li><a href="c1.xhtml#cap-${number}">${(index + 1) * 10}</a></li>`)
  const chapters = numbers.map((number) => {
    const sentences = Array.from({ length: 300 }, (_, index) => `Frase ${index + 1} do capítulo ${number}.`)
    return `<h2 id="cap-${number}">${number}</h2><p>${sentences.join(' ')}</p>`
  })
  chapters.push(...['XIII', 'XIV'].map((number) => `<h2 id="cap-${number}">${number}</h2><p>Curto.</p>`))
  return writeBook({
    'OEBPS/livro.opf': titledPackage(ONE_FILE_BOOK, { spine: '<itemref idref="c1"/>' }),
    'OEBPS/nav.xhtml': page(
      `<nav epub:type="toc"><ol>${entries.join('')}</ol></nav><nav epub:type="page-list"><ol>${pages.join('')}</ol></nav>`,
    ),
    'OEBPS/c1.xhtml': page(chapters.join('')),
  })
}

/** A picture twice as tall as wide. */
const TALL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAASwAAAJYAQMAAADi6El8AAAAA1BMVEUid2ZYHIQIAAAALklEQVR42u3BAQ0AAADCoPdPbQ43oAAAAAAAAAAAAAAAAAAAAAAAAAAAAADgzwBbaAABSKDWhwAAAABJRU5ErkJggg==',
  'base64',
)

/** A chapter of a few screens that the book declares as scrolled, and two pictures that are pages. */
function scrolledBook(): Promise<string> {
  const paragraphs = Array.from(
    { length: 60 },
    (_, index) => `<p>Parágrafo ${index + 1}, que se lê rolando a tela.</p>`,
  )
  return writeBook({
    'OEBPS/livro.opf': titledPackage(SCROLLED_BOOK, {
      metadata: '<meta property="rendition:flow">scrolled-doc</meta>',
      manifest:
        '<item id="p" href="p.png" media-type="image/png" fallback="c2"/><item id="q" href="q.png" media-type="image/png" fallback="c2"/>',
      spine:
        '<itemref idref="c1"/><itemref idref="p" properties="rendition:layout-pre-paginated"/><itemref idref="q" properties="rendition:layout-pre-paginated"/>',
    }),
    'OEBPS/nav.xhtml': page(
      '<nav epub:type="toc"><ol><li><a href="c1.xhtml">Texto</a></li><li><a href="p.png">Estampa</a></li></ol></nav>',
    ),
    'OEBPS/c1.xhtml': page(paragraphs.join('')),
    'OEBPS/c2.xhtml': page('<p>Uma torre alta.</p>'),
    'OEBPS/p.png': TALL_PNG,
    'OEBPS/q.png': TALL_PNG,
  })
}

/** A book in another language, whose chapters are written left to right and its pages in right-to-left order. */
function rightToLeftBook(): Promise<string> {
  return writeBook({
    'OEBPS/livro.opf': titledPackage(RIGHT_TO_LEFT_BOOK, {
      spineAttributes: 'page-progression-direction="rtl"',
    }).replace('pt-BR', 'ar'),
    'OEBPS/nav.xhtml': page(
      '<nav epub:type="toc"><ol><li><a href="c1.xhtml">Um</a></li><li><a href="c2.xhtml">عالم</a></li></ol></nav>',
    ),
    'OEBPS/c2.xhtml': page('<h1>Dois</h1><p>مرحبا بالعالم!</p>'),
  })
}

/** Metadata of a careful publisher. */
const ACCESSIBLE = `
  <dc:subject>Bibliotecas</dc:subject><dc:subject>Ficção</dc:subject><dc:date>2024-05-02</dc:date>
  <dc:publisher>Casa da Leitura</dc:publisher>
  <dc:description>Um bibliotecário encontra a estante desarrumada e sai à procura de quem leu trezentos volumes numa madrugada.</dc:description>
  <meta property="belongs-to-collection" id="serie">Noites na biblioteca</meta>
  <meta refines="#serie" property="collection-type">series</meta>
  <meta refines="#serie" property="group-position">2</meta>
  <meta property="schema:accessMode">textual</meta><meta property="schema:accessMode">visual</meta><meta property="schema:accessModeSufficient">textual</meta>
  <meta property="schema:accessibilityFeature">displayTransformability</meta><meta property="schema:accessibilityFeature">alternativeText</meta>
  <meta property="schema:accessibilityFeature">tableOfContents</meta><meta property="schema:accessibilityHazard">none</meta>
  <meta property="schema:accessibilitySummary">Todas as figuras têm descrição.</meta>
  <meta property="dcterms:conformsTo" id="norma">EPUB Accessibility 1.1 - WCAG 2.1 Level AA</meta>
  <meta property="a11y:certifiedBy" refines="#norma" id="quem">Fundação Ler</meta><meta property="dcterms:date" refines="#quem">2026-03-15</meta>
  <link rel="a11y:certifierReport" refines="#quem" href="https://example.com/relatorio"/>`

/** Narrow justified paragraphs of long words, and text that must not be hyphenated. */
function proseBook(): Promise<string> {
  const sentences = [
    'Na manhã seguinte, o bibliotecário encontrou a estante desarrumada e os dicionários empilhados sobre a escrivaninha da entrada.',
    'Perguntou-se, desconfiado, quem teria atravessado o corredor durante a madrugada, carregando uma lamparina e trezentos volumes.',
    'A chave continuava pendurada no lugar, e a fechadura não tinha sido arranhada.',
    'Sentou-se, porém, porque estava cansado, e folheou vagarosamente o primeiro volume; bastaram três páginas para que reconhecesse a caligrafia.',
    'Os funcionários chegaram conversando animadamente, e nenhum deles estranhou a desarrumação, que afinal acontecia todas as segundas-feiras.',
    'Escreveu então aos colegas da universidade bilhetes extraordinariamente carinhosos e desnecessariamente compridos, pedindo esclarecimentos.',
  ]
  const paragraphs = Array.from({ length: 24 }, (_, index) => {
    const chosen = Array.from({ length: 5 }, (_, at) => sentences[(index * 5 + at) % sentences.length])
    return `<p>${chosen.map((sentence, at) => `(${index * 5 + at + 1}) ${sentence}`).join(' ')}</p>`
  })
  const others = `<p lang="fr">Les bibliothécaires cherchaient, extraordinairement patients, un catalogue oublié.</p>
    <p>O endereço <code>desenvolvimentos</code> e o nome <i translate="no">extraordinariamente</i> ficam inteiros.</p>
    <p>A edi\u00adtora dividiu.</p>`
  return writeBook({
    'OEBPS/livro.opf': titledPackage(PROSE_BOOK, { metadata: ACCESSIBLE, spine: '<itemref idref="c1"/>' }),
    'OEBPS/c1.xhtml': page(
      `<h1>Considerações extraordinariamente desnecessárias</h1>${paragraphs.join('')}${others}`,
      '<style>body { text-align: justify; hyphens: auto; font-family: "DejaVu Serif", serif }</style>',
    ),
  })
}

/** Two narrated chapters: the first has a table, a page number, a note and a page without narration. */
async function spokenBook(): Promise<string> {
  const first: [id: string, words: string, end: number, type?: string][] = [
    ['t', 'O relógio da varanda', 1.572],
    ['f1', 'Na varanda da casa havia um relógio parado.', 4.348],
    ['f2', 'Ninguém lhe dava corda desde o inverno.', 6.839],
    ['p12', '12', 7.79, 'pagebreak'],
    ['f3', 'O menino encostou o ouvido no vidro e jurou que escutava o mar.', 11.558],
    ['f4', 'A avó riu baixinho e puxou a cadeira para perto.', 14.55],
    ['n1', 'O relógio é de mil novecentos e dois.', 17.463, 'footnote'],
  ]
  const second: typeof first = [
    ['g1', 'Todo relógio guarda a última hora que ouviu, disse ela.', 20.799],
    ['g2', 'Este guardou a hora em que o barco voltou.', 23.369],
  ]
  const overlay = (file: string, phrases: typeof first, begin: number) => {
    const pars = phrases.map(([id, , end, type], index) => {
      const start = phrases[index - 1]?.[2] ?? begin
      const kind = type ? ` epub:type="${type}"` : ''
      return `<par${kind}><text src="${file}#${id}"/><audio src="leitura.mp3" clipBegin="${start}s" clipEnd="${end}s"/></par>`
    })
    return `<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0"><body>${pars.join('')}</body></smil>`
  }
  const toParagraphs = (phrases: typeof first) =>
    phrases.map(([id, phrase]) => `<p><span id="${id}">${phrase}</span> <em>Isto ninguém lê.</em></p>`)
  const unspoken = '<p>Uma página que só se lê, com muitas palavras miúdas e compridas.</p>'.repeat(60)
  const paragraphs = toParagraphs(first)
  return writeBook({
    'OEBPS/livro.opf': titledPackage(SPOKEN_BOOK, {
      manifest:
        '<item id="m1" href="c1.smil" media-type="application/smil+xml"/><item id="m2" href="c2.smil" media-type="application/smil+xml"/>',
    })
      .replace('<item id="c1"', '<item id="c1" media-overlay="m1"')
      .replace('<item id="c2"', '<item id="c2" media-overlay="m2"'),
    'OEBPS/nav.xhtml': page(
      '<nav epub:type="toc"><ol><li><a href="c1.xhtml">Um</a></li><li><a href="c2.xhtml">Dois</a><ol><li><a href="c2.xhtml#g2">O barco</a></li></ol></li></ol></nav>',
    ),
    'OEBPS/c1.xhtml': page([...paragraphs.slice(0, 4), unspoken, ...paragraphs.slice(4)].join('')),
    'OEBPS/c2.xhtml': page(toParagraphs(second).join('')),
    'OEBPS/c1.smil': overlay('c1.xhtml', first, 0).replace(
      /<par><text src="c1.xhtml#f1".+f2.+?<\/par>/,
      '<seq epub:type="table">$&</seq>',
    ),
    'OEBPS/c2.smil': overlay('c2.xhtml', second, 17.463),
    'OEBPS/leitura.mp3': await readFile(new URL('../../formats/fixtures/audio/leitura.mp3', import.meta.url)),
  })
}

/** Pages of fixed layout: a picture, two pages of words that face each other, and another picture. */
function fixedBook(): Promise<string> {
  const viewport = '<meta name="viewport" content="width=600, height=800"/>'
  const style =
    '<style>body { margin: 0; width: 600px; height: 800px; background: #fff; user-select: none } p, h1 { position: absolute; left: 60px; margin: 0; width: 480px; font: 24px/1.4 serif } h1 { font-size: 40px }</style>'
  const fixed = (body: string) => page(body, viewport + style)
  const textPage = (title: string, ...sentences: string[]) =>
    fixed(
      `<h1 style="top: 80px">${title}</h1>${sentences.map((one, index) => `<p id="f${index}" style="top: ${200 + index * 120}px">${one}</p>`).join('')}`,
    )
  const names = ['c1', 'c2', 'c3', 'c4']
  return writeBook({
    'OEBPS/livro.opf': titledPackage(FIXED_BOOK, {
      metadata: '<meta property="rendition:layout">pre-paginated</meta>',
      manifest: ['c3', 'c4']
        .map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`)
        .join(''),
      spine: names.map((id) => `<itemref idref="${id}"/>`).join(''),
    }),
    'OEBPS/nav.xhtml': page(
      '<nav epub:type="toc"><ol><li><a href="c1.xhtml">Capa</a></li><li><a href="c2.xhtml">O gato</a></li><li><a href="c3.xhtml#f1">A lua</a></li></ol></nav>',
    ),
    'OEBPS/c1.xhtml': fixed('<img src="torre.png" alt="Uma torre" style="width: 400px; height: 800px"/>'),
    'OEBPS/c2.xhtml': textPage('O gato', 'O gato subiu no telhado da padaria.', 'De lá viu a cidade dormir.'),
    'OEBPS/c3.xhtml': textPage(
      'A lua',
      'A lua espiava por trás da chaminé.',
      'Boa noite, disse o gato, e a lua piscou.',
      '<a href="c1.xhtml">De volta ao começo.</a>',
    ),
    'OEBPS/c4.xhtml': fixed('<img src="torre.png" alt="" style="width: 400px; height: 800px"/>'),
    'OEBPS/torre.png': TALL_PNG,
  })
}

/** Chapters with all known attacks. */
function hostileBook(): Promise<string> {
  const chapters = attackPages().map((page, index) => [`ataque-${index + 1}`, page] as const)
  return writeBook({
    'OEBPS/livro.opf': titledPackage(HOSTILE_BOOK, {
      manifest: [
        ...chapters.map(([id]) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`),
        '<item id="mau" href="mau.js" media-type="text/javascript"/>',
      ].join(''),
      spine: chapters.map(([id]) => `<itemref idref="${id}"/>`).join(''),
    }),
    'OEBPS/mau.js': 'window.ran = parent.ran = top.ran = 1',
    ...Object.fromEntries(chapters.map(([id, text]) => [`OEBPS/${id}.xhtml`, text])),
  })
}
