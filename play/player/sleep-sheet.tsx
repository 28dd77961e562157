import { Button } from '@estante/design/button/button.tsx'
import { Slider } from '@estante/design/slider/slider.tsx'
import { useSignal } from '@preact/signals'
import { Sheet } from '../shell/sheet.tsx'
import type { Playback } from './playback.ts'
import { sleepMinutes } from './sleep-timer.ts'
import { text } from './text.ts'
import { clockTime, spokenTime } from './times.ts'
import './choices.css'

const CUSTOM_MAX_MINUTES = 180
const MORE_MINUTES = 5

type Props = { playback: Playback; open: boolean; onClose: () => void }

/** When the sound should stop by itself. */
export function SleepSheet(props: Props) {
  const isRunning = props.playback.sleep.choice.value !== undefined
  return (
    <Sheet open={props.open} title={text.timer} closeLabel={text.close} onClose={props.onClose}>
      {isRunning ? <Running {...props} /> : <Choosing {...props} />}
    </Sheet>
  )
}

function Choosing({ playback, onClose }: Props) {
  const custom = useSignal(20)
  const choose = (choice: Parameters<Playback['sleep']['set']>[0]) => {
    playback.sleep.set(choice)
    onClose()
  }
  return (
    <div class="choices">
      <ul class="choices__grid">
        {sleepMinutes.map((minutes) => (
          <li key={minutes}>
            <button class="choices__choice" type="button" onClick={() => choose({ minutes })}>
              {text.minutes(minutes)}
            </button>
          </li>
        ))}
      </ul>
      <button class="choices__choice" type="button" onClick={() => choose({ endOfChapter: true })}>
        {text.endOfChapter}
      </button>
      <div class="choices__custom">
        <span class="choices__custom-value">{text.customMinutesUnit(custom.value)}</span>
        <Slider
          label={text.customMinutes}
          value={custom.value}
          min={1}
          max={CUSTOM_MAX_MINUTES}
          valueText={text.customMinutesUnit(custom.value)}
          onInput={(minutes) => {
            custom.value = minutes
          }}
        />
        <Button variant="soft" onClick={() => choose({ minutes: custom.value })}>
          {text.start}
        </Button>
      </div>
      <p class="choices__help">{helpOf(playback)}</p>
    </div>
  )
}

function Running({ playback, onClose }: Props) {
  const { choice, remaining, extend, cancel } = playback.sleep
  const isEndOfChapter = choice.value !== undefined && 'endOfChapter' in choice.value
  const left = remaining.value
  return (
    <div class="choices">
      {left !== undefined && (
        <p class="choices__value" role="timer" aria-label={text.timerRuns(spokenTime(left))}>
          {clockTime(Math.ceil(left))}
        </p>
      )}
      <p class="choices__help">{isEndOfChapter ? text.endOfChapter : helpOf(playback)}</p>
      <div class="choices__line choices__line--centre">
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
