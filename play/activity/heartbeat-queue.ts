import type { Heartbeat, HeartbeatAnswer } from '@estante/contract/play/activity.ts'
import { createRetry } from '../session/retry.ts'

export interface HeartbeatQueueDependencies {
  /** A monotonic clock in milliseconds. */
  now(): number
  /** Sends a heartbeat. `keepalive`: the request must outlive the page. */
  post(heartbeat: Heartbeat, keepalive: boolean): Promise<Delivery>
  later(run: () => void, delayMs: number): () => void
}

/**
 * The server's answer. `refused`: it will never accept this heartbeat; `ended`: it will accept none any more; `failed`:
 * retry later.
 */
export type Delivery = HeartbeatAnswer | 'refused' | 'ended' | 'failed'

/** A heartbeat to be sent. Its `idleMs` is computed when it leaves. */
export interface UnsentHeartbeat extends Omit<Heartbeat, 'idleMs'> {
  /** When the sound last advanced, or the page was last on screen, on the queue's clock. */
  activeAt: number
  onAnswer?: (answer: HeartbeatAnswer) => void
}

export type HeartbeatQueue = ReturnType<typeof createHeartbeatQueue>

const IDLE_LIMIT_MS = 604_800_000

/**
 * Queues heartbeats in memory until the server has them, and sends them one at a time, in order. What a closed page has
 * not sent is lost. They are cumulative and numbered: repeating one changes nothing, and a newer one replaces a queued
 * one of the same lease and chapter.
 */
export function createHeartbeatQueue(dependencies: HeartbeatQueueDependencies) {
  const waiting: UnsentHeartbeat[] = []
  let sending: UnsentHeartbeat | undefined
  const retry = createRetry(dependencies.later, () => void sendNext())

  function add(unsent: UnsentHeartbeat) {
    const last = waiting.findLast((one) => one.leaseId === unsent.leaseId)
    if (last && last !== sending && replaces(unsent, last)) waiting[waiting.indexOf(last)] = unsent
    else waiting.push(unsent)
    if (!retry.isPending()) void sendNext()
  }

  async function sendNext() {
    const next = waiting[0]
    if (!next || sending) return
    sending = next
    const delivery = await dependencies
      .post(toHeartbeat(next, dependencies.now()), false)
      .catch(() => 'failed' as const)
    sending = undefined
    if (delivery === 'ended') return clear()
    if (delivery === 'failed') return retry.schedule()
    settle(next, delivery)
    retry.reset()
    await sendNext()
  }

  /** Sends everything at once, with requests that outlive the page. */
  function flushBeforeLeaving() {
    for (const unsent of [...waiting]) {
      void dependencies.post(toHeartbeat(unsent, dependencies.now()), true).then(
        (delivery) => {
          if (delivery !== 'ended' && delivery !== 'failed') settle(unsent, delivery)
        },
        () => {},
      )
    }
  }

  function settle(unsent: UnsentHeartbeat, delivery: HeartbeatAnswer | 'refused') {
    const index = waiting.indexOf(unsent)
    if (index >= 0) waiting.splice(index, 1)
    if (delivery !== 'refused') unsent.onAnswer?.(delivery)
  }

  /** Drops everything: the member session has ended. */
  function clear() {
    waiting.length = 0
    retry.cancel()
  }

  return { add, flush: retry.retryNow, flushBeforeLeaving, clear }
}

/**
 * Whether a heartbeat includes an older one of its lease. The first of a lease is never replaced: the server's clock
 * for the lease starts with it.
 */
function replaces(newer: UnsentHeartbeat, older: UnsentHeartbeat) {
  return older.sequence > 1 && older.chapter === newer.chapter
}

function toHeartbeat({ activeAt, onAnswer: _, ...rest }: UnsentHeartbeat, now: number): Heartbeat {
  return { ...rest, idleMs: Math.min(Math.max(0, Math.round(now - activeAt)), IDLE_LIMIT_MS) }
}
