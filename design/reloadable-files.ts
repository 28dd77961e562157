import { readFileSync } from 'node:fs'
import { minifySync, type Plugin, transformWithOxc } from 'vite'
import type { ReloadTexts } from './watch-first-files.ts'

/**
 * Imports every lazy file. Chromium before 120 compiles a script once per process, with the nonce of its first page,
 * and after a reload refuses its imports. This script contains the nonce, so each page compiles it.
 */
const IMPORT_FILE = 'var importFile = (file) => import(file) /* __CSP_NONCE__ */'

/** Vite's helper caches that a style failed, and would show the screen without it at the next attempt. */
const PRELOAD_HELPER = /vite\/preload-helper/
const CACHED_FAILURE = /seen\[href\] = void 0(;\s+throw err)/

/**
 * Lets a page retry files that failed to load: a lazy file by another import, the entry files by a reload, which a
 * button with these texts offers. Nothing is preloaded: WebKit caches the failure of a preloaded module as long as its
 * process lives.
 */
export function reloadableFiles(target: string[], texts: ReloadTexts): Plugin {
  let base = ''
  return {
    name: 'reloadable-files',
    config: () => ({ build: { modulePreload: false } }),
    configResolved: (config) => {
      base = config.base
    },
    transform: {
      filter: { id: PRELOAD_HELPER },
      handler(code) {
        if (!CACHED_FAILURE.test(code)) this.error(`No ${CACHED_FAILURE} in Vite's preload helper`)
        return { code: code.replace(CACHED_FAILURE, 'delete seen[href]$1'), map: null }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          file.code = file.code.replaceAll(/\bimport\((.)\.\//g, `importFile($1${base}assets/`)
        }
      },
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async () => {
        const call = `watchFirstFiles(window, ${JSON.stringify(texts)})`
        const watch = await inlineCall(new URL('watch-first-files.ts', import.meta.url), call, target)
        return [{ tag: 'script', children: `${watch}\n${IMPORT_FILE}`, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** Writes a classic script that calls a function of a module. The module may import only types. */
export async function inlineCall(file: URL, call: string, target: string[]): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file.pathname, { target })
  return minifySync(file.pathname, `(() => { ${code.replaceAll(/^export /gm, '')}\n${call} })()`).code.trim()
}
