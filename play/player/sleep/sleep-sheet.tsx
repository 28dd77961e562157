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
      {isRunning ? <Running {...props} /> : <Choosing {...props} />}
    </Sheet>
  )
}

function Choosing({ playback, onClose }: Props) {
  const custom = useSignal(20)
  const hasNext = playback.chapterIndex.value < playback.chapters.value.length - 1
  const choose = (choice: SleepChoice) => {
    playback.sleep.set(choice)
    onClose()
  }
  return (
    <div class="choices stack">
      <ul class="choices__grid">
        {sleepMinutes.map((minutes) => (
          <li key={minutes}>
            <button class="choices__choice tabular" type="button" onClick={() => choose({ minutes })}>
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
          onClick={() => choose({ endOfChapter })}
        >
          {text.endOfChapter[endOfChapter]}
        </button>
      ))}
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
      <p class="choices__help note">{helpOf(playback)}</p>
    </div>
  )
}

function Running({ playback, onClose }: Props) {
  const { choice, remaining, began, extend, cancel } = playback.sleep
  const chosen = choice.value
  const left = remaining.value
  return (
    <div class="choices stack">
      {left !== undefined && (
        <p class="choices__value" role="timer" aria-label={text.timerRuns(spokenTime(left))}>
          {clockTime(Math.ceil(left))}
        </p>
      )}
      <p class="choices__help note">
        {chosen && 'endOfChapter' in chosen ? text.endOfChapter[chosen.endOfChapter] : helpOf(playback)}
      </p>
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
    </div>
  )
}

function helpOf({ sleep }: Playback) {
  return sleep.canFade ? text.timerHelp : text.timerHelpWithoutFade
}
