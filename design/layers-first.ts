import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Inlines the order of the CSS layers into the page before every style sheet. Bundlers drop it from the sheets, and
 * lazy chunks load in any order.
 */
export function layersFirst(): Plugin {
  return {
    name: 'layers-first',
    transformIndexHtml: {
      order: 'pre',
      handler: () => {
        const [order = ''] = /@layer [^;]+;/.exec(readFileSync(new URL('layers.css', import.meta.url), 'utf8')) ?? []
        return [{ tag: 'style', children: order, injectTo: 'head' }]
      },
    },
  }
}
