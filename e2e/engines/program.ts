import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const START_LIMIT_MS = 45_000
const END_LIMIT_MS = 2000

export type Program = Awaited<ReturnType<typeof startProgram>>

/**
 * Starts a program in a temporary folder of its own and waits until it says that it listens: `said` finds the words, and
 * what is in its first group is returned.
 */
export async function startProgram(
  command: string,
  args: (folder: string) => string[],
  said: RegExp,
  env: Record<string, string> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'estante-engine-'))
  await askForLessMotion(folder)
  const child = spawn(command, args(folder), {
    // A group of its own, so that what it starts ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8', ...env },
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))

  /** To all that it started, too. */
  function signal(name: 'SIGTERM' | 'SIGKILL') {
    try {
      if (child.pid) process.kill(-child.pid, name)
    } catch {
      // It ended by itself.
    }
  }

  async function close() {
    // Asked first, so that it leaves nothing behind.
    signal('SIGTERM')
    const timer = setTimeout(() => signal('SIGKILL'), END_LIMIT_MS)
    await ended
    clearTimeout(timer)
    signal('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  let output = ''
  try {
    const words = await new Promise<string>((resolve, reject) => {
      const hear = (data: Buffer) => {
        output += data
        const found = said.exec(output)
        if (found) resolve(found[1] ?? '')
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('error', reject)
      void ended.then(() => reject(new Error(`${command} ended:\n${output}`)))
      setTimeout(() => reject(new Error(`${command} did not start:\n${output}`)), START_LIMIT_MS).unref()
    })
    return { words, folder, close }
  } catch (problem) {
    await close()
    throw problem
  }
}

/** So that what is on show at any moment is a page, and not one on its way: as settings of GTK, and of a profile of Firefox. */
async function askForLessMotion(folder: string) {
  const gtk = join(folder, '.config', 'gtk-3.0')
  await mkdir(gtk, { recursive: true })
  await writeFile(join(gtk, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  await writeFile(join(folder, 'user.js'), 'user_pref("ui.prefersReducedMotion", 1);\n')
}
