import type { Ending } from '@estante/contract/play/queue.ts'
import { formatDay } from '../places/format-left-at.ts'
import { joinWithAnd } from '../portuguese.ts'
import { hoursAndMinutes } from '../publication/lengths.ts'
import { text } from './text.ts'

/** Formats the time spent with a title, in whole minutes, and since when. Undefined if nothing was counted yet. */
export function timeSpent(
  ending: Pick<Ending, 'startedAt' | 'listeningSeconds' | 'readingSeconds'>,
  now: Date,
): string | undefined {
  if (ending.startedAt === null) return undefined
  const day = formatDay(new Date(ending.startedAt), now, 'long')
  const spent = (['listeningSeconds', 'readingSeconds'] as const)
    .filter((form) => ending[form] >= 60)
    .map((form) => text.spent[form](hoursAndMinutes(ending[form])))
  return spent.length > 0 ? text.spentSince(joinWithAnd(spent), day) : text.started(day)
}
