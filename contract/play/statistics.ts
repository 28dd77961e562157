import type { Static } from 'typebox'
import { route } from '../route.ts'
import { Type } from '../schema.ts'

export const Statistics = Type.Object({
  /** The last seven days, today last, in the time zone of the service. */
  days: Type.Array(
    Type.Object({ day: Type.String(), listeningSeconds: Type.Integer(), readingSeconds: Type.Integer() }),
  ),
  /** Its name in Portuguese. */
  timeZone: Type.String(),
  /** Total since the member's first day. */
  listeningSeconds: Type.Integer(),
  readingSeconds: Type.Integer(),
  finishedAudiobooks: Type.Integer(),
  finishedEbooks: Type.Integer(),
})
export type Statistics = Static<typeof Statistics>

/** Time as the partner's report counts it: clock time at any speed, without pauses. */
export const getStatistics = route('GET', '/play/v1/statistics', {
  access: 'member',
  answer: Statistics,
})
