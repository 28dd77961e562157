import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { installPackages, packagesFolder } from './install-packages.ts'

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

/** Where Debian puts what the walks of e2e/engines.spec.ts need besides, and the packages that bring it. */
export const ENGINES = {
  firefox: '/usr/bin/firefox-esr',
  webKitDriver: '/usr/bin/WebKitWebDriver',
  /** In a folder of the machine's architecture and of the library's version. */
  webKitBrowser: '/usr/lib/*/webkit2gtk-4.*/MiniBrowser',
  webKitCodecs: '/usr/lib/*/gstreamer-1.0/libgstlibav.so',
  screen: '/usr/bin/Xvfb',
  sound: '/usr/bin/pulseaudio',
}
const ENGINE_PACKAGES: Record<keyof typeof ENGINES, string> = {
  firefox: 'firefox-esr',
  webKitDriver: 'webkit2gtk-driver',
  webKitBrowser: 'webkit2gtk-driver',
  webKitCodecs: 'gstreamer1.0-libav',
  screen: 'xvfb',
  sound: 'pulseaudio',
}

/** Chromium of long ago, from a package that carries it for servers without a screen. */
const OLD_CHROMIUMS = ['110', '119'] as const
const OLD_CHROMIUM_PACKAGES = join(import.meta.dirname, '../e2e/engines')

/** Its executable; undefined where it could not be installed. */
export function oldChromium(version: (typeof OLD_CHROMIUMS)[number]): string | undefined {
  const executable = join(packagesFolder(OLD_CHROMIUM_PACKAGES), `chromium-${version}`)
  return existsSync(executable) ? executable : undefined
}

/**
 * Puts Chromium, its headless shell and the other engines on this machine when they are not there and we may. Without
 * Chromium says what to do and ends the process; without the shell the tests take longer, and without another engine its
 * walk is skipped.
 */
function installBrowser(): void {
  const missing = missingPackages()
  if (missing.length > 0 && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const aptGet = (...words: string[]) => spawnSync('apt-get', ['-y', '-q', ...words], { stdio: 'inherit', env })
    aptGet('update')
    for (const name of missing) aptGet('install', '--no-install-recommends', '--no-remove', name)
  }
  if (!existsSync(CHROMIUM)) {
    if (CHROMIUM !== DEBIAN_PATH) giveUp('CHROMIUM names a file that is not there.')
    if (!existsSync('/usr/bin/apt-get')) giveUp('Install it and say where it is: CHROMIUM=/path/to/chromium npm test')
    if (process.getuid?.() !== 0) giveUp('Install it: sudo apt-get install chromium chromium-headless-shell')
    giveUp('apt-get could not install it; the reason is above.')
  }
  installOldChromiums()
  const still = missingPackages()
  if (still.length > 0) console.log(`Without ${still.join(', ')} the tests in browsers take longer, or skip an engine.`)
}

function missingPackages(): string[] {
  const missing = new Set<string>()
  if (CHROMIUM === DEBIAN_PATH) {
    if (!existsSync(CHROMIUM)) missing.add('chromium')
    if (!existsSync(DEBIAN_SHELL_PATH)) missing.add('chromium-headless-shell')
  }
  for (const [engine, path] of Object.entries(ENGINES) as [keyof typeof ENGINES, string][]) {
    if (globSync(path).length === 0) missing.add(ENGINE_PACKAGES[engine])
  }
  return [...missing]
}

function installOldChromiums(): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  if (OLD_CHROMIUMS.every(oldChromium)) return
  try {
    const folder = installPackages(OLD_CHROMIUM_PACKAGES)
    for (const version of OLD_CHROMIUMS.filter((one) => !oldChromium(one))) {
      const packed = readFileSync(join(folder, `node_modules/chromium-${version}/bin/chromium.br`))
      const unfinished = join(folder, `chromium-${version}.${process.pid}`)
      writeFileSync(unfinished, brotliDecompressSync(packed), { mode: 0o755 })
      renameSync(unfinished, join(folder, `chromium-${version}`))
    }
  } catch (problem) {
    console.log(`Without old Chromiums their walks are skipped. ${problem}`)
  }
}

function giveUp(remedy: string): never {
  console.error(`The tests in a browser need Chromium at ${CHROMIUM}. ${remedy}`)
  process.exit(1)
}

if (import.meta.main) installBrowser()
