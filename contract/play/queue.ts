import type { Static } from 'typebox'
import { IdPath, Instant, orNull } from '../fields.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { PublicationCard } from './publications.ts'

const TitleId = storableText({ maxLength: 64 })

export const Queue = Type.Object({
  /** In the member's order. A title leaves the queue when it is used after it was added. */
  items: Type.Array(PublicationCard),
})
export type Queue = Static<typeof Queue>

export const MAX_QUEUED = 100

/** The same on every device. */
export const getQueue = route('GET', '/play/v1/queue', {
  access: 'member',
  answer: Queue,
})

/** Inserts a title before another, or at the end. Idempotent. */
export const putInQueue = route('POST', '/play/v1/queue', {
  access: 'member',
  body: Type.Object({ id: TitleId, before: Type.Optional(orNull(TitleId)) }),
  answer: Queue,
})

/** Idempotent. */
export const removeFromQueue = route('DELETE', '/play/v1/queue/:id', {
  access: 'member',
  params: IdPath,
  answer: Queue,
})

export const Ending = Type.Object({
  /** When the member started the work, in either form; null if nothing of it was counted yet. */
  startedAt: orNull(Instant),
  /** Time that the member spent with the work in each form. */
  listeningSeconds: Type.Integer(),
  readingSeconds: Type.Integer(),
  /** The number of works that the member finished, with this one. */
  finishedWorks: Type.Integer(),
  /** First in the queue. */
  queued: orNull(PublicationCard),
  /** The next title of its series that the member has not finished. */
  inSeries: orNull(PublicationCard),
  /** Other titles of the author that the member has not started. */
  sameAuthor: Type.Array(PublicationCard),
  /** When the author has no other titles: unstarted titles, of a shared subject first, then the newest. */
  others: Type.Array(PublicationCard),
})
export type Ending = Static<typeof Ending>

/** Without the other form of the same work. */
export const getEnding = route('GET', '/play/v1/publications/:id/ending', {
  access: 'member',
  params: IdPath,
  answer: Ending,
})
