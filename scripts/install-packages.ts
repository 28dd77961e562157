import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

/** Outside the checkout, so that all checkouts share it. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'estante')

/**
 * Installs the packages of a folder's own `package-lock.json`, unless installed, and returns their folder. For checks
 * and tests only: `npm ci`, which the demo needs, does not install them.
 */
export function installPackages(folder: string): string {
  const installed = packagesFolder(folder)
  if (existsSync(installed)) return installed
  const unfinished = `${installed}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(folder, file), join(unfinished, file))
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: unfinished,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) {
    rmSync(unfinished, { recursive: true })
    throw new Error(`npm could not install the packages of ${folder}.`)
  }
  try {
    renameSync(unfinished, installed)
  } catch (problem) {
    // Another process was faster.
    if (!existsSync(installed)) throw problem
    rmSync(unfinished, { recursive: true })
  }
  return installed
}

/** Returns the folder of the packages, by the hash of the lock file. */
export function packagesFolder(folder: string): string {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  return join(CACHE, `${basename(folder)}-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`)
}
