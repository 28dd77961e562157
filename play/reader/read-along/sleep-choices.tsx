import { Segmented } from '@estante/design/segmented/segmented.tsx'
import type { createReadAlongSleep } from './read-along-sleep.ts'
import { text } from './text.ts'

const CHOICES = ['never', 'chapter', '15', '30'] as const

/** The sleep timer of a voice, and the time it leaves. */
export function SleepChoices({ sleep }: { sleep: Pick<ReturnType<typeof createReadAlongSleep>, 'remaining' | 'set'> }) {
  const left = sleep.remaining.value
  const chosen = left === undefined ? 'never' : left === 'chapter' ? 'chapter' : left > 15 * 60 ? '30' : '15'
  return (
    <>
      <p class="label">{text.sleep}</p>
      <Segmented
        label={text.sleep}
        options={CHOICES.map((value) => ({ value, label: text.sleepChoices[value] }))}
        value={chosen}
        onChange={(next) =>
          sleep.set(next === 'never' ? undefined : next === 'chapter' ? 'chapter' : Number(next) * 60)
        }
      />
      {typeof left === 'number' && <p>{text.left(left)}</p>}
    </>
  )
}
