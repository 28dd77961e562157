import type { Metadata } from '@estante/contract/manifest.ts'
import { relativeHref } from './book-path.ts'
import { EPUB, SVG, XHTML } from './namespaces.ts'
import type { MarkupReferences } from './sanitize-attributes.ts'
import type { SanitizedMarkup } from './sanitize-markup.ts'
import { escapeXml } from './xml.ts'

const WHOLE_PAGE =
  'html,body{margin:0;height:100%}body>svg,body>img{display:block;margin:auto;max-width:100%;max-height:100%}'

/** Composes the XHTML page of a chapter, as served. */
export function composePage(markup: SanitizedMarkup, metadata: Metadata): string {
  const { head, body, title, htmlAttributes, bodyAttributes } = markup
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="${XHTML}" xmlns:epub="${EPUB}"${htmlAttributes}><head><title>${escapeXml(title || metadata.title)}</title>${head}</head>
<body${bodyAttributes}>${body}</body></html>
`
}

/** Composes a drawing as an SVG image, as served. */
export function composeDrawing({ body }: SanitizedMarkup): string {
  const drawing = body.startsWith('<svg') ? body : '<svg xmlns="http://www.w3.org/2000/svg"></svg>'
  return `<?xml version="1.0" encoding="UTF-8"?>\n${drawing.replace('<svg', `<svg xmlns:epub="${EPUB}"`)}\n`
}

/**
 * Composes a page around a drawing in the spine. Inline, so its text can be selected, its links followed and its styles
 * apply.
 */
export function drawingPage(source: string, markup: SanitizedMarkup, references: MarkupReferences, metadata: Metadata) {
  const sheets = [...source.matchAll(/<\?xml-stylesheet\s([^<>]{1,2048})\?>/g)]
    .flatMap(([, attributes]) => /href\s*=\s*["']([^"']+)["']/.exec(attributes!)?.[1] ?? [])
    .flatMap((address) => references.file(address, 'style') ?? [])
    .map((href) => `<link rel="stylesheet" type="text/css" href="${escapeXml(href)}"/>`)
  const size = metadata.layout === 'fixed' ? viewport(markup.body) : ''
  const head = `${size}<style type="text/css">${escapeXml(WHOLE_PAGE)}</style>${sheets.join('')}${markup.head}`
  return composePage({ ...markup, head }, metadata)
}

/** Composes a page around a picture in the spine. */
export function picturePage(href: string, pageHref: string, altText: string, metadata: Metadata): string {
  return composePage(
    {
      head: `<style type="text/css">${escapeXml(WHOLE_PAGE)}</style>`,
      body: `<img src="${escapeXml(relativeHref(pageHref, href))}" alt="${escapeXml(altText)}"/>`,
      title: metadata.title,
      wordCount: 0,
      htmlAttributes: '',
      bodyAttributes: '',
    },
    metadata,
  )
}

/** Derives the viewport of a fixed-layout page from the drawing's view box. */
function viewport(svg: string): string {
  const root = svg.slice(0, svg.indexOf('>'))
  if (!root.includes(SVG)) return ''
  const [, width, height] = /viewBox="[\d.-]+[ ,]+[\d.-]+[ ,]+([\d.]+)[ ,]+([\d.]+)"/.exec(root) ?? []
  return width ? `<meta name="viewport" content="width=${width}, height=${height}"/>` : ''
}
