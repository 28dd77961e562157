import type { Logger } from 'pino'
import type { Database, Transaction } from '../db/database.ts'
import { createWriteBehind } from '../db/write-behind.ts'
import { addCalls, quarterOf } from './calls-by-day.ts'

const WRITE_EVERY_MS = 2000

interface Use {
  /** The latest call, and its route. */
  at: number
  route: string
  callsByQuarter: Map<number, number>
}

/**
 * Buffers the last use of each credential, its route and the calls a day, and writes them off the request path. A node
 * that crashes loses two seconds of them.
 */
export function createLastUse(db: Database, timeZone: string, log: Logger) {
  let pending = new Map<number, Use>()
  const buffer = createWriteBehind(WRITE_EVERY_MS, writePending)

  async function writePending(): Promise<void> {
    const uses = pending
    if (uses.size === 0) return
    pending = new Map()
    try {
      await db.write((tx) => write(tx, uses))
    } catch (error) {
      for (const [credentialId, use] of uses) putBack(credentialId, use)
      log.error({ err: error }, 'last use not written')
    }
  }

  async function write(tx: Transaction, uses: typeof pending): Promise<void> {
    // In one order on every node, to avoid deadlocks.
    for (const [credentialId, { at, route, callsByQuarter }] of [...uses].sort(([one], [other]) => one - other)) {
      // Never backwards: another node may have written a later use.
      await tx
        .updateTable('credential')
        .set({ last_used_at: at, last_used_route: route })
        .where('id', '=', credentialId)
        .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', at)]))
        .execute()
      await addCalls(tx, timeZone, credentialId, callsByQuarter)
    }
  }

  /** Puts back the uses of a failed write; entries made since are newer. */
  function putBack(credentialId: number, use: Use): void {
    const since = pending.get(credentialId)
    if (!since) {
      pending.set(credentialId, use)
      return
    }
    for (const [quarter, calls] of use.callsByQuarter) count(since, quarter, calls)
  }

  return {
    record(credentialId: number, at: number, route: string): void {
      let use = pending.get(credentialId)
      if (!use) {
        use = { at, route, callsByQuarter: new Map() }
        pending.set(credentialId, use)
      }
      use.at = at
      use.route = route
      count(use, quarterOf(at), 1)
    },
    ...buffer,
  }
}

export type LastUse = ReturnType<typeof createLastUse>

function count({ callsByQuarter }: Use, quarter: number, calls: number): void {
  callsByQuarter.set(quarter, (callsByQuarter.get(quarter) ?? 0) + calls)
}
