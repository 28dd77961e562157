import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Writes the order of the layers into the page itself, before every style sheet: bundlers drop it from the sheets, whose
 * own order is that in which pieces of the application are loaded.
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
