import type { PublicationState } from '@estante/contract/panel/publications.ts'

/** How the badge of each state looks. */
export const stateTones = {
  published: 'good',
  scheduled: 'notice',
  ended: 'neutral',
  draft: 'neutral',
  withdrawn: 'danger',
} as const satisfies Record<PublicationState, string>
