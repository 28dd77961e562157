import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const DEBIAN_PATH = '/usr/bin/chromium'

/** The browser of the tests: Debian's Chromium, or the one that `CHROMIUM` names. */
export const CHROMIUM = process.env.CHROMIUM ?? DEBIAN_PATH

/** Puts Chromium on this machine when it is not there and we may; says what to do and ends the process when we may not. */
export function installBrowser(): void {
  if (existsSync(CHROMIUM)) return
  if (CHROMIUM !== DEBIAN_PATH) giveUp('CHROMIUM names a file that is not there.')
  if (!existsSync('/usr/bin/apt-get')) giveUp('Install it and say where it is: CHROMIUM=/path/to/chromium npm test')
  if (process.getuid?.() !== 0) giveUp('Install it: sudo apt-get install chromium')

  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...words: string[]) => spawnSync('apt-get', ['-y', '-q', ...words], { stdio: 'inherit', env })
  aptGet('update')
  aptGet('install', '--no-install-recommends', 'chromium')
  if (!existsSync(CHROMIUM)) giveUp('apt-get could not install it; the reason is above.')
}

function giveUp(remedy: string): never {
  console.error(`The tests in a browser need Chromium at ${CHROMIUM}. ${remedy}`)
  process.exit(1)
}

if (import.meta.main) installBrowser()
