import { BatchedRows } from '@estante/design/long-list/batched-rows.tsx'
import { nextTask } from '@estante/design/next-task.ts'
import { SheetWithPlaces, useCurrentEntry } from '../places/sheet-with-places.tsx'
import { text as placesText } from '../places/text.ts'
import { clockTime, spokenTime } from '../places/times.ts'
import { ChapterTitle } from './chapter-title.tsx'
import { isNumbered } from './chapters.ts'
import type { Playback } from './playback.ts'
import { text } from './text.ts'
import './chapters-sheet.css'

type Props = { playback: Playback; open: boolean; onClose: () => void }

/** The chapters with their lengths; selecting one plays from its start. */
export function ChaptersSheet(props: Props) {
  const { playback, open, onClose } = props
  return (
    <SheetWithPlaces
      open={open}
      title={text.chapters}
      onClose={onClose}
      id={playback.id}
      describe={playback.describe}
      onGo={(locator) => playback.seek(locator.locations.time ?? 0)}
    >
      <Chapters {...props} />
    </SheetWithPlaces>
  )
}

function Chapters({ playback, onClose }: Props) {
  const list = useCurrentEntry()
  const current = playback.chapterIndex.value
  return (
    <ol class="sheet__rows long-list" ref={list}>
      <BatchedRows rows={playback.chapters.value} current={current}>
        {(chapter, index) => (
          <li key={chapter.start}>
            <button
              class="chapters__chapter sheet__row line"
              type="button"
              aria-current={index === current ? 'true' : undefined}
              style={{ '--chapters-depth': chapter.depth }}
              onClick={() => {
                playback.goToChapter(chapter.start)
                void nextTask().then(onClose)
              }}
            >
              <span class="chapters__number note tabular centered" aria-hidden="true">
                {index === current ? (
                  <Bars isMoving={playback.isPlaying.value} />
                ) : isNumbered(chapter.title) ? null : (
                  index + 1
                )}
              </span>
              <span class="grows" dir="auto">
                <ChapterTitle playback={playback} index={index} />
              </span>
              <span class="chapters__length note tabular">
                <span aria-hidden="true">{clockTime(chapter.end - chapter.start)}</span>
                <span class="visually-hidden">
                  {spokenTime(chapter.end - chapter.start)}
                  {placesText.nested(chapter.depth)}
                </span>
              </span>
            </button>
          </li>
        )}
      </BatchedRows>
    </ol>
  )
}

function Bars({ isMoving }: { isMoving: boolean }) {
  return (
    <span class="chapters__bars" data-moving={isMoving}>
      <span />
      <span />
      <span />
    </span>
  )
}
