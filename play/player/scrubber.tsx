import { Slider } from '@estante/design/slider/slider.tsx'
import { signal, useComputed, useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { onceSignedIn, remember, remembered } from '../device-memory.ts'
import { clockTime, roundedTime, timeLeft } from '../places/times.ts'
import type { Playback } from './playback.ts'
import { speedLabel } from './speed.ts'
import { text } from './text.ts'
import './scrubber.css'

const KEY = 'scrubber'
const SLOW_MS = 1000

/** Whether the bar spans the whole book, as the member chose on this device. */
const showsBook = signal(false)
onceSignedIn(() => {
  showsBook.value = remembered(KEY) === 'book'
})

/** The position in the chapter or the whole book; drag it to seek. */
export function Scrubber({ playback, marks }: { playback: Playback; marks: readonly number[] }) {
  /** The place that is dragged to. In the span that the drag began in: the sound may go on to the next chapter. */
  const dragged = useSignal<{ at: number; start: number; length: number } | undefined>(undefined)
  const span = useComputed(() => {
    const chapter = playback.chapter.value
    return showsBook.value || !chapter
      ? { start: 0, length: playback.duration.value }
      : { start: chapter.start, length: chapter.end - chapter.start }
  })
  const { start, length } = dragged.value ?? span.value
  const at = Math.min(length, Math.max(0, dragged.value?.at ?? playback.time.value - start))
  const speed = playback.speed.value
  const leftInBook = (playback.duration.value - playback.time.value) / speed
  const began = playback.sleep.began.value
  const hasChapters = playback.chapters.value.length > 1
  const isSlow = useSlow(playback.isWaiting.value)

  return (
    <div class="scrubber">
      <div class="scrubber__line">
        <Slider
          label={showsBook.value ? text.place : text.placeInChapter}
          value={at}
          max={Math.max(1, length)}
          valueText={text.placeOf(at, length)}
          disabled={!playback.isReady.value}
          onInput={(at) => (dragged.value = { at, start, length })}
          onChange={(value) => {
            dragged.value = undefined
            playback.seek(start + value)
          }}
        />
        {[...new Set(began === undefined ? marks : [...marks, began])]
          .filter((second) => second >= start && second <= start + length)
          .map((second) => (
            <span
              class="scrubber__mark"
              key={second}
              style={{ '--scrubber-part': (second - start) / Math.max(1, length) }}
            />
          ))}
      </div>
      <div class="scrubber__times row tabular" aria-hidden="true">
        <span>{clockTime(at)}</span>
        <span>{timeLeft((length - at) / speed)}</span>
      </div>
      <div class="scrubber__foot row tabular">
        <span class="scrubber__left">
          <span role="status">{isSlow && text.waiting}</span>
          {!isSlow &&
            !playback.isFinished.value &&
            leftInBook >= 1 &&
            text.left(roundedTime(leftInBook), speed === 1 ? undefined : speedLabel(speed))}
        </span>
        {hasChapters && (
          // biome-ignore lint/a11y/useSemanticElements: two buttons of a bar are no fields of a form
          <div class="scrubber__scale" role="group" aria-label={text.scale}>
            {[false, true].map((isBook) => (
              <button
                class="scrubber__choice"
                type="button"
                key={isBook}
                aria-pressed={showsBook.value === isBook}
                onClick={() => {
                  showsBook.value = isBook
                  remember(KEY, isBook ? 'book' : 'chapter')
                }}
              >
                {isBook ? text.scaleBook : text.scaleChapter}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

/** Whether the wait is so long that it is said in words. */
function useSlow(isWaiting: boolean) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isSlow
}
