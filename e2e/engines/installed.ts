import { existsSync, globSync } from 'node:fs'
import { ENGINES, HEADLESS_SHELL, oldChromium } from '../../scripts/install-browser.ts'
import { openChromium } from './chromium.ts'
import type { Engine } from './engine.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

/** Launchers of the engines by name; undefined if not installed. */
export const engines: Record<string, (() => Promise<Engine>) | undefined> = {
  'today’s Chromium': () => openChromium(HEADLESS_SHELL),
  WebKitGTK: webKit(),
  Firefox: existsSync(ENGINES.firefox) ? () => openFirefox(ENGINES.firefox) : undefined,
  'Chromium 119': old('119'),
  'Chromium 110': old('110'),
}

/** The same launchers, by their command line names. */
export const enginesByName: typeof engines = {
  chromium: engines['today’s Chromium'],
  webkit: engines.WebKitGTK,
  firefox: engines.Firefox,
  'chromium-119': engines['Chromium 119'],
  'chromium-110': engines['Chromium 110'],
}

function webKit() {
  const [browser] = globSync(ENGINES.webKitBrowser)
  return browser && existsSync(ENGINES.webKitDriver) ? () => openWebKit(ENGINES.webKitDriver, browser) : undefined
}

function old(version: '110' | '119') {
  const executable = oldChromium(version)
  return executable ? () => openChromium(executable) : undefined
}
