import type { Locator } from '@estante/contract/locator.ts'
import type { CurrentPlace } from '@estante/contract/play/places.ts'
import { Button } from '@estante/design/button/button.tsx'
import type { ReadonlySignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { text } from './text.ts'
import { whenLeft } from './when-left.ts'
import './place-question.css'

/** Asks which of two places it shall be, when another device went on. Always there, so that a screen reader says it. */
export function PlaceQuestion({
  keeper,
  describe,
}: {
  keeper: { question: ReadonlySignal<CurrentPlace | undefined>; goThere(): unknown; stayHere(): unknown }
  /** Where a place is, in words that follow "você parou". */
  describe: (locator: Locator) => string
}) {
  const there = keeper.question.value
  // As it was when it was heard of: the same words however often they are drawn.
  const thereWords = useMemo(() => there && wordsOf(there, new Date()), [there])
  return (
    <div class="place-question" role="status">
      {there && (
        <div class="place-question__card">
          <p class="place-question__words">{text.stopped(describe(there.locator), thereWords ?? '')}</p>
          <div class="place-question__acts">
            <Button size="compact" onClick={() => void keeper.goThere()}>
              {text.go}
            </Button>
            <Button size="compact" variant="soft" onClick={() => void keeper.stayHere()}>
              {text.stay}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** Which device, as far as it said, and when: the server says how long ago, for this device's clock may be wrong. */
function wordsOf({ device, secondsAgo }: CurrentPlace, now: Date) {
  const when = whenLeft(new Date(now.getTime() - secondsAgo * 1000), now)
  return device ? `${text.devices[device]}, ${when}` : when
}
