import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { installPackages, packagesFolder } from './install-packages.ts'

const DEBIAN_PATH = '/usr/bin/chromium'
const DEBIAN_SHELL_PATH = '/usr/bin/chromium-headless-shell'

/** The path in `CHROMIUM`, or Debian's Chromium. */
const CHROMIUM = process.env.CHROMIUM ?? DEBIAN_PATH

/** The tests' browser: Chromium's headless shell, which opens a page with a fifth of the CPU; or else Chromium. */
export const HEADLESS_SHELL = hasHeadlessShell() ? DEBIAN_SHELL_PATH : CHROMIUM

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

/** Returns the executable of an old Chromium. Undefined if it could not be installed. */
export function oldChromium(version: (typeof OLD_CHROMIUMS)[number]): string | undefined {
  const executable = join(packagesFolder(OLD_CHROMIUM_PACKAGES), `chromium-${version}`)
  return existsSync(executable) ? executable : undefined
}

/**
 * Returns Chromium's executable, for programs that show pages as members see them. If it is missing, prints how to
 * install it and exits.
 */
export function wholeChromium(): string {
  if (!existsSync(CHROMIUM)) requestInstallation('chromium')
  return CHROMIUM
}

function hasHeadlessShell(): boolean {
  return process.env.CHROMIUM === undefined && existsSync(DEBIAN_SHELL_PATH)
}

/**
 * Installs missing browsers, when run as root: Chromium itself only where its headless shell cannot be installed.
 * Without either, prints how to install one and exits. Without another engine its tests are skipped.
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
    if (process.env.CHROMIUM === undefined && !hasHeadlessShell() && !existsSync(CHROMIUM)) install('chromium')
  }
  if (!hasHeadlessShell() && !existsSync(CHROMIUM)) requestInstallation('chromium-headless-shell')
  installOldChromiums()
  const still = missingPackages()
  if (still.length > 0) console.log(`Without ${still.join(', ')} the tests in browsers take longer, or skip an engine.`)
}

function missingPackages(): string[] {
  const missing = new Set<string>()
  if (process.env.CHROMIUM === undefined && !hasHeadlessShell()) missing.add('chromium-headless-shell')
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

/** Prints how to install a package, and exits. */
function requestInstallation(name: string): never {
  const reason =
    CHROMIUM !== DEBIAN_PATH
      ? `CHROMIUM names a file that is not there: ${CHROMIUM}`
      : existsSync('/usr/bin/apt-get')
        ? `Install it: sudo apt-get install ${name}`
        : 'Install it and say where it is in the variable CHROMIUM, such as CHROMIUM=/path/to/chromium'
  console.error(`This needs Chromium. ${reason}`)
  process.exit(1)
}

if (import.meta.main) installBrowser()
