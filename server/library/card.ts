import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { toCover } from '../covers/cover.ts'
import type { LibraryEntry } from '../db/tables.ts'
import type { CardRow } from '../publications/publication.ts'
import { toProgress } from './progress.ts'

/** A title as the embedded application shows it to a member; `entry` is that member's record of it. */
export function toCard(row: CardRow, entry: LibraryEntry | undefined): PublicationCard {
  return {
    id: row.public_id,
    type: row.type,
    title: row.title,
    author: row.author,
    cover: toCover(row),
    ...(row.duration_ms !== null && { durationSeconds: Math.round(row.duration_ms / 1000) }),
    ...(row.chapters !== null && { chapters: row.chapters }),
    saved: entry !== undefined && entry.saved_at !== null,
    progress: toProgress(entry),
  }
}
