import { cleanText } from './clean-text.ts'
import { MAX_CHAPTERS } from './limits.ts'

export interface Chapter {
  /** Seconds from the start of its track. */
  start: number
  title: string
}

/** Sorts chapters, drops duplicates and those outside the audio, names the untitled, and bounds their number. */
export function tidyChapters(chapters: Chapter[], durationSeconds: number): Chapter[] {
  return chapters
    .filter(({ start }) => start >= 0 && start < durationSeconds)
    .sort((one, other) => one.start - other.start)
    .filter((chapter, index, all) => index === 0 || chapter.start > all[index - 1]!.start)
    .slice(0, MAX_CHAPTERS)
    .map(({ start, title }, index) => ({ start, title: cleanText(title) || `Capítulo ${index + 1}` }))
}
