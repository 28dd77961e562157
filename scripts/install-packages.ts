import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

/** Outlives a checkout, so that each of them does not install the same again. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'estante')

/**
 * Installs what a folder's own `package-lock.json` names, unless it is there, and returns where. It is for checks and tests
 * alone: `npm ci`, which the demo needs, does not bring it.
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
    // Another process was sooner.
    if (!existsSync(installed)) throw problem
    rmSync(unfinished, { recursive: true })
  }
  return installed
}

/** Where they are, or will be: another lock file is another folder. */
export function packagesFolder(folder: string): string {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  return join(CACHE, `${basename(folder)}-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`)
}
