import type { Context } from '@estante/server/context.ts'
import { runImportLoop } from '@estante/server/imports/worker/loop.ts'

/**
 * Imports in this process. In production a node starts a child process for it, which
 * `server/imports/worker/supervisor.test.ts` covers.
 */
export function importHere(context: Context) {
  const stopping = new AbortController()
  let working = Promise.resolve()
  return {
    wake() {
      working = working.then(() => runImportLoop(context, 'e2e', stopping.signal))
    },
    async stop() {
      stopping.abort()
      await working
    },
  }
}
