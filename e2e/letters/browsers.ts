import type { Engine } from '../engines/engine.ts'
import { enginesByName } from '../engines/installed.ts'

/** Opens a browser at an address. Returns a function that closes it. */
export type OpenBrowser = (url: string) => Promise<() => Promise<void>>

/** Values of `--engine`. */
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
