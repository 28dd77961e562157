import type { Context } from '@estante/server/context.ts'
import { runImportLoop } from '@estante/server/imports/worker/loop.ts'

/** Imports in this process. A serving node begins one for each import, which `server/imports/worker/supervisor.test.ts` proves. */
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
