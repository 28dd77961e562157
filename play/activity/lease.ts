import type { Heartbeat } from '@estante/contract/play/activity.ts'
import type { HeartbeatQueue, UnsentHeartbeat } from './heartbeat-queue.ts'

export const HEARTBEAT_MS = 15_000

/** The totals of a lease so far; the lease numbers them and hands them to the queue. */
export type ActivityTotals = Pick<Heartbeat, 'activeMs' | 'contentMs' | 'chapter'> & PlaceReport

/** The place that a heartbeat reports, and a listener for the server's answer. */
type PlaceReport = Pick<UnsentHeartbeat, 'movement' | 'onAnswer'>

/** The member's place, as reported by heartbeats. */
export interface PlaceSource {
  /** Whether the place moved and the server does not have it yet. */
  isUnsent(): boolean
  toReport(): PlaceReport
}

export interface Lease {
  /** `activeAt`: the latest activity, on the queue's clock. */
  beat(totals: ActivityTotals, activeAt: number): void
  /** When the latest heartbeat was sent, on the same clock. */
  readonly beatAt: number
}

/** Opens a lease with its first heartbeat, which claims no time. */
export function openLease(
  heartbeats: HeartbeatQueue,
  publicationId: string,
  first: Omit<ActivityTotals, 'activeMs'>,
  openedAt: number,
): Lease {
  const leaseId = mintUuid()
  let sequence = 0
  let beatAt = openedAt

  function beat({ activeMs, contentMs, ...rest }: ActivityTotals, activeAt: number) {
    sequence += 1
    beatAt = Math.max(beatAt, activeAt)
    heartbeats.add({
      leaseId,
      sequence,
      publicationId,
      activeMs: Math.floor(activeMs),
      ...(contentMs !== undefined && { contentMs: Math.floor(contentMs) }),
      ...rest,
      activeAt,
    })
  }

  beat({ activeMs: 0, ...first }, openedAt)
  return {
    beat,
    get beatAt() {
      return beatAt
    },
  }
}

/** Creates a version 4 UUID. `crypto.randomUUID` exists only in secure contexts; a partner may test over plain HTTP. */
export function mintUuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
