import type { Palette } from '../appearance/appearance.ts'

const NAME = 'estante-spoken'
const ATTRIBUTE = 'data-estante-spoken'
const XHTML = 'http://www.w3.org/1999/xhtml'

/**
 * Highlights one element of a chapter. Without custom highlights (Safari before 17.2, Firefox before 140), and in
 * vertical text, where older Chromiums draw them across the columns, the element gets a background instead: neither
 * changes the layout.
 */
export function createSpokenWords() {
  let highlighted: { document: Document; element: Element } | undefined

  function clear() {
    if (!highlighted) return
    highlighted.element.removeAttribute(ATTRIBUTE)
    // WebKit goes on painting a highlight that was deleted or replaced: empty it instead.
    highlightsOf(highlighted.document)?.get(NAME)?.clear()
    highlighted = undefined
  }

  function highlight(document: Document, id: string, palette: Palette) {
    const element = document.getElementById(id)
    applyPalette(document, palette)
    if (highlighted && highlighted.element === element) return
    clear()
    if (!element) return
    const range = document.createRange()
    range.selectNodeContents(element)
    draw(document, element, range)
  }

  /** Highlights a range; without custom highlights the element around it. */
  function highlightRange(document: Document, range: Range, palette: Palette) {
    applyPalette(document, palette)
    clear()
    const { commonAncestorContainer: node } = range
    const element = node.nodeType === node.ELEMENT_NODE ? (node as Element) : node.parentElement
    if (element) draw(document, element, range)
  }

  function applyPalette(document: Document, { ink, accent }: Palette) {
    // WebKit drops the shorthand with a thickness.
    const underline = `text-decoration: underline; text-decoration-thickness: 2px; text-decoration-color: ${accent.accent};`
    applyRules(document, `background-color: rgb(${ink} / 14%); ${underline}`)
  }

  function draw(document: Document, element: Element, range: Range) {
    highlighted = { document, element }
    const highlights = highlightsOf(document)
    if (!highlights) {
      element.setAttribute(ATTRIBUTE, '')
      return
    }
    // Below the baseline: the element gets the background then.
    const highlight = highlights.get(NAME) ?? new (document.defaultView as unknown as typeof globalThis).Highlight()
    highlights.set(NAME, highlight.add(range))
  }

  return { highlight, highlightRange, clear }
}

function highlightsOf(document: Document) {
  const view = document.defaultView as unknown as typeof globalThis | null
  const root = document.body ?? document.documentElement
  if (view?.getComputedStyle(root).writingMode.startsWith('vertical')) return undefined
  // Below the baseline: undefined there.
  return view && 'Highlight' in view ? view.CSS.highlights : undefined
}

/** Adds the style sheet of the highlight to a document, or updates its colours. */
function applyRules(document: Document, declarations: string) {
  const known = document.getElementById(NAME)
  const style = known ?? document.createElementNS(XHTML, 'style')
  // Separate rules: an engine that does not support one selector of a list drops the whole rule.
  const rules = `[${ATTRIBUTE}] { ${declarations} }\n@supports selector(::highlight(a)) { ::highlight(${NAME}) { ${declarations} } }`
  if (style.textContent !== rules) style.textContent = rules
  if (known) return
  style.id = NAME
  ;(document.head ?? document.documentElement).append(style)
}
