import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import { type Chapter, chapterIndexAt, durationOf } from './chapters.ts'

/** Returns the locator of a second of an audiobook. */
export function locatorAt(manifest: Manifest, chapters: Chapter[], time: number): Locator {
  const resource = manifest.readingOrder[0]!
  const duration = durationOf(manifest)
  const part = duration > 0 ? Math.round(Math.min(1, Math.max(0, time / duration)) * 1e6) / 1e6 : 0
  const { title } = chapters[chapterIndexAt(chapters, time)]!
  return {
    href: resource.href,
    ...(resource.type && { type: resource.type }),
    ...(title && { title: title.slice(0, 512) }),
    locations: { time: Math.round(Math.max(0, time) * 1000) / 1000, progression: part, totalProgression: part },
  }
}

/** Returns the second to resume at: the saved one; the start for a finished book or none saved. */
export function resumeTime(manifest: Manifest, saved: Locator | undefined): number {
  const duration = durationOf(manifest)
  if (!saved) return 0
  const { time = (saved.locations.totalProgression ?? 0) * duration } = saved.locations
  return time >= duration - 1 ? 0 : Math.max(0, time)
}

/** Whether two seconds are the same to a member: nearer than a sentence. */
export function isSameSecond({ locations: one }: Locator, { locations: other }: Locator): boolean {
  return Math.abs((one.time ?? 0) - (other.time ?? 0)) <= 3
}
