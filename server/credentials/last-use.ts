import type { Logger } from 'pino'
import type { Database } from '../db/open.ts'

const WRITE_EVERY_MS = 2000

/** When each credential was last used, and for what: noted in memory at each call, written off the request path. */
export function createLastUse(db: Database, log: Logger) {
  let noted = new Map<string, { at: number; route: string }>()
  const timer = setInterval(flush, WRITE_EVERY_MS)
  timer.unref()

  async function flush(): Promise<void> {
    const uses = noted
    if (uses.size === 0) return
    noted = new Map()
    try {
      await write(uses)
    } catch (error) {
      // Later: what was noted since is newer.
      noted = new Map([...uses, ...noted])
      log.error({ err: error }, 'last use not written')
    }
  }

  async function write(uses: typeof noted): Promise<void> {
    await db.write(async (tx) => {
      // In one order on every node, so that none waits for another that waits for it.
      for (const [clientId, { at, route }] of [...uses].sort(([one], [other]) => (one < other ? -1 : 1))) {
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
