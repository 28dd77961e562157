import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Puts `older-engines.js` first into the page: an engine older than the baseline shows the sentence instead of a blank
 * page, and tells the host.
 */
export function olderEngines(sentence: string): Plugin {
  const children = olderEnginesScript(sentence)
  return {
    name: 'older-engines',
    transformIndexHtml: {
      order: 'pre',
      handler: () => [{ tag: 'script', children, injectTo: 'head-prepend' }],
    },
  }
}

/** The script without its comments, and with the sentence in it: before anything says how the page is encoded. */
export function olderEnginesScript(sentence: string): string {
  const literal = JSON.stringify(sentence).replace(/[^ -~]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return readFileSync(new URL('older-engines.js', import.meta.url), 'utf8')
    .replace('__SENTENCE__', () => literal)
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^ +/gm, '')
}
