import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const START_LIMIT_MS = 45_000
const END_LIMIT_MS = 2000

export type Program = Awaited<ReturnType<typeof startProgram>>

/**
 * Starts a program in a temporary folder and waits for its ready message. Returns the first group of the pattern
 * `expected`.
 */
export async function startProgram(
  command: string,
  args: (folder: string) => string[],
  expected: RegExp,
  env: Record<string, string> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'estante-engine-'))
  await preferReducedMotion(folder)
  const child = spawn(command, args(folder), {
    // A process group of its own, so that its children end with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8', ...env },
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))

  /** Signals the whole process group. */
  function signal(name: 'SIGTERM' | 'SIGKILL') {
    try {
      if (child.pid) process.kill(-child.pid, name)
    } catch {
      // Already ended.
    }
  }

  async function close() {
    // SIGTERM first, so that the program can clean up.
    signal('SIGTERM')
    const timer = setTimeout(() => signal('SIGKILL'), END_LIMIT_MS)
    await ended
    clearTimeout(timer)
    signal('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  let output = ''
  try {
    const match = await new Promise<string>((resolve, reject) => {
      const hear = (data: Buffer) => {
        output += data
        const found = expected.exec(output)
        if (found) resolve(found[1] ?? '')
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('error', reject)
      void ended.then(() => reject(new Error(`${command} ended:\n${output}`)))
      setTimeout(() => reject(new Error(`${command} did not start:\n${output}`)), START_LIMIT_MS).unref()
    })
    return { match, folder, close }
  } catch (problem) {
    await close()
    throw problem
  }
}

/** Disables animations of GTK, so that the visible state is always final. */
async function preferReducedMotion(folder: string) {
  const gtk = join(folder, '.config', 'gtk-3.0')
  await mkdir(gtk, { recursive: true })
  await writeFile(join(gtk, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
}
