import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { estante as runEstante } from '@estante/server/test/estante.ts'

/** Path of the operator's command. */
export const ESTANTE = fileURLToPath(new URL('../server/cli/estante.js', import.meta.url))
/** Ends a command that hangs. */
const COMMAND_TIMEOUT_MS = 60_000

/** Killed when this process ends for any reason, a test timeout included. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
process.once('SIGTERM', () => process.exit(1))

/** Environment variables of the service: `DATA_DIR`, `DATABASE_URL`, … */
export type Settings = Record<string, string>

export interface Service {
  /** Its base URL. */
  address: string
  pid: number
  /** Returns its log so far. */
  log(): string
  /**
   * Kills it by `kill -9` after a delay, from another process, since a timer here would fire only when this process is
   * idle. Resolves once it is gone.
   */
  kill(afterMs?: number): Promise<void>
  /** Stops it by SIGTERM, as an operator does. */
  stop(): Promise<void>
}

/** Starts `estante serve` as a child process on a free port, and waits until it is ready. */
export async function startService(settings: Settings): Promise<Service> {
  const env = { ...process.env, PORT: '0', BASE_URL: 'http://estante.test', LOG_LEVEL: 'error', ...settings }
  const child = spawn(process.execPath, [ESTANTE, 'serve', '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const exited = once(child, 'exit')
  running.add(child)
  exited.then(() => running.delete(child))
  const lines = createInterface(child.stdout)
  const [ready] = (await Promise.race([once(lines, 'line'), exited])) as [unknown]
  if (typeof ready !== 'string') throw new Error(`The service did not start: ${log}`)
  return {
    address: JSON.parse(ready).address,
    pid: child.pid as number,
    log: () => log,
    async kill(afterMs = 0) {
      if (isRunning()) spawn('sh', ['-c', `sleep ${afterMs / 1000}; kill -9 ${child.pid}`], { stdio: 'ignore' })
      await exited
    },
    async stop() {
      if (isRunning()) child.kill('SIGTERM')
      await exited
    },
  }

  function isRunning(): boolean {
    return child.exitCode === null && child.signalCode === null
  }
}

export interface RunningCommand {
  process: ChildProcess
  /** Its JSON output, undefined if it ended before, and its standard error. */
  ended: Promise<{ answer: unknown; error: string }>
}

/** Starts an operator's command as a child process. */
export function startCommand(settings: Settings, ...args: string[]): RunningCommand {
  const { promise: ended, resolve } = Promise.withResolvers<{ answer: unknown; error: string }>()
  const options = { env: { ...process.env, ...settings }, timeout: COMMAND_TIMEOUT_MS, maxBuffer: 2 ** 26 }
  const child = execFile(process.execPath, [ESTANTE, ...args, '--json'], options, (_, out, error) => {
    resolve({ answer: out.endsWith('\n') ? JSON.parse(out) : undefined, error })
  })
  return { process: child, ended }
}

/** Runs an operator's command that must succeed, in a reused process. Returns its output. */
export async function estante<T>(settings: Settings, ...args: string[]): Promise<T> {
  const { out, error } = await runEstante({ ...process.env, ...settings }, ...args, '--json')
  if (!out.endsWith('\n')) throw new Error(`estante ${args.join(' ')}: ${error}`)
  return JSON.parse(out) as T
}
