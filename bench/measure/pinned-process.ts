import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { SERVER_CORE } from './cores.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000
/** Tail of the log shown when a server ends by itself. */
const TAIL_CHARACTERS = 4000

/** A server pinned to its own core. */
export interface PinnedProcess extends AsyncDisposable {
  pid: number
  /** The address it printed. */
  address: string
  /** The rest of its ready message. */
  ready: Record<string, unknown>
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', killAll)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Kills all children when the bench ends for any reason. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

/**
 * Starts a server on the server's core and waits for the JSON line that it prints when ready, with its `address`. Its
 * standard error goes to a log file, as under a supervisor.
 */
export async function startPinned(
  command: string,
  args: string[],
  { env = {}, logFile }: { env?: NodeJS.ProcessEnv; logFile: string },
): Promise<PinnedProcess> {
  const log = openSync(logFile, 'a')
  const child = spawn('taskset', ['-c', String(SERVER_CORE), command, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', log],
  })
  closeSync(log)
  running.add(child)
  let isStopping = false
  const exited = once(child, 'exit').then(([code, signal]) => {
    running.delete(child)
    if (isStopping) return
    const output = readFileSync(logFile, 'utf8').slice(-TAIL_CHARACTERS)
    process.stderr.write(`${args.join(' ')} ended by itself (${signal ?? code}); its log ends with:\n${output}\n`)
  })
  const tooLate = AbortSignal.timeout(START_TIMEOUT_MS)
  const line = await Promise.race([
    once(createInterface(child.stdout!), 'line', { signal: tooLate }).then(([text]) => String(text)),
    exited,
  ]).catch(() => undefined)
  if (line === undefined) {
    child.kill('SIGKILL')
    throw new Error(`${args.join(' ')} did not start; its log is ${logFile}`)
  }
  const ready = JSON.parse(line) as { address: string }
  return { pid: child.pid as number, address: ready.address, ready, stop, [Symbol.asyncDispose]: stop }

  async function stop(): Promise<void> {
    isStopping = true
    child.kill('SIGTERM')
    await Promise.race([exited, wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
    child.kill('SIGKILL')
    await exited
  }
}
