import type { Static } from 'typebox'
import { Locator } from '../locator.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'

/** What kind of device a view is on, as its page can tell. */
export const Device = Type.Union([
  Type.Literal('iphone'),
  Type.Literal('ipad'),
  Type.Literal('android-phone'),
  Type.Literal('android-tablet'),
  Type.Literal('computer'),
])
export type Device = Static<typeof Device>

/**
 * Who moved the place, and what they knew of it. The server takes it when it comes from the view that moved the place
 * last, or from one that saw the place as it is now: the order of the server decides, and no clock of a device does.
 */
export const Movement = Type.Object({
  /** A UUID minted by the page as it loads. */
  viewId: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  /** Counts the movements of the view: a later one wins, whichever arrives first. */
  step: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  /** The `revision` of the place that the member moved on from; 0 when there was none. */
  basedOn: Type.Integer({ minimum: 0 }),
  /** Where a jump began: a place to go back to. */
  from: Type.Optional(Locator),
  device: Type.Optional(Device),
})
export type Movement = Static<typeof Movement>

export const Progress = Type.Object({
  locator: Locator,
  /** Part of the publication behind the member, 0 to 1. */
  totalProgression: Type.Number(),
  updatedAt: Type.String({ format: 'date-time' }),
  finishedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
})
export type Progress = Static<typeof Progress>

/** The place, with what a page needs to move it on or to ask the member first. */
export const CurrentPlace = Type.Object({
  ...Progress.properties,
  /** Grows with every movement. */
  revision: Type.Integer(),
  /** The view that moved it last; null when that was a page from before views had ids. */
  viewId: Type.Union([Type.String(), Type.Null()]),
  device: Type.Union([Device, Type.Null()]),
  /** Since it was moved, by the server's clock. */
  secondsAgo: Type.Integer(),
})
export type CurrentPlace = Static<typeof CurrentPlace>

/** What an event stream says of a place that a view of the member moved: where it is, `getPlaces` answers. */
export interface PlaceMoved {
  publicationId: string
  revision: number
  /** As in `CurrentPlace`. */
  viewId: string | null
}

export const FormerPlace = Type.Object({
  locator: Locator,
  leftAt: Type.String({ format: 'date-time' }),
  device: Type.Union([Device, Type.Null()]),
})
export type FormerPlace = Static<typeof FormerPlace>

export const Places = Type.Object({
  current: Type.Union([CurrentPlace, Type.Null()]),
  /** The last ten that the member left, the latest first. */
  former: Type.Array(FormerPlace),
})
export type Places = Static<typeof Places>

export const getPlaces = route({
  method: 'GET',
  path: '/play/v1/places/:id',
  access: 'member',
  operationId: 'getPlaces',
  summary: 'Where the member is in a title, and where they were',
  description: 'Asked whenever a view comes back to the front: another device may have moved the place.',
  params: Type.Object({ id: storableText({ maxLength: 64 }) }),
  success: { status: 200, description: 'The places.', schema: Places },
  errors: ['INVALID_ACCESS_TOKEN'],
})
