import type { Engine } from '../engines/engine.ts'
import { enginesByName } from '../engines/installed.ts'

/** Opens a browser at an address, and answers how to end it. */
export type OpenBrowser = (url: string) => Promise<() => Promise<void>>

/** What `--engine` may name. */
export const BROWSERS: Record<string, OpenBrowser | undefined> = Object.fromEntries(
  Object.entries(enginesByName).map(([name, openEngine]) => [name, at(openEngine)]),
)

function at(openEngine: (() => Promise<Engine>) | undefined): OpenBrowser | undefined {
  return (
    openEngine &&
    (async (url) => {
      const engine = await openEngine()
      await engine.open(url)
      return engine.close
    })
  )
}
