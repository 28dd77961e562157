import type { Static } from 'typebox'
import { orNull, PageUuid } from '../fields.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { CurrentPlace, Movement } from './places.ts'

/**
 * A heartbeat of a lease: one stretch of listening or reading. The page mints a lease when sound starts or a book
 * opens, and another after every pause. Totals are cumulative over the lease and measured on the page's monotonic
 * clock, so that losing, repeating or reordering heartbeats after the first changes nothing. The first starts the
 * server's clock: a claim is credited only as far as that allows, and nothing from before it is.
 */
export const Heartbeat = Type.Object({
  leaseId: PageUuid,
  /** 1 opens the lease (with `activeMs` 0); each heartbeat of the lease adds one. */
  sequence: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  publicationId: storableText({ maxLength: 64 }),
  /** Milliseconds of sound advancing, or of the page on screen, since the lease began. */
  activeMs: Type.Integer({ minimum: 0, maximum: 604_800_000 }),
  /** Milliseconds since the sound last advanced, or the page was last on screen; 0 while it is. */
  idleMs: Type.Integer({ minimum: 0, maximum: 604_800_000 }),
  /** Audiobooks: milliseconds of content heard since the lease began (2 × `activeMs` at double speed). */
  contentMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_419_200_000 })),
  /** E-books: index in the reading order of the chapter where the time since the last heartbeat was spent. */
  chapter: Type.Optional(Type.Integer({ minimum: 0, maximum: 20_000 })),
  /** Left out when the place has not moved since the last report. */
  movement: Type.Optional(Movement),
})
export type Heartbeat = Static<typeof Heartbeat>

export const HeartbeatAnswer = Type.Object({
  /** The last sequence the server has of this lease; heartbeats up to it need not be sent again. */
  sequence: Type.Integer(),
  /** The server's present place in this publication, which another view may have moved. */
  progress: orNull(CurrentPlace),
})
export type HeartbeatAnswer = Static<typeof HeartbeatAnswer>

/** Idempotent by lease and sequence. */
export const sendHeartbeat = route('POST', '/play/v1/activity', {
  access: 'member',
  body: Heartbeat,
  answer: HeartbeatAnswer,
})
