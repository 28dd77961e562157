import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Puts `older-engines.js` first in the page: unsupported engines show a sentence instead of a blank page, and notify
 * the host.
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

/**
 * Returns the script without comments, with the sentence escaped to ASCII, since it runs before the page declares its
 * encoding.
 */
export function olderEnginesScript(sentence: string): string {
  const literal = JSON.stringify(sentence).replace(/[^ -~]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return readFileSync(new URL('older-engines.js', import.meta.url), 'utf8')
    .replace('__SENTENCE__', () => literal)
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^ +/gm, '')
}
