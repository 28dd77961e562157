import type { PanelPublicationDetail, PublicationState } from '@estante/contract/panel/publications.ts'
import { formatDay, formatMoment } from '../time/format-time.ts'
import { now } from '../time/now.ts'
import { text } from './text.ts'

/** Returns a short label for the state of a title. */
export function formatState({ state, publishFrom, publishUntil, withdrawnAt }: PanelPublicationDetail): string {
  const day = (at: string | null) => (at === null ? undefined : formatDay(Date.parse(at), now.value))
  const moment = (at: string | null) => (at === null ? '' : formatMoment(Date.parse(at), now.value))
  switch (state) {
    case 'published':
      return text.state.published(day(publishFrom))
    case 'scheduled':
      return text.state.scheduled(moment(publishFrom))
    case 'ended':
      return text.state.ended(moment(publishUntil))
    case 'withdrawn':
      return text.state.withdrawn(day(withdrawnAt) ?? '')
    case 'draft':
      return text.state.draft
  }
}

/** Explains the state of a title. */
export function helpOf(detail: PanelPublicationDetail): string {
  return text.state[`${detail.state}Help`] + formatUntil(detail)
}

/** Formats the state in one line, for a conflict. */
export function formatFullState(detail: PanelPublicationDetail): string {
  return `${formatState(detail)}.${formatUntil(detail)}`
}

/** Formats the date of the end, if it is still to come. */
function formatUntil({ state, publishUntil }: PanelPublicationDetail): string {
  if (publishUntil === null || (state !== 'published' && state !== 'scheduled')) return ''
  return ` ${text.state.until(formatMoment(Date.parse(publishUntil), now.value))}`
}

/** The colour of each state's badge. */
export const stateTones = {
  published: 'good',
  scheduled: 'notice',
  ended: 'neutral',
  draft: 'neutral',
  withdrawn: 'danger',
} as const satisfies Record<PublicationState, string>
