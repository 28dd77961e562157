import type { Locator } from '@estante/contract/locator.ts'
import type { CurrentPlace, Progress } from '@estante/contract/play/places.ts'
import type { LibraryEntry } from '../db/tables.ts'
import { toIsoString } from '../http/to-iso-string.ts'

type PlaceOfEntry = Pick<LibraryEntry, 'locator' | 'total_progression' | 'finished_at'>

/** Returns a member's progress in a title; null when it is only saved. */
export function toProgress(entry: PlaceOfEntry | undefined): Progress | null {
  if (!entry?.locator) return null
  return {
    locator: JSON.parse(entry.locator) as Locator,
    totalProgression: entry.total_progression,
    finishedAt: toIsoString(entry.finished_at),
  }
}

/** Returns `toProgress` with the version that a page needs to move the place. */
export function toCurrentPlace(
  entry:
    | (PlaceOfEntry & Pick<LibraryEntry, 'updated_at' | 'place_revision' | 'place_view' | 'place_device'>)
    | undefined,
  now: number,
): CurrentPlace | null {
  const progress = toProgress(entry)
  if (!entry || !progress) return null
  return {
    ...progress,
    revision: entry.place_revision,
    viewId: entry.place_view?.startsWith('mss_') ? null : entry.place_view,
    device: entry.place_device,
    secondsAgo: Math.max(0, Math.round((now - entry.updated_at) / 1000)),
  }
}
