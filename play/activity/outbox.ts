import type { Heartbeat, HeartbeatAnswer } from '@estante/contract/play/activity.ts'
import { createRetry } from '../session/retry.ts'

/** What the outbox needs from the world; the page gives real ones, a test holds them still. */
export interface OutboxWorld {
  /** Milliseconds that never go back. */
  now(): number
  /** Sends one heartbeat. `keepalive`: the page is going away and the request must outlive it. */
  post(heartbeat: Heartbeat, keepalive: boolean): Promise<Delivery>
  later(run: () => void, delayMs: number): () => void
}

/** An answer: delivered. `refused`: the server will never take this one; `ended`: nor any other; `failed`: try again later. */
export type Delivery = HeartbeatAnswer | 'refused' | 'ended' | 'failed'

/** A heartbeat still to be sent. Its `idleMs` is only known when it leaves. */
export interface Unsent extends Omit<Heartbeat, 'idleMs'> {
  /** On the outbox's clock: when the sound last advanced, or the page was last on screen. */
  activeAt: number
  /** Hears what the server has now. */
  onAnswer?: (answer: HeartbeatAnswer) => void
}

export interface Outbox {
  add(unsent: Unsent): void
  /** Tries at once, whatever the back-off says: the network is back. */
  flush(): void
  /** Sends everything at once with requests that outlive the page. */
  flushBeforeLeaving(): void
  /** Forgets everything: the member session is over. */
  clear(): void
}

const IDLE_LIMIT_MS = 604_800_000

/**
 * Keeps heartbeats until the server has them, and sends them one at a time, in order. They are cumulative and numbered,
 * so sending one twice changes nothing, and a newer one of the same lease and chapter replaces one that still waits.
 */
export function createOutbox(world: OutboxWorld): Outbox {
  const waiting: Unsent[] = []
  let sending: Unsent | undefined
  const retry = createRetry(world.later, () => void sendNext())

  function add(unsent: Unsent) {
    const last = waiting.findLast((one) => one.leaseId === unsent.leaseId)
    if (last && last !== sending && replaces(unsent, last)) waiting[waiting.indexOf(last)] = unsent
    else waiting.push(unsent)
    if (!retry.isPending()) void sendNext()
  }

  async function sendNext() {
    const next = waiting[0]
    if (!next || sending) return
    sending = next
    const delivery = await world.post(toHeartbeat(next, world.now()), false).catch(() => 'failed' as const)
    sending = undefined
    if (delivery === 'ended') return clear()
    if (delivery === 'failed') return retry.schedule()
    settle(next, delivery)
    retry.reset()
    await sendNext()
  }

  function flushBeforeLeaving() {
    for (const unsent of [...waiting]) {
      void world.post(toHeartbeat(unsent, world.now()), true).then(
        (delivery) => {
          if (delivery !== 'ended' && delivery !== 'failed') settle(unsent, delivery)
        },
        () => {},
      )
    }
  }

  function settle(unsent: Unsent, delivery: HeartbeatAnswer | 'refused') {
    const index = waiting.indexOf(unsent)
    if (index >= 0) waiting.splice(index, 1)
    if (delivery !== 'refused') unsent.onAnswer?.(delivery)
  }

  function clear() {
    waiting.length = 0
    retry.cancel()
  }

  return { add, flush: retry.retryNow, flushBeforeLeaving, clear }
}

/** The heartbeat that opens a lease stays, for the server starts the lease's clock with it. */
function replaces(newer: Unsent, older: Unsent) {
  return older.sequence > 1 && older.chapter === newer.chapter
}

function toHeartbeat({ activeAt, onAnswer: _, ...rest }: Unsent, now: number): Heartbeat {
  return { ...rest, idleMs: Math.min(Math.max(0, Math.round(now - activeAt)), IDLE_LIMIT_MS) }
}
