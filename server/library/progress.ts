import type { Locator } from '@estante/contract/locator.ts'
import type { CurrentPlace, Progress } from '@estante/contract/play/places.ts'
import type { LibraryEntry } from '../db/tables.ts'
import { toIsoString } from '../http/to-iso-string.ts'

type ProgressOfEntry = Pick<LibraryEntry, 'locator' | 'total_progression' | 'started_at' | 'finished_at'>
type PlaceOfEntry = Omit<ProgressOfEntry, 'started_at'> &
  Pick<LibraryEntry, 'updated_at' | 'place_revision' | 'place_view' | 'place_device'>

/** Returns a member's progress in a title; null before it is started. One started on its first page has no place. */
export function toProgress(entry: ProgressOfEntry | undefined): Progress | null {
  if (!entry?.locator && !entry?.started_at) return null
  return { totalProgression: entry.total_progression, finishedAt: toIsoString(entry.finished_at) }
}

/** Returns the member's place in a title, with the version that a page needs to move it. */
export function toCurrentPlace(entry: PlaceOfEntry | undefined, now: number): CurrentPlace | null {
  if (!entry?.locator) return null
  return {
    locator: JSON.parse(entry.locator) as Locator,
    totalProgression: entry.total_progression,
    finishedAt: toIsoString(entry.finished_at),
    revision: entry.place_revision,
    viewId: entry.place_view!,
    device: entry.place_device!,
    secondsAgo: Math.max(0, Math.round((now - entry.updated_at) / 1000)),
  }
}
