import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ATTACKS, attackPage } from '@estante/formats/fixtures/epub/attacks.ts'
import { packageDocument, page, writeBook } from '@estante/formats/fixtures/epub/build-epub.ts'
import { readConfig } from '@estante/server/config.ts'
import { closeContext, openContext } from '@estante/server/context.ts'
import { importPaths } from '@estante/server/imports/sources/import-paths.ts'

export const LINKED_BOOK = 'Livro com saídas'
export const HOSTILE_BOOK = 'Livro hostil'
export const ONE_FILE_BOOK = 'Livro num arquivo só'
export const SCROLLED_BOOK = 'Livro de rolar'
export const RIGHT_TO_LEFT_BOOK = 'Livro da direita'
export const PROSE_BOOK = 'Livro de prosa'
export const LINK_OUT = 'https://example.com/fora?a=1&b=2'

/** Imports the books every test finds, once a run; each worker takes a copy of the folder. Returns how to remove it. */
export default async function prepareLibrary(): Promise<() => Promise<void>> {
  for (const application of ['play', 'panel']) {
    const built = fileURLToPath(new URL(`../../${application}/dist/index.html`, import.meta.url))
    if (!existsSync(built)) throw new Error(`${application}/ is not built. Run: npm run build`)
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-e2e-library-'))
  process.env.E2E_LIBRARY = dataDir
  const context = await openContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }))
  const samples = fileURLToPath(new URL('../../examples/catalog/books', import.meta.url))
  const made = [
    await linkedBook(),
    await hostileBook(),
    await oneFileBook(),
    await scrolledBook(),
    await rightToLeftBook(),
    await proseBook(),
  ]
  const { failed } = await importPaths(context, [samples, ...made])
  for (const book of made) await rm(dirname(book), { recursive: true })
  await closeContext(context)
  const remove = () => rm(dataDir, { recursive: true })
  if (failed.length === 0) return remove
  await remove()
  throw new Error(failed.map(({ file, reason }) => `${file}: ${reason}`).join('\n'))
}

function linkedBook(): Promise<string> {
  const link = `<p><a href="${LINK_OUT.replace('&', '&amp;')}">Uma página de fora</a></p>`
  return writeBook({
    'OEBPS/livro.opf': packageDocument().replace('O livro de teste', LINKED_BOOK),
    'OEBPS/c1.xhtml': page(`<h1>Um</h1>${link}`),
  })
}

/** Twelve chapters of a few pages, all in one file, that begin on pages 10, 20, 30 of the edition on paper. */
function oneFileBook(): Promise<string> {
  const numbers = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']
  const entries = numbers.map((number) => `<li><a href="c1.xhtml#cap-${number}">${number}</a></li>`)
  const pages = numbers.map((number, index) => `<li><a href="c1.xhtml#cap-${number}">${(index + 1) * 10}</a></li>`)
  const chapters = numbers.map((number) => {
    const sentences = Array.from({ length: 300 }, (_, index) => `Frase ${index + 1} do capítulo ${number}.`)
    return `<h2 id="cap-${number}">${number}</h2><p>${sentences.join(' ')}</p>`
  })
  return writeBook({
    'OEBPS/livro.opf': packageDocument({ spine: '<itemref idref="c1"/>' })
      .replace('O livro de teste', ONE_FILE_BOOK)
      .replace(/urn:uuid:[^<]+/, 'urn:uuid:12121212-1234-1234-1234-123456789abc'),
    'OEBPS/nav.xhtml': page(
      `<nav epub:type="toc"><ol>${entries.join('')}</ol></nav><nav epub:type="page-list"><ol>${pages.join('')}</ol></nav>`,
    ),
    'OEBPS/c1.xhtml': page(chapters.join('')),
  })
}

/** Twice as tall as wide. */
const TALL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAMAAACuX0YVAAAAA1BMVEUid2ZYHIQIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgYGAAAAAEAAGjChXjAAAAAElFTkSuQmCC',
  'base64',
)

/** A chapter of a few screens, that its book wants scrolled, and a picture that is a page of its own. */
function scrolledBook(): Promise<string> {
  const paragraphs = Array.from(
    { length: 60 },
    (_, index) => `<p>Parágrafo ${index + 1}, que se lê rolando a tela.</p>`,
  )
  return writeBook({
    'OEBPS/livro.opf': packageDocument({
      metadata: '<meta property="rendition:flow">scrolled-doc</meta>',
      manifest: '<item id="p" href="p.png" media-type="image/png" fallback="c2"/>',
      spine: '<itemref idref="c1"/><itemref idref="p" properties="rendition:layout-pre-paginated"/>',
    })
      .replace('O livro de teste', SCROLLED_BOOK)
      .replace(/urn:uuid:[^<]+/, 'urn:uuid:34343434-1234-1234-1234-123456789abc'),
    'OEBPS/nav.xhtml': page(
      '<nav epub:type="toc"><ol><li><a href="c1.xhtml">Texto</a></li><li><a href="p.png">Estampa</a></li></ol></nav>',
    ),
    'OEBPS/c1.xhtml': page(paragraphs.join('')),
    'OEBPS/c2.xhtml': page('<p>Uma torre alta.</p>'),
    'OEBPS/p.png': TALL_PNG,
  })
}

/** Written from the left, and turned from the right. */
function rightToLeftBook(): Promise<string> {
  return writeBook({
    'OEBPS/livro.opf': packageDocument({ spineAttributes: 'page-progression-direction="rtl"' })
      .replace('O livro de teste', RIGHT_TO_LEFT_BOOK)
      .replace(/urn:uuid:[^<]+/, 'urn:uuid:56565656-1234-1234-1234-123456789abc'),
  })
}

/** Justified, in narrow paragraphs of long words, with what is not to be divided among them. */
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
    const words = Array.from({ length: 5 }, (_, place) => sentences[(index * 5 + place) % sentences.length])
    return `<p>${words.map((sentence, place) => `(${index * 5 + place + 1}) ${sentence}`).join(' ')}</p>`
  })
  const others = `<p lang="fr">Les bibliothécaires cherchaient, extraordinairement patients, un catalogue oublié.</p>
    <p>O endereço <code>desenvolvimentos</code> e o nome <i translate="no">extraordinariamente</i> ficam inteiros.</p>
    <p>A edi\u00adtora dividiu.</p>`
  return writeBook({
    'OEBPS/livro.opf': packageDocument({ spine: '<itemref idref="c1"/>' })
      .replace('O livro de teste', PROSE_BOOK)
      .replace(/urn:uuid:[^<]+/, 'urn:uuid:78787878-1234-1234-1234-123456789abc'),
    'OEBPS/c1.xhtml': page(
      `<h1>Considerações extraordinariamente desnecessárias</h1>${paragraphs.join('')}${others}`,
      '<style>body { text-align: justify; hyphens: auto; font-family: "DejaVu Serif", serif }</style>',
    ),
  })
}

/** A chapter for each known attack, in their order. */
function hostileBook(): Promise<string> {
  const chapters = Object.values(ATTACKS).map((attack, index) => [`ataque-${index + 1}`, attackPage(attack)] as const)
  const identifier = 'urn:uuid:87654321-1234-1234-1234-123456789abc'
  return writeBook({
    'OEBPS/livro.opf': packageDocument({
      manifest: [
        ...chapters.map(([id]) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`),
        '<item id="mau" href="mau.js" media-type="text/javascript"/>',
      ].join(''),
      spine: chapters.map(([id]) => `<itemref idref="${id}"/>`).join(''),
    })
      .replace('O livro de teste', HOSTILE_BOOK)
      .replace(/urn:uuid:[^<]+/, identifier),
    'OEBPS/mau.js': 'window.ran = parent.ran = top.ran = 1',
    ...Object.fromEntries(chapters.map(([id, text]) => [`OEBPS/${id}.xhtml`, text])),
  })
}
