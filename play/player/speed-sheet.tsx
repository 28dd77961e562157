import { Button } from '@estante/design/button/button.tsx'
import { Slider } from '@estante/design/slider/slider.tsx'
import { Sheet } from '../shell/sheet.tsx'
import type { Playback } from './playback.ts'
import { SPEED_MAX, SPEED_MIN, SPEED_STEP, speedLabel, speedPresets } from './speed.ts'
import { text } from './text.ts'
import { roundedTime } from './times.ts'
import './choices.css'

/** How fast the narrator speaks: a few ready speeds, and a slider in steps of five hundredths. */
export function SpeedSheet({ playback, open, onClose }: { playback: Playback; open: boolean; onClose: () => void }) {
  const speed = playback.speed.value
  const left = (playback.duration.value - playback.time.value) / speed
  return (
    <Sheet open={open} title={text.speed} closeLabel={text.close} onClose={onClose}>
      <div class="choices">
        <p class="choices__value" aria-hidden="true">
          {speedLabel(speed)}
        </p>
        <p class="choices__help">{text.left(roundedTime(left), undefined)}</p>
        <div class="choices__line">
          <Button
            variant="soft"
            aria-label={text.fewerSpeed}
            disabled={speed <= SPEED_MIN}
            onClick={() => playback.setSpeed(speed - SPEED_STEP)}
          >
            −
          </Button>
          <Slider
            label={text.speed}
            value={speed}
            min={SPEED_MIN}
            max={SPEED_MAX}
            step={SPEED_STEP}
            valueText={speedLabel(speed)}
            onInput={playback.setSpeed}
          />
          <Button
            variant="soft"
            aria-label={text.moreSpeed}
            disabled={speed >= SPEED_MAX}
            onClick={() => playback.setSpeed(speed + SPEED_STEP)}
          >
            +
          </Button>
        </div>
        <ul class="choices__grid">
          {speedPresets.map((preset) => (
            <li key={preset}>
              <button
                class="choices__choice"
                type="button"
                aria-pressed={preset === speed}
                onClick={() => playback.setSpeed(preset)}
              >
                {speedLabel(preset)}
              </button>
            </li>
          ))}
        </ul>
        <p class="choices__help">{text.speedHelp}</p>
      </div>
    </Sheet>
  )
}
