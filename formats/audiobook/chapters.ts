import { cleanText } from './clean-text.ts'
import { MAX_CHAPTERS } from './limits.ts'

export interface Chapter {
  /** Seconds from the start of its track. */
  start: number
  title: string
}

/** Chapters in order, each inside the sound and with a name, none twice, no more than a contents page can hold. */
export function tidyChapters(chapters: Chapter[], durationSeconds: number): Chapter[] {
  return chapters
    .filter(({ start }) => start >= 0 && start < durationSeconds)
    .sort((one, other) => one.start - other.start)
    .filter((chapter, place, all) => place === 0 || chapter.start > all[place - 1]!.start)
    .slice(0, MAX_CHAPTERS)
    .map(({ start, title }, place) => ({ start, title: cleanText(title) || `Capítulo ${place + 1}` }))
}
