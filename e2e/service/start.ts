import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '@estante/server/app.ts'
import { dayOf } from '@estante/server/calendar.ts'
import { readConfig } from '@estante/server/config.ts'
import { type Context, closeContext, openContext } from '@estante/server/context.ts'
import { runImportLoop } from '@estante/server/imports/worker/loop.ts'
import { freePort } from '@estante/server/test/free-port.ts'

/** Longer than any test, and than the activity that any test records. */
const AROUND_MIDNIGHT_MS = 5 * 60_000

export type Service = Awaited<ReturnType<typeof startService>>

/**
 * Starts the whole service in this process, on a copy of the library. The embedded application has its own host,
 * another site to the browser; partners call another address, as in production. `reach` maps the service's port to the
 * one that browsers use.
 */
export async function startService(playHost = 'livros.test', reach = async (port: number) => port) {
  const dataDir = await mkdtemp(join(tmpdir(), 'estante-e2e-'))
  await cp(process.env.E2E_LIBRARY!, dataDir, { recursive: true })
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    PLAY_URL: `http://${playHost}:${await reach(port)}`,
    DATA_DIR: dataDir,
    DICTIONARY_PATH: join(dataDir, 'dictionary'),
    LOG_LEVEL: 'error',
  })
  const clock = advancingClock()
  const context = await openContext(config, { clock })
  const importing = importHere(context)
  const app = createApp(context, { importsWaiting: importing.wake })
  await app.listen({ port, host: '127.0.0.1' })
  return {
    app,
    context,
    clock,
    baseUrl: config.baseUrl,
    playUrl: config.playUrl,
    async close() {
      await app.close()
      await importing.stop()
      await closeContext(context)
      await rm(dataDir, { recursive: true })
    },
  }
}

/**
 * The real time plus the time that a test has advanced. Ahead around midnight, so that activity of minutes ago is of
 * the same day and month.
 */
function advancingClock() {
  let aheadMs = startAhead()
  return {
    now: () => Date.now() + aheadMs,
    advance(ms: number) {
      aheadMs += ms
    },
    reset() {
      aheadMs = startAhead()
    },
  }
}

function startAhead(): number {
  const [before, after] = [-AROUND_MIDNIGHT_MS, AROUND_MIDNIGHT_MS].map((ms) =>
    dayOf(Date.now() + ms, 'America/Sao_Paulo'),
  )
  return before === after ? 0 : 2 * AROUND_MIDNIGHT_MS
}

/**
 * Imports in this process. In production a node starts a child process for it, which
 * `server/imports/worker/supervisor.test.ts` covers.
 */
function importHere(context: Context) {
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
