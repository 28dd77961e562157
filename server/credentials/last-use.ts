import type { Logger } from 'pino'
import type { Database } from '../db/open.ts'

const WRITE_EVERY_MS = 2000

/** When each credential was last used, and for what: noted in memory at each call, written off the request path. */
export function createLastUse(db: Database, log: Logger) {
  let noted = new Map<string, { at: number; route: string }>()
  const timer = setInterval(
    () => flush().catch((error) => log.error({ err: error }, 'last use not written')),
    WRITE_EVERY_MS,
  )
  timer.unref()

  async function flush(): Promise<void> {
    const uses = noted
    if (uses.size === 0) return
    noted = new Map()
    await db.write(async (tx) => {
      for (const [clientId, { at, route }] of uses) {
        // Forward only: another node may have written a later use.
        await tx
          .updateTable('credential')
          .set({ last_used_at: at, last_used_route: route })
          .where('client_id', '=', clientId)
          .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', at)]))
          .execute()
      }
    })
  }

  return {
    note(clientId: string, at: number, route: string): void {
      noted.set(clientId, { at, route })
    },
    /** Writes what is left and stops. */
    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

export type LastUse = ReturnType<typeof createLastUse>
