import { readFile } from 'node:fs/promises'
import markdownIt, { type Token } from 'markdown-it'
import { type CodeLanguage, codePanel } from './code.ts'
import { GUIDE_PAGES, type GuidePage, guidePath } from './guide-pages.ts'
import { html, raw } from './html.ts'
import { launchDiagram } from './launch-diagram.ts'
import { sectionId } from './section-id.ts'

const FOLDER = new URL('../../docs/parceiro/', import.meta.url)
/** The address in the examples of the guide. */
const EXAMPLE = 'https://livros.example.com'

const LANGUAGES: Record<string, { language: CodeLanguage; title: string }> = {
  sh: { language: 'bash', title: 'Terminal' },
  json: { language: 'json', title: 'JSON' },
  js: { language: 'javascript', title: 'JavaScript' },
  ts: { language: 'typescript', title: 'TypeScript' },
  jsx: { language: 'javascript', title: 'JSX' },
  html: { language: 'xml', title: 'HTML' },
  kotlin: { language: 'kotlin', title: 'Kotlin' },
  swift: { language: 'swift', title: 'Swift' },
  dart: { language: 'dart', title: 'Dart' },
}

/** Renders a page of the guide, with the addresses of this service, and lists its chapters. */
export async function readGuide({ file }: GuidePage, { baseUrl, playUrl }: { baseUrl: string; playUrl: string }) {
  const text = (await readFile(new URL(`${file}.md`, FOLDER), 'utf8'))
    .replaceAll(`${EXAMPLE}/launch`, `${playUrl}/launch`)
    .replaceAll(EXAMPLE, file === 'visao-embutida' ? playUrl : baseUrl)
  const tokens = markdown.parse(text, {})
  labelTables(tokens)
  const chapters = tokens.flatMap(({ type, tag }, index): [id: string, name: string][] => {
    const name = tokens[index + 1]?.content ?? ''
    return type === 'heading_open' && tag === 'h2' ? [[sectionId(name), name]] : []
  })
  return { content: raw(markdown.renderer.render(tokens, markdown.options, {})), chapters }
}

const markdown = markdownIt()
const { rules } = markdown.renderer
rules.heading_open = (tokens, index) => {
  const { tag } = tokens[index]!
  const id = sectionId(tokens[index + 1]!.content)
  return html`${raw(`<${tag}`)} id="${id}"><a class="anchor" href="#${id}">`.markup
}
rules.heading_close = (tokens, index) => `</a></${tokens[index]!.tag}>`
rules.fence = (tokens, index) => {
  const { info, content } = tokens[index]!
  // The launch, drawn with letters.
  if (info === '') return launchDiagram().markup
  const { language, title } = LANGUAGES[info]!
  return codePanel(title, language, content).markup
}
rules.table_open = (tokens, index) =>
  html`<div class="table" tabindex="0" role="region" aria-label="${tokens[index]!.attrGet('aria-label') ?? ''}"><table>`
    .markup
rules.table_close = () => '</table></div>'
rules.link_open = (tokens, index) => {
  const href = addressOf(String(tokens[index]!.attrGet('href')))
  return (href === undefined ? html`<a>` : html`<a href="${href}">`).markup
}
rules.bullet_list_open = (tokens, index) =>
  tokens[index + 3]?.content.startsWith('[ ] ') ? '<ul class="checklist">' : '<ul>'
rules.text = (tokens, index) => html`${tokens[index]!.content.replace(/^\[ \] /, '☐ ')}`.markup

/** Returns the address of a link; undefined for a file that the service does not hand out. */
function addressOf(href: string): string | undefined {
  if (/^(?:https?:|mailto:)/.test(href)) return href
  const [path = '', hash] = href.split('#')
  const page = GUIDE_PAGES.find(({ file }) => path === `${file}.md`)
  if (path !== '' && !page) return undefined
  return `${page ? guidePath(page) : ''}${hash === undefined ? '' : `#${sectionId(decodeURIComponent(hash))}`}`
}

/**
 * Names each table by its columns, for screen readers, and gives each cell the name of its column, which narrow screens
 * show before it.
 */
function labelTables(tokens: Token[]): void {
  let table: Token | undefined
  let names: string[] = []
  let column = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') [table, names] = [token, []]
    if (token.type === 'thead_close') table!.attrSet('aria-label', `Tabela: ${names.join(', ')}`)
    if (token.type === 'tr_open') column = 0
    if (token.type === 'th_open') names.push(tokens[index + 1]!.content.replaceAll('`', ''))
    if (token.type === 'td_open') token.attrSet('data-label', names[column++] ?? '')
  }
}
