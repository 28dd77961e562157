import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { Config } from '../config.ts'
import { closeContext, openContext } from '../context.ts'
import { workOnImports } from './work-on-imports.ts'

/*
 * The process in which a serving node imports (`importing.ts`): what reads hostile files has a memory of its own, and its
 * end is nobody else's. It ends when there is nothing more to do, when it is told to, and when its node is no more.
 */

const POOL_SIZE = 2

// Who is served comes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
process.on('disconnect', () => stopping.abort())

const [{ config, holder }] = (await once(process, 'message')) as [{ config: Config; holder: string }]
const context = await openContext({ ...config, databasePoolSize: POOL_SIZE })
try {
  await workOnImports(context, holder, stopping.signal)
} catch (error) {
  if (!stopping.signal.aborted) {
    context.log.error({ err: error }, 'importing stopped')
    process.exitCode = 1
  }
} finally {
  await closeContext(context)
  if (process.connected) process.disconnect?.()
}
