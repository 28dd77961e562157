import type { Locator } from '@estante/contract/locator.ts'
import type { CurrentPlace } from '@estante/contract/play/places.ts'
import { Button } from '@estante/design/button/button.tsx'
import type { ReadonlySignal } from '@preact/signals'
import { useLayoutEffect, useMemo } from 'preact/hooks'
import { recoverFocus } from '../shell/arrival.ts'
import { formatLeftAt } from './format-left-at.ts'
import { text } from './text.ts'
import './place-question.css'

interface PlaceQuestionProps {
  question: ReadonlySignal<CurrentPlace | undefined>
  /** A place, in words that follow "você parou". */
  describe: (locator: Locator) => string
  onGo: () => void
  onStay: () => void
}

/**
 * Asks which of two places to keep, when another device moved on. Always rendered, so that screen readers announce it.
 */
export function PlaceQuestion({ question, describe, onGo, onStay }: PlaceQuestionProps) {
  const there = question.value
  // Computed once per notified place, so that the text does not change between renders.
  const origin = useMemo(() => there && deviceAndTime(there, new Date()), [there])
  // Its button may have had the focus.
  useLayoutEffect(() => recoverFocus, [there])
  return (
    <div class="place-question" role="status">
      {there && (
        <div class="place-question__card row">
          <p class="place-question__text">{text.stopped(describe(there.locator), origin ?? '')}</p>
          <div class="place-question__acts">
            <Button size="compact" onClick={onGo}>
              {text.go}
            </Button>
            <Button size="compact" variant="soft" onClick={onStay}>
              {text.stay}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** Formats the device and when: the server measures the time, since this device's clock may be wrong. */
function deviceAndTime({ device, secondsAgo }: CurrentPlace, now: Date) {
  const when = formatLeftAt(new Date(now.getTime() - secondsAgo * 1000), now)
  return `${text.devices[device]}, ${when}`
}
