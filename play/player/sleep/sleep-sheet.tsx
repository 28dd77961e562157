import { Button } from '@estante/design/button/button.tsx'
import { useSignal } from '@preact/signals'
import { clockTime, spokenTime } from '../../places/times.ts'
import { Sheet } from '../../shell/sheet.tsx'
import type { Playback } from '../playback.ts'
import { text } from '../text.ts'
import { MORE_MINUTES, type SleepChoice, sleepMinutes } from './sleep-timer.ts'
import '../choices.css'

const MAX_CUSTOM_MINUTES = 180
const MIN_CUSTOM_MINUTES = 5

type Props = { playback: Playback; open: boolean; onClose: () => void }

export function SleepSheet(props: Props) {
  const isRunning = props.playback.sleep.choice.value !== undefined
  return (
    <Sheet open={props.open} title={text.timer} onClose={props.onClose}>
      <div class="choices stack">
        {isRunning && <Running {...props} />}
        <Choosing {...props} />
        <p class="choices__help note">{props.playback.sleep.canFade ? text.timerHelp : text.timerHelpWithoutFade}</p>
      </div>
    </Sheet>
  )
}

function Choosing({ playback, onClose }: Props) {
  const hasNext = playback.chapterIndex.value < playback.chapters.value.length - 1
  const chosen = playback.sleep.choice.value
  const choose = (choice: SleepChoice) => {
    playback.sleep.set(choice)
    onClose()
  }
  return (
    <>
      <ul class="choices__grid">
        {sleepMinutes.map((minutes) => (
          <li key={minutes}>
            <button
              class="choices__choice tabular"
              type="button"
              aria-pressed={chosen && 'minutes' in chosen && chosen.minutes === minutes}
              onClick={() => choose({ minutes })}
            >
              {text.minutes(minutes)}
            </button>
          </li>
        ))}
      </ul>
      {(hasNext ? (['this', 'next'] as const) : (['this'] as const)).map((endOfChapter) => (
        <button
          class="choices__choice tabular"
          type="button"
          key={endOfChapter}
          aria-pressed={chosen && 'endOfChapter' in chosen && chosen.endOfChapter === endOfChapter}
          onClick={() => choose({ endOfChapter })}
        >
          {text.endOfChapter[endOfChapter]}
        </button>
      ))}
      {!chosen && <Custom choose={choose} />}
    </>
  )
}

/** Any number of minutes, in steps. A running timer has a button for more instead. */
function Custom({ choose }: { choose: (choice: SleepChoice) => void }) {
  const custom = useSignal(20)
  return (
    <div class="choices__line line">
      <Button
        variant="soft"
        aria-label={text.fewerMinutes}
        disabled={custom.value <= MIN_CUSTOM_MINUTES}
        onClick={() => (custom.value -= MORE_MINUTES)}
      >
        −
      </Button>
      <button
        class="choices__choice tabular"
        type="button"
        aria-live="polite"
        onClick={() => choose({ minutes: custom.value })}
      >
        {text.startMinutes(custom.value)}
      </button>
      <Button
        variant="soft"
        aria-label={text.moreMinutes}
        disabled={custom.value >= MAX_CUSTOM_MINUTES}
        onClick={() => (custom.value += MORE_MINUTES)}
      >
        +
      </Button>
    </div>
  )
}

function Running({ playback, onClose }: Props) {
  const { remaining, began, extend, cancel } = playback.sleep
  const left = remaining.value
  return (
    <>
      {left !== undefined && (
        <p class="choices__value" role="timer" aria-label={text.timerRuns(spokenTime(left))}>
          {clockTime(Math.ceil(left))}
        </p>
      )}
      {began.value !== undefined && <p class="choices__help note">{text.timerBegan(clockTime(began.value))}</p>}
      <div class="choices__line choices__line--centre line">
        <Button variant="soft" onClick={() => extend(MORE_MINUTES)}>
          {text.moreMinutes}
        </Button>
        <Button
          variant="plain"
          onClick={() => {
            cancel()
            onClose()
          }}
        >
          {text.cancelTimer}
        </Button>
      </div>
    </>
  )
}
