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
  summary: 'What the member wants next',
  description: 'The same on every device.',
  success: { status: 200, description: 'The queue.', schema: Queue },
  errors: ['INVALID_ACCESS_TOKEN'],
})

export const putInQueue = route({
  method: 'POST',
  path: '/play/v1/queue',
  access: 'member',
  operationId: 'putInQueue',
  summary: 'Put a title in the queue, or elsewhere in it',
  description: 'Before another one, or last. Idempotent.',
  body: Type.Object({ id: TitleId, before: Type.Optional(Type.Union([TitleId, Type.Null()])) }),
  success: { status: 200, description: 'The queue as it is now.', schema: Queue },
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN', 'PUBLICATION_NOT_FOUND', 'QUEUE_FULL'],
})

export const removeFromQueue = route({
  method: 'DELETE',
  path: '/play/v1/queue/:id',
  access: 'member',
  operationId: 'removeFromQueue',
  summary: 'Take a title out of the queue',
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
  summary: 'What the end of a title leads to',
  description: 'The work itself, in its other form, is none of it.',
  params: PublicationPath,
  success: { status: 200, description: 'What was spent, and what comes next.', schema: Ending },
  errors: ['INVALID_ACCESS_TOKEN', 'PUBLICATION_NOT_FOUND'],
})
