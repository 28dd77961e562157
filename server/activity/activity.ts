import type { Heartbeat } from '@estante/contract/play/activity.ts'
import type { Lease, Publication } from '../db/tables.ts'
import type { SignedInMember } from '../members/member-session.ts'

/** Who is listening to or reading what, and what the page says of it. */
export interface Activity {
  member: SignedInMember
  publication: Pick<Publication, 'id' | 'type' | 'chapters' | 'title' | 'author'>
  heartbeat: Heartbeat
}

/** Milliseconds a lease had already spent in the chapter of the heartbeat, without leaving it. */
export function chapterTime(lease: Lease, { chapter }: Heartbeat): number {
  return chapter === lease.chapter ? lease.chapter_ms : 0
}
