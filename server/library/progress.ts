import type { Locator } from '@estante/contract/locator.ts'
import type { Progress } from '@estante/contract/play/publications.ts'
import type { LibraryEntry } from '../db/tables.ts'
import { toInstant } from '../http/to-instant.ts'

/** Where a member is in a title, or null when the title is only saved. */
export function toProgress(
  entry: Pick<LibraryEntry, 'locator' | 'total_progression' | 'updated_at' | 'finished_at'> | undefined,
): Progress | null {
  if (!entry?.locator) return null
  return {
    locator: JSON.parse(entry.locator) as Locator,
    totalProgression: entry.total_progression,
    updatedAt: new Date(entry.updated_at).toISOString(),
    finishedAt: toInstant(entry.finished_at),
  }
}
