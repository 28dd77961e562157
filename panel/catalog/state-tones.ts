import type { PublicationState } from '@estante/contract/panel/publications.ts'

/** The colour of each state's badge. */
export const stateTones = {
  published: 'good',
  scheduled: 'notice',
  ended: 'neutral',
  draft: 'neutral',
  withdrawn: 'danger',
} as const satisfies Record<PublicationState, string>
