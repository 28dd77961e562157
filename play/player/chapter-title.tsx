import { langOf } from '../publication/publication.ts'
import type { Playback } from './playback.ts'
import { text } from './text.ts'

interface ChapterTitleProps {
  playback: Pick<Playback, 'chapters' | 'chapterIndex' | 'publication'>
  index?: number
}

/** The title of a chapter, the current one by default, in the language of the audiobook. */
export function ChapterTitle({ playback, index = playback.chapterIndex.value }: ChapterTitleProps) {
  const title = playback.chapters.value[index]?.title
  if (!title) return text.untitledChapter(index + 1)
  return <span lang={langOf(playback.publication.value)}>{title}</span>
}
