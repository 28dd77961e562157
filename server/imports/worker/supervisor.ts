import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Context } from '../../context.ts'
import { hasWork, releaseClaims } from '../jobs/queue.ts'

const PROCESS = fileURLToPath(new URL('./process.ts', import.meta.url))
/** Memory limit: an import takes about 370 MB at most, mostly outside the heap. */
const HEAP_MB = 512
/** How often a node polls for abandoned work. */
const POLL_EVERY_MS = 20_000
/** How long to wait before starting a process again after one failed. */
const RESTART_DELAY_MS = 5000
/** How long the process may take to release its items before it is killed. */
const STOP_TIMEOUT_MS = 5000

/**
 * Runs import jobs of this node in a subprocess that lives while there is work. The items of a process, or a node, that
 * died are started again: by this node at once when the process was its own, otherwise by any node once the lease has
 * expired, half a minute later.
 */
export function startImportSupervisor(context: Context) {
  const { db, clock, log } = context
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let woken = Promise.withResolvers<void>()
  const going = superviseRuns()

  async function superviseRuns(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers()
      try {
        if ((await hasWork(db, clock.now())) && !stopping.signal.aborted) {
          const isSound = await runProcess()
          if (!isSound) await wait(RESTART_DELAY_MS, undefined, { signal: stopping.signal, ref: false })
          continue
        }
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'import jobs not read')
      }
      const pause = wait(POLL_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      await Promise.race([woken.promise, pause])
    }
  }

  /** Runs one process to its end. False when it failed. */
  async function runProcess(): Promise<boolean> {
    const holder = randomUUID()
    child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, PROCESS], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // Sending to a dead process fails; its exit is handled below.
    child.send({ config: context.config, holder }, () => {})
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    child = undefined
    if (code === 0) return true
    if (!stopping.signal.aborted) log.error({ code, signal }, 'the process that imports ended')
    await releaseClaims(context, holder)
    return false
  }

  return {
    /** Polls for work now. */
    wake: () => woken.resolve(),
    /** Stops the process, which releases its items. */
    async stop(): Promise<void> {
      stopping.abort()
      const running = child
      running?.kill('SIGTERM')
      const tooLong = setTimeout(() => running?.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await going
      clearTimeout(tooLong)
    },
  }
}
