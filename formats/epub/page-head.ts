import type { Removals } from '../removals.ts'
import type { MarkupReferences } from './sanitize-attributes.ts'
import { cleanStyle } from './style-sheet.ts'
import { escapeXml } from './xml.ts'

/** Collects a page's title, style sheets and viewport from its head. */
export function createPageHead({ file, inStyle }: MarkupReferences, removals: Removals) {
  const parts: string[] = []
  let title = ''

  return {
    /** Of several titles, the first one counts. */
    setTitle(text: string) {
      title ||= text.replace(/\s+/g, ' ').trim()
    },

    linkStyleSheet(attributes: Record<string, string>) {
      const kinds = (attributes.rel ?? '').toLowerCase().split(/\s+/)
      if (!kinds.includes('stylesheet') || kinds.includes('alternate')) {
        if (/import|preload|prefetch|script/.test(kinds.join(' '))) removals.add('remote')
        return
      }
      const href = file(attributes.href ?? '', 'style')
      if (href) parts.push(`<link rel="stylesheet" type="text/css" href="${escapeXml(href)}"${mediaOf(attributes)}/>`)
    },

    addViewport({ name, content = '', 'http-equiv': command }: Record<string, string>) {
      if (name?.toLowerCase() === 'viewport') parts.push(`<meta name="viewport" content="${escapeXml(content)}"/>`)
      else if (command?.toLowerCase() === 'refresh') removals.add('script')
    },

    /** Cleans a style element, and adds it to the head, or to the drawing that it is in. */
    addStyle(css: string, attributes: Record<string, string>, target = parts) {
      const cleaned = cleanStyle(css.replace(/<!\[CDATA\[|\]\]>/g, ''), inStyle, removals)
      const content = escapeXml(cleaned).replaceAll('&quot;', '"')
      target.push(`<style type="text/css"${mediaOf(attributes)}>${content}</style>`)
    },

    result: () => ({ head: parts.join(''), title }),
  }
}

function mediaOf({ media }: Record<string, string>) {
  return media ? ` media="${escapeXml(media)}"` : ''
}
