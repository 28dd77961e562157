import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { type createReadAlongSleep, SLEEP_CHOICES } from './read-along-sleep.ts'
import { text } from './text.ts'

interface SleepChoicesProps {
  sleep: Pick<ReturnType<typeof createReadAlongSleep>, 'choice' | 'secondsLeft' | 'set'>
}

/** The sleep timer of a voice, and the time it leaves. */
export function SleepChoices({ sleep }: SleepChoicesProps) {
  const left = sleep.secondsLeft.value
  return (
    <>
      <p class="label">{text.sleep}</p>
      <Segmented
        label={text.sleep}
        options={SLEEP_CHOICES.map((value) => ({ value, label: text.sleepChoices[value] }))}
        value={sleep.choice.value}
        onChange={sleep.set}
      />
      {left !== undefined && <p>{text.left(left)}</p>}
    </>
  )
}
