import type { Static } from 'typebox'
import { IdPath, Instant, oneOf, orNull, PageUuid } from '../fields.ts'
import { Locator } from '../locator.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'

/** The kind of device of a view, by its user agent. */
export const Device = oneOf(['iphone', 'ipad', 'android-phone', 'android-tablet', 'computer'])
export type Device = Static<typeof Device>

/**
 * A move of the place by the member or the playback: the view that made it, and the revision that it saw. The server
 * accepts a move by the view that made the last move, or that saw the present revision: the server's order decides,
 * never a device's clock.
 */
export const Movement = Type.Object({
  locator: Locator,
  /** Minted as the page loads. */
  viewId: PageUuid,
  /** Counts the moves of the view: the highest wins, whichever arrives first. */
  step: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  /** The `revision` of the place that the move is based on; 0 when there was none. */
  basedOn: Type.Integer({ minimum: 0 }),
  /** Where a jump began: stored as a place to go back to. */
  from: Type.Optional(Locator),
  device: Device,
})
export type Movement = Static<typeof Movement>

export const Progress = Type.Object({
  /** The read part of the publication, 0 to 1. */
  totalProgression: Type.Number(),
  finishedAt: orNull(Instant),
})
export type Progress = Static<typeof Progress>

/** The place, with the version and origin that a page needs to move it or to ask the member first. */
export const CurrentPlace = Type.Object({
  locator: Locator,
  ...Progress.properties,
  /** Incremented by each move. */
  revision: Type.Integer(),
  /** The view that moved it last. */
  viewId: Type.String(),
  device: Device,
  /** Seconds since it was moved, by the server's clock. */
  secondsAgo: Type.Integer(),
})
export type CurrentPlace = Static<typeof CurrentPlace>

/** The event for a place that a view of the member moved; `getPlaces` has the place. */
export interface PlaceMovedEvent {
  publicationId: string
  revision: number
  /** As in `CurrentPlace`. */
  viewId: string
}

export const FormerPlace = Type.Object({
  locator: Locator,
  leftAt: Instant,
  device: Device,
})
export type FormerPlace = Static<typeof FormerPlace>

export const Places = Type.Object({
  current: orNull(CurrentPlace),
  /** The last ten places that the member left, latest first. */
  former: Type.Array(FormerPlace),
})
export type Places = Static<typeof Places>

/** Requested whenever a view becomes visible again: another device may have moved the place. */
export const getPlaces = route('GET', '/play/v1/places/:id', {
  access: 'member',
  params: IdPath,
  answer: Places,
})
