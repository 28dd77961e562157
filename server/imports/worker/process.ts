import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { Config } from '../../config.ts'
import { closeContext, openContext } from '../../context.ts'
import { runImportLoop } from './loop.ts'

/*
 * The subprocess in which a serving node imports (`supervisor.ts`): hostile files are read in a memory of its own, and
 * it crashes alone. It ends when there is no more work, on a signal, and when its node dies.
 */

const POOL_SIZE = 2

// Leave the processor to the service's requests.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
process.on('disconnect', () => stopping.abort())

const [{ config, holder }] = (await once(process, 'message')) as [{ config: Config; holder: string }]
const context = await openContext({ ...config, databasePoolSize: POOL_SIZE })
try {
  await runImportLoop(context, holder, stopping.signal)
} catch (error) {
  if (!stopping.signal.aborted) {
    context.log.error({ err: error }, 'importing stopped')
    process.exitCode = 1
  }
} finally {
  await closeContext(context)
  if (process.connected) process.disconnect?.()
}
