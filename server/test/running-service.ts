import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ESTANTE = fileURLToPath(new URL('../cli/estante.js', import.meta.url))
const LIFETIME_MS = 120_000

/** Runs `estante serve` in a process of its own, which is killed when the test ends. */
export async function startService(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [ESTANTE, 'serve', '--json'], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIFETIME_MS,
    killSignal: 'SIGKILL',
  })
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const log: Record<string, unknown>[] = []
  const logged = createInterface({ input: child.stderr }).on('line', (line) => log.push(JSON.parse(line)))
  const logEnd = once(logged, 'close')
  const ready = await readReady(child, exit)
  return {
    /** Its output until it is ready. */
    ready,
    pid: child.pid ?? 0,
    /** The lines of its log. */
    log,
    /** Resolves at the end of the log. */
    logEnd,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Its exit code, once it has ended. */
    exit: exit.then(([code]) => code),
  }
}

async function readReady(
  child: ChildProcess,
  exit: Promise<unknown>,
): Promise<{ address: string; metrics?: string | undefined }> {
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout! }), 'line'),
    exit.then(() => ['null']),
  ])) as [string]
  const ready = JSON.parse(line)
  if (!ready) throw new Error('the service did not start')
  return ready
}
