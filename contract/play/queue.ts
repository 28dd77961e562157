import type { Static } from 'typebox'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { PublicationCard, PublicationPath } from './publications.ts'

const TitleId = storableText({ maxLength: 64 })

export const Queue = Type.Object({
  /** In the member's order. A title leaves the queue when it is used after it was added. */
  items: Type.Array(PublicationCard),
})
export type Queue = Static<typeof Queue>

export const MAX_QUEUED = 100

export const getQueue = route({
  method: 'GET',
  path: '/play/v1/queue',
  access: 'member',
  operationId: 'getQueue',
  summary: 'Get the queue',
  description: 'The same on every device.',
  success: { status: 200, description: 'The queue.', schema: Queue },
  errors: ['INVALID_ACCESS_TOKEN'],
})

export const putInQueue = route({
  method: 'POST',
  path: '/play/v1/queue',
  access: 'member',
  operationId: 'putInQueue',
  summary: 'Add a title to the queue, or move it',
  description: 'Before another title, or to the end. Idempotent.',
  body: Type.Object({ id: TitleId, before: Type.Optional(Type.Union([TitleId, Type.Null()])) }),
  success: { status: 200, description: 'The queue as it is now.', schema: Queue },
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN', 'PUBLICATION_NOT_FOUND', 'QUEUE_FULL'],
})

export const removeFromQueue = route({
  method: 'DELETE',
  path: '/play/v1/queue/:id',
  access: 'member',
  operationId: 'removeFromQueue',
  summary: 'Remove a title from the queue',
  description: 'Idempotent.',
  params: PublicationPath,
  success: { status: 200, description: 'The queue as it is now.', schema: Queue },
  errors: ['INVALID_ACCESS_TOKEN'],
})

export const Ending = Type.Object({
  /** Time that the member spent with the work, in both forms. */
  activeSeconds: Type.Integer(),
  /** First in the queue. */
  queued: Type.Union([PublicationCard, Type.Null()]),
  /** The next title of its series that the member has not finished. */
  inSeries: Type.Union([PublicationCard, Type.Null()]),
  /** Other titles of the author that the member has not started. */
  sameAuthor: Type.Array(PublicationCard),
})
export type Ending = Static<typeof Ending>

export const getEnding = route({
  method: 'GET',
  path: '/play/v1/publications/:id/ending',
  access: 'member',
  operationId: 'getEnding',
  summary: 'Get the time spent on a title and the next titles',
  description: 'Without the other form of the same work.',
  params: PublicationPath,
  success: { status: 200, description: 'The time spent, and the next titles.', schema: Ending },
  errors: ['INVALID_ACCESS_TOKEN', 'PUBLICATION_NOT_FOUND'],
})
