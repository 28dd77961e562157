import type { Engine } from '../engines/engine.ts'
import { engines } from '../engines/installed.ts'

/** Opens a browser at an address, and answers how to end it. */
export type OpenBrowser = (url: string) => Promise<() => Promise<void>>

/** What `--engine` may name. */
export const BROWSERS: Record<string, OpenBrowser | undefined> = {
  chromium: at(engines['today’s Chromium']),
  webkit: at(engines.WebKitGTK),
  firefox: at(engines.Firefox),
  'chromium-119': at(engines['Chromium 119']),
  'chromium-110': at(engines['Chromium 110']),
}

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
