import { Button } from '@estante/design/button/button.tsx'
import { Checkbox } from '@estante/design/field/checkbox.tsx'
import { Slider } from '@estante/design/slider/slider.tsx'
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { roundedTime, spokenTime } from '../places/times.ts'
import { chooseListening, listening } from '../preferences/listening-choices.ts'
import { recoverFocus } from '../shell/arrival.ts'
import { Sheet } from '../shell/sheet.tsx'
import type { Playback } from './playback.ts'
import { MAX_SPEED, MIN_SPEED, SPEED_STEP, speedLabel, speedPresets } from './speed.ts'
import { text } from './text.ts'
import './choices.css'

const SKIP_STEP_SECONDS = 5
const SKIP_MAX_SECONDS = 60

/** Sets the speed: some presets, and a slider in steps of 0.05. */
export function SpeedSheet({ playback, open, onClose }: { playback: Playback; open: boolean; onClose: () => void }) {
  const speed = playback.speed.value
  const left = (playback.duration.value - playback.time.value) / speed
  const isForOthers = speed === listening.speed.value
  const hasChosen = useSignal(false)
  useEffect(() => {
    if (!open) hasChosen.value = false
  }, [open])
  // The button is gone.
  useLayoutEffect(() => {
    if (open && isForOthers) recoverFocus()
  }, [isForOthers])
  return (
    <Sheet open={open} title={text.speedAndSkips} onClose={onClose}>
      <div class="choices stack">
        <p class="choices__value" aria-hidden="true">
          {speedLabel(speed)}
        </p>
        <p class="choices__help note">{text.left(roundedTime(left), undefined)}</p>
        <div class="choices__line line">
          <Button
            variant="soft"
            aria-label={text.fewerSpeed}
            disabled={speed <= MIN_SPEED}
            onClick={() => playback.setSpeed(speed - SPEED_STEP)}
          >
            −
          </Button>
          <Slider
            label={text.speed}
            value={speed}
            min={MIN_SPEED}
            max={MAX_SPEED}
            step={SPEED_STEP}
            valueText={speedLabel(speed)}
            onInput={playback.setSpeed}
          />
          <Button
            variant="soft"
            aria-label={text.moreSpeed}
            disabled={speed >= MAX_SPEED}
            onClick={() => playback.setSpeed(speed + SPEED_STEP)}
          >
            +
          </Button>
        </div>
        <ul class="choices__grid">
          {speedPresets.map((preset) => (
            <li key={preset}>
              <button
                class="choices__choice tabular"
                type="button"
                aria-pressed={preset === speed}
                onClick={() => playback.setSpeed(preset)}
              >
                {speedLabel(preset)}
              </button>
            </li>
          ))}
        </ul>
        <p class="choices__help note" role="status">
          {isForOthers && hasChosen.value ? text.speedOfOthers(speedLabel(speed)) : text.speedHelp}
        </p>
        {!isForOthers && (
          <Button
            variant="plain"
            onClick={() => {
              hasChosen.value = true
              chooseListening({ speed })
            }}
          >
            {text.speedForOthers(speedLabel(speed))}
          </Button>
        )}
        {(['skipBack', 'skipForward'] as const).map((way) => (
          <SkipLength key={way} way={way} />
        ))}
        <Checkboxes playback={playback} />
      </div>
    </Sheet>
  )
}

/** Skipping silences and levelling need a recording measured at import; the boost depends on the engine. */
function Checkboxes({ playback }: { playback: Playback }) {
  const sound = playback.publication.value?.sound
  return (
    <div class="stack unless-empty">
      {sound?.hasSilences && (
        <Checkbox
          label={text.skipsSilences}
          isChecked={listening.skipsSilences.value}
          onChange={(skipsSilences) => chooseListening({ skipsSilences })}
        />
      )}
      {sound?.loudness != null && playback.sleep.canFade && (
        <Checkbox
          label={text.levels}
          isChecked={listening.levels.value}
          onChange={(levels) => chooseListening({ levels })}
        />
      )}
      {playback.canBoost() && (
        <Checkbox
          label={text.boostsVoice}
          isChecked={listening.boostsVoice.value}
          onChange={(boostsVoice) => chooseListening({ boostsVoice })}
        />
      )}
    </div>
  )
}

function SkipLength({ way }: { way: 'skipBack' | 'skipForward' }) {
  const seconds = listening[way].value
  const step = (by: number) =>
    chooseListening({ [way]: Math.min(SKIP_MAX_SECONDS, Math.max(SKIP_STEP_SECONDS, seconds + by)) })
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons around a length are no fields of a form
    <div class="choices__line line" role="group" aria-label={text.skips[way]}>
      <span class="grows bold">{text.skips[way]}</span>
      <Button
        variant="soft"
        aria-label={text.lessSkip}
        disabled={seconds <= SKIP_STEP_SECONDS}
        onClick={() => step(-SKIP_STEP_SECONDS)}
      >
        −
      </Button>
      <span class="choices__length tabular" role="status">
        <span aria-hidden="true">{text.seconds(seconds)}</span>
        <span class="visually-hidden">{spokenTime(seconds)}</span>
      </span>
      <Button
        variant="soft"
        aria-label={text.moreSkip}
        disabled={seconds >= SKIP_MAX_SECONDS}
        onClick={() => step(SKIP_STEP_SECONDS)}
      >
        +
      </Button>
    </div>
  )
}
