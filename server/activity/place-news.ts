import type { PlaceMovedEvent } from '@estante/contract/play/places.ts'
import type { Database, Transaction } from '../db/database.ts'
import { notify } from '../db/notify.ts'
import type { StreamsOfMember } from '../launches/streams-of-member.ts'

/** The topic under which every node is notified that a place was moved. */
const PLACE_MOVED = 'place-moved'
/** Interval of notifications for continuous movement, as while listening. */
const CONTINUOUS_EVERY_MS = 60_000

/** A place that was moved, for the other views of the member. */
export interface PlaceNews extends PlaceMovedEvent {
  memberId: number
}

/**
 * Returns whether to notify the other views at once: the place was taken over or jumped, or a minute has passed since
 * the last notification.
 */
export function isNews(now: number, movedBefore: number, change: { isTakenOver: boolean; isJump: boolean }): boolean {
  if (change.isTakenOver || change.isJump) return true
  return Math.floor(now / CONTINUOUS_EVERY_MS) !== Math.floor(movedBefore / CONTINUOUS_EVERY_MS)
}

/** Notifies the other nodes when this transaction commits. */
export function announcePlace(tx: Transaction, news: PlaceNews): void {
  notify(tx, PLACE_MOVED, JSON.stringify(news))
}

/**
 * Sends the news to every view that the member has open on this node. A view ignores news that it has already, and its
 * own.
 */
export function sendPlace(streams: StreamsOfMember, { memberId, ...moved }: PlaceNews): void {
  streams.send(memberId, `event: place-moved\ndata: ${JSON.stringify(moved)}\n\n`)
}

/** Forwards other nodes' notifications to the views on this node. Returns a function that stops. */
export function followPlaces(db: Database, streams: StreamsOfMember): () => void {
  return db.onNotify(PLACE_MOVED, (detail) => sendPlace(streams, JSON.parse(detail) as PlaceNews))
}
