import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Context } from '../context.ts'
import { giveBack, hasWork } from './queue.ts'

const PROCESS = fileURLToPath(new URL('./import-process.ts', import.meta.url))
/** An import takes about 370 MB at its worst, most of it outside the heap. */
const HEAP_MB = 512
/** How often a node looks for what another left, or could not do. */
const LOOK_EVERY_MS = 20_000
/** How long after a process that failed the next is begun. */
const REST_MS = 5000
/** How long the process may take to give back what it was importing. */
const PATIENCE_MS = 5000

export interface Importing {
  /** There may be something to do. */
  wake(): void
  /** Ends the process, which gives back what it was importing. */
  stop(): Promise<void>
}

/**
 * Keeps import jobs going from this node, in a process of their own that lives while there is something to do. What a
 * process, or a node, that died was importing is begun again: by this node at once when the process was its own, by any
 * node half a minute later otherwise.
 */
export function startImporting(context: Context, { lookEveryMs = LOOK_EVERY_MS } = {}): Importing {
  const { db, clock, log } = context
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let woken = Promise.withResolvers<void>()
  const going = keepGoing()

  async function keepGoing(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers()
      try {
        if ((await hasWork(db, clock.now())) && !stopping.signal.aborted) {
          const isSound = await runProcess()
          if (!isSound) await wait(REST_MS, undefined, { signal: stopping.signal, ref: false })
          continue
        }
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'import jobs not looked at')
      }
      const pause = wait(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      await Promise.race([woken.promise, pause])
    }
  }

  /** Whether it ended in order. */
  async function runProcess(): Promise<boolean> {
    const holder = randomUUID()
    child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, PROCESS], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // One that is dead already takes no message: its exit tells.
    child.send({ config: context.config, holder }, () => {})
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    child = undefined
    if (code === 0) return true
    if (!stopping.signal.aborted) log.error({ code, signal }, 'the process that imports ended')
    await giveBack(context, holder)
    return false
  }

  return {
    wake: () => woken.resolve(),
    async stop() {
      stopping.abort()
      const running = child
      running?.kill('SIGTERM')
      const tooLong = setTimeout(() => running?.kill('SIGKILL'), PATIENCE_MS)
      await going
      clearTimeout(tooLong)
    },
  }
}
