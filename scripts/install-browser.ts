import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const DEBIAN_PATH = '/usr/bin/chromium'
const DEBIAN_SHELL_PATH = '/usr/bin/chromium-headless-shell'

/** The browser of the tests: Debian's Chromium, or the one that `CHROMIUM` names. */
export const CHROMIUM = process.env.CHROMIUM ?? DEBIAN_PATH

/**
 * The same browser without windows or profiles, in which most tests run: a page opens for a fifth of the CPU. Where it is
 * not installed, Chromium itself.
 */
export const HEADLESS_SHELL =
  process.env.CHROMIUM === undefined && existsSync(DEBIAN_SHELL_PATH) ? DEBIAN_SHELL_PATH : CHROMIUM

/**
 * Puts Chromium and its headless shell on this machine when they are not there and we may. Without Chromium says what to
 * do and ends the process; without the shell the tests take longer.
 */
export function installBrowser(): void {
  if (CHROMIUM !== DEBIAN_PATH) {
    if (!existsSync(CHROMIUM)) giveUp('CHROMIUM names a file that is not there.')
    return
  }
  if (existsSync(CHROMIUM) && existsSync(DEBIAN_SHELL_PATH)) return
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const aptGet = (...words: string[]) => spawnSync('apt-get', ['-y', '-q', ...words], { stdio: 'inherit', env })
    const install = (name: string) => aptGet('install', '--no-install-recommends', '--no-remove', name)
    aptGet('update')
    if (!existsSync(CHROMIUM)) install('chromium')
    install('chromium-headless-shell')
  }
  if (!existsSync(CHROMIUM)) {
    if (!existsSync('/usr/bin/apt-get')) giveUp('Install it and say where it is: CHROMIUM=/path/to/chromium npm test')
    if (process.getuid?.() !== 0) giveUp('Install it: sudo apt-get install chromium chromium-headless-shell')
    giveUp('apt-get could not install it; the reason is above.')
  }
  if (!existsSync(DEBIAN_SHELL_PATH)) console.log('Without chromium-headless-shell the tests in a browser take longer.')
}

function giveUp(remedy: string): never {
  console.error(`The tests in a browser need Chromium at ${CHROMIUM}. ${remedy}`)
  process.exit(1)
}

if (import.meta.main) installBrowser()
