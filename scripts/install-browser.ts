import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { installPackages, packagesFolder } from './install-packages.ts'

const DEBIAN_PATH = '/usr/bin/chromium'
const DEBIAN_SHELL_PATH = '/usr/bin/chromium-headless-shell'

/** The tests' browser: Debian's Chromium, or the one in `CHROMIUM`. */
export const CHROMIUM = process.env.CHROMIUM ?? DEBIAN_PATH

/**
 * Chromium's headless shell, in which most tests run: it opens a page with a fifth of the CPU. Falls back to Chromium.
 */
export const HEADLESS_SHELL =
  process.env.CHROMIUM === undefined && existsSync(DEBIAN_SHELL_PATH) ? DEBIAN_SHELL_PATH : CHROMIUM

/** Executables of the other engines in e2e/engines.spec.ts, where Debian installs them, and their packages. */
export const ENGINES = {
  firefox: '/usr/bin/firefox-esr',
  webKitDriver: '/usr/bin/WebKitWebDriver',
  /** The path contains the architecture and the library's version. */
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

/** Does not wait for the disk after each file: a test machine that loses power is set up again. */
const UNSYNCED = ['-o', 'DPkg::Options::=--force-unsafe-io']

/** Old versions of Chromium, from a package that builds them for servers. */
const OLD_CHROMIUMS = ['110', '119'] as const
const OLD_CHROMIUM_PACKAGES = join(import.meta.dirname, '../e2e/engines')

/** Executable of an old Chromium. Undefined if it could not be installed. */
export function oldChromium(version: (typeof OLD_CHROMIUMS)[number]): string | undefined {
  const executable = join(packagesFolder(OLD_CHROMIUM_PACKAGES), `chromium-${version}`)
  return existsSync(executable) ? executable : undefined
}

/**
 * Installs missing browsers, when run as root. Without Chromium, prints how to install it and exits. Without the
 * headless shell tests are slower; without another engine its tests are skipped.
 */
function installBrowser(): void {
  const missing = missingPackages()
  if (missing.length > 0 && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const aptGet = (...args: string[]) => spawnSync('apt-get', ['-y', '-q', ...args], { stdio: 'inherit', env })
    const install = (...names: string[]) =>
      aptGet('install', '--no-install-recommends', '--no-remove', ...UNSYNCED, ...names).status === 0
    aptGet('update')
    // In one run of apt-get, since each reads the lists and runs the triggers again. When one package fails, each is
    // installed on its own.
    if (!install(...missing)) for (const name of missing) install(name)
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
