import type { PanelPublicationDetail } from '@estante/contract/panel/publications.ts'
import { formatDay, formatMoment } from '../time/format-time.ts'
import { now } from '../time/now.ts'
import { words } from './text.ts'

/** Whether members see a title, in a few words. */
export function formatState({ state, publishFrom, publishUntil, withdrawnAt }: PanelPublicationDetail): string {
  const day = (at: string | null) => (at === null ? undefined : formatDay(Date.parse(at), now.value))
  const moment = (at: string | null) => (at === null ? '' : formatMoment(Date.parse(at), now.value))
  switch (state) {
    case 'published':
      return words.state.published(day(publishFrom))
    case 'scheduled':
      return words.state.scheduled(moment(publishFrom))
    case 'ended':
      return words.state.ended(moment(publishUntil))
    case 'withdrawn':
      return words.state.withdrawn(day(withdrawnAt) ?? '')
    case 'draft':
      return words.state.draft
  }
}

/** What that means. */
export function helpOf(detail: PanelPublicationDetail): string {
  const { state } = detail
  const until = sayUntil(detail)
  switch (state) {
    case 'published':
      return words.state.publishedHelp + until
    case 'scheduled':
      return words.state.scheduledHelp + until
    case 'ended':
      return words.state.endedHelp
    case 'withdrawn':
      return words.state.withdrawnHelp
    case 'draft':
      return words.state.draftHelp
  }
}

/** The same in one line, for whoever decides over it. */
export function formatFullState(detail: PanelPublicationDetail): string {
  const isToCome = detail.state === 'published' || detail.state === 'scheduled'
  return `${formatState(detail)}.${isToCome ? sayUntil(detail) : ''}`
}

function sayUntil({ publishUntil }: PanelPublicationDetail): string {
  return publishUntil === null ? '' : ` ${words.state.until(formatMoment(Date.parse(publishUntil), now.value))}`
}
