import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import markdownIt, { type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import { figures } from '../sources/figures.ts'
import type { Work } from '../sources/works.ts'
import { type Chapter, escapeXml } from './text.ts'

/** Constant, for reproducible files. */
const MADE_AT = new Date('2026-11-20T12:00:00Z')

/** Writes an EPUB 3 at `path`: package, navigation, a document for each chapter, figures and cover. */
export async function makeEpub(work: Work, chapters: Chapter[], cover: Uint8Array, path: string): Promise<void> {
  const documents = chapters.map((chapter, n) => ({
    name: `capitulo-${n + 1}.xhtml`,
    title: chapter.title,
    content: chapterDocument(work, chapter, n === 0),
  }))
  const images = await drawFigures(chapters)
  const hasSvg = (content: string) => /src="imagens\/[^"]+\.svg"/.test(content)

  const zip = new ZipFile()
  const add = (name: string, content: string | Uint8Array, compress = true) =>
    zip.addBuffer(Buffer.from(content), name, { mtime: MADE_AT, compress, forceDosTimestamp: true })
  // The first entry, stored and without extra fields: https://www.w3.org/TR/epub-33/#sec-zip-container-mime
  add('mimetype', 'application/epub+zip', false)
  add('META-INF/container.xml', container)
  add('livro/pacote.opf', packageDocument(work, documents, images, hasSvg))
  add('livro/sumario.xhtml', navigationDocument(work, documents))
  add('livro/estilo.css', readFileSync(new URL('../sources/book.css', import.meta.url)))
  for (const document of documents) add(`livro/${document.name}`, document.content)
  for (const image of images) add(`livro/imagens/${image.name}`, image.bytes, image.name.endsWith('.svg'))
  add('livro/imagens/capa.jpg', cover, false)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

interface BookDocument {
  name: string
  title: string
  content: string
}

interface BookImage {
  name: string
  bytes: Uint8Array
}

const markdown = markdownIt({ xhtmlOut: true, typographer: true, quotes: '“”‘’' }).use(footnotes)
const verse = markdownIt({ xhtmlOut: true, breaks: true, typographer: true, quotes: '“”‘’' })

// Footnotes in the EPUB vocabulary, so that readers can open them in place. Numbered through the whole book, by their
// labels.
const noteNumber = (token: Token | undefined) => escapeXml(String(token?.meta?.label))
markdown.renderer.rules.footnote_ref = (tokens, index) => {
  const n = noteNumber(tokens[index])
  return `<a epub:type="noteref" role="doc-noteref" class="chamada" id="chamada-${n}" href="#nota-${n}">${n}</a>`
}
markdown.renderer.rules.footnote_block_open = () =>
  '<section class="notas" epub:type="footnotes" role="doc-endnotes">\n'
markdown.renderer.rules.footnote_block_close = () => '</section>\n'
markdown.renderer.rules.footnote_open = (tokens, index) => {
  const n = noteNumber(tokens[index])
  return `<aside epub:type="footnote" role="doc-footnote" id="nota-${n}"><span class="numero">${n}</span>\n`
}
markdown.renderer.rules.footnote_close = () => '</aside>\n'
markdown.renderer.rules.footnote_anchor = (tokens, index) => {
  const n = noteNumber(tokens[index])
  return ` <a role="doc-backlink" href="#chamada-${n}" aria-label="Voltar ao texto">↩</a>`
}
/** Converts a paragraph with only a picture to a figure, and `## Heading {#id}` to a link target. */
const dress = (html: string) =>
  html
    .replaceAll(
      /<p><img src="([^"]+)" alt="([^"]*)"[^>]*\/><\/p>/g,
      '<figure><img src="imagens/$1" alt="$2"/></figure>',
    )
    .replaceAll(/<h2>(.*?) \{#(\w+)\}<\/h2>/g, '<h2 id="$2">$1</h2>')
    .replaceAll('<table>', '<table class="quadro">')

/** The first document includes the book's title, so that there are as many documents as chapters. */
function chapterDocument(work: Work, { title, body }: Chapter, isFirst: boolean): string {
  const html = dress((work.verse ? verse : markdown).render(body))
  const kind = work.verse ? ' class="poema"' : ''
  return page(
    work,
    title,
    `${isFirst ? titleBlock(work) : ''}<section epub:type="chapter" role="doc-chapter" aria-labelledby="titulo"${kind}>\n<h1 id="titulo">${escapeXml(title)}</h1>\n${html}</section>`,
  )
}

function titleBlock(work: Work): string {
  return `<header epub:type="titlepage" class="rosto">
<p class="autoria">${escapeXml(work.author)}</p>
<p class="titulo">${escapeXml(work.title)}</p>
<p class="chamariz">${escapeXml(work.subtitle)}</p>
</header>
`
}

function navigationDocument(work: Work, documents: BookDocument[]): string {
  const entries = documents.map(({ name, title }) => `<li><a href="${name}">${escapeXml(title)}</a></li>`)
  return page(
    work,
    'Sumário',
    `<nav epub:type="toc" role="doc-toc" aria-labelledby="titulo"><h1 id="titulo">Sumário</h1><ol>
${entries.join('\n')}
</ol></nav>
<nav epub:type="landmarks" hidden="hidden"><h2>Pontos de referência</h2><ol>
<li><a epub:type="bodymatter" href="${documents[0]!.name}">Início do texto</a></li>
</ol></nav>`,
  )
}

function packageDocument(
  work: Work,
  documents: BookDocument[],
  images: BookImage[],
  hasSvg: (content: string) => boolean,
): string {
  const chapterItems = documents.map(
    ({ name, content }, n) =>
      `<item id="capitulo-${n + 1}" href="${name}" media-type="application/xhtml+xml"${hasSvg(content) ? ' properties="svg"' : ''}/>`,
  )
  const imageItems = images.map(
    ({ name }, n) =>
      `<item id="imagem-${n + 1}" href="imagens/${name}" media-type="image/${name.endsWith('.svg') ? 'svg+xml' : 'png'}"/>`,
  )
  const features = [
    'structuralNavigation',
    'tableOfContents',
    'readingOrder',
    'displayTransformability',
    'alternativeText',
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="pt-BR">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${identifier(work.slug)}</dc:identifier>
<dc:title id="titulo">${escapeXml(work.title)}</dc:title>
<dc:creator id="autoria">${escapeXml(work.author)}</dc:creator>
<meta refines="#autoria" property="role" scheme="marc:relators">aut</meta>
<meta refines="#autoria" property="file-as">${escapeXml(fileAs(work.author))}</meta>
<dc:language>pt-BR</dc:language>
<dc:publisher>Estante</dc:publisher>
<dc:date>2026-11-20</dc:date>
<dc:description>${escapeXml(work.description)}</dc:description>
${work.subjects.map((subject) => `<dc:subject>${escapeXml(subject)}</dc:subject>`).join('\n')}
<dc:rights>Texto e imagens originais, sob a licença MIT.</dc:rights>
<meta property="dcterms:modified">${MADE_AT.toISOString().slice(0, 19)}Z</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
${features.map((feature) => `<meta property="schema:accessibilityFeature">${feature}</meta>`).join('\n')}
<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">Livro com sumário, títulos em cada capítulo e descrição de todas as ilustrações; o texto se ajusta ao tamanho e às cores de quem lê.</meta>
<meta name="cover" content="capa"/>
</metadata>
<manifest>
<item id="sumario" href="sumario.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="estilo" href="estilo.css" media-type="text/css"/>
<item id="capa" href="imagens/capa.jpg" media-type="image/jpeg" properties="cover-image"/>
${[...chapterItems, ...imageItems].join('\n')}
</manifest>
<spine>
${documents.map((_, n) => `<itemref idref="capitulo-${n + 1}"/>`).join('\n')}
</spine>
</package>
`
}

function page(work: Work, title: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="pt-BR" xml:lang="pt-BR">
<head>
<title>${escapeXml(title)} · ${escapeXml(work.title)}</title>
<link rel="stylesheet" type="text/css" href="estilo.css"/>
</head>
<body>
${body}
</body>
</html>
`
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="livro/pacote.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

/** Draws the figures named in the text: `.svg` as they are, `.png` at twice a phone's width. */
async function drawFigures(chapters: Chapter[]): Promise<BookImage[]> {
  const named = chapters.flatMap(({ body }) =>
    [...body.matchAll(/\]\(([\w-]+\.(?:svg|png))\)/g)].map((match) => match[1]!),
  )
  return Promise.all(
    [...new Set(named)].map(async (name) => {
      const draw = figures[name.slice(0, -4)]
      if (!draw) throw new Error(`No figure is called ${name}`)
      const svg = Buffer.from(draw())
      const bytes = name.endsWith('.svg')
        ? svg
        : await sharp(svg).resize(1080).png({ palette: true, colours: 128 }).toBuffer()
      return { name, bytes }
    }),
  )
}

function identifier(slug: string): string {
  const hash = createHash('sha256').update(`estante/${slug}`).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

function fileAs(name: string): string {
  const words = name.split(' ')
  return `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`
}
