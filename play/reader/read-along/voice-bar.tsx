import { RetryButton } from '@estante/client/retry-button.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { CloseIcon, PlayIcon } from '@estante/design/icons/icons.tsx'
import { NextIcon, PauseIcon, PreviousIcon } from '@estante/design/icons/title-icons.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Sheet } from '../../shell/sheet.tsx'
import type { Structure } from './guided.ts'
import { text } from './text.ts'
import './read-along-bar.css'

interface Voice {
  isPlaying: ReadonlySignal<boolean>
  /** The voice was requested, and is not heard yet. */
  isWaiting?: ReadonlySignal<boolean>
  isWaitingLong?: ReadonlySignal<boolean>
  isFollowing: ReadonlySignal<boolean>
  hasFailed: ReadonlySignal<boolean>
  hasEnded?: ReadonlySignal<boolean>
  speed: ReadonlySignal<number>
  speeds: readonly number[]
  play(): void
  startOver?(): void
  toggle(): void
  step(by: 1 | -1): void
  /** The structure that is read, which `leaveStructure` leaves. */
  structure?: ReadonlySignal<Structure['kind'] | undefined>
  leaveStructure?(): void
  follow(): void
  choose(change: { speed: number }): void
}

interface VoiceBarProps {
  voice: Voice
  title: string
  help: string
  failed: string
  onStop: () => void
  children?: ComponentChildren
}

/** Controls of a voice that reads the page; `children` are further options. */
export function VoiceBar({ voice, title, help, failed, onStop, children }: VoiceBarProps) {
  const hasOptions = useSignal(false)
  const isPlaying = voice.isPlaying.value
  const play = useRef<HTMLButtonElement>(null)
  /** Runs the action of a button that it removes, and moves the focus. */
  const leave = (act: () => void) => () => {
    play.current?.focus()
    act()
  }
  return (
    <section class="read-along" aria-label={text.bar}>
      <div role="status">
        {voice.hasFailed.value ? (
          <Trouble sentence={failed} onRetry={leave(voice.play)} />
        ) : voice.hasEnded?.value ? (
          <Trouble sentence={text.ended} />
        ) : (
          voice.isWaitingLong?.value && <Trouble sentence={text.waitsLong} onRetry={leave(() => voice.startOver?.())} />
        )}
      </div>
      <div class="read-along__buttons row">
        <button
          class="read-along__speed tabular"
          type="button"
          aria-haspopup="dialog"
          aria-label={text.options(voice.speed.value)}
          onClick={() => (hasOptions.value = true)}
        >
          {text.speedOf(voice.speed.value)}
        </button>
        <IconButton label={text.previous} icon={PreviousIcon} onClick={() => voice.step(-1)} />
        <button
          class="read-along__play disc"
          data-first
          ref={play}
          type="button"
          aria-label={isPlaying ? text.pause : text.play}
          aria-busy={voice.isWaiting?.value}
          onClick={voice.toggle}
        >
          {isPlaying ? <PauseIcon /> : <PlayIcon />}
        </button>
        <IconButton label={text.next} icon={NextIcon} onClick={() => voice.step(1)} />
        {/* Where nothing else is, so that a second tap does nothing: over the page it would cover text. */}
        <span class="read-along__away">
          {!voice.isFollowing.value ? (
            <TextButton label={text.follow} onClick={leave(voice.follow)} />
          ) : (
            voice.structure?.value && (
              <TextButton
                label={text.leaveStructure[voice.structure.value]}
                onClick={leave(() => voice.leaveStructure?.())}
              />
            )
          )}
        </span>
        <IconButton label={text.stop} icon={CloseIcon} onClick={onStop} />
      </div>
      <Sheet open={hasOptions.value} title={title} onClose={() => (hasOptions.value = false)} height="half">
        <div class="read-along-options stack">
          <p>{help}</p>
          <p class="label">{text.speed}</p>
          <div class="read-along-options__speeds">
            <Segmented
              label={text.speed}
              options={voice.speeds.map((speed) => ({ value: String(speed), label: text.speedOf(speed) }))}
              value={String(voice.speed.value)}
              onChange={(speed) => voice.choose({ speed: Number(speed) })}
            />
          </div>
          {children}
        </div>
      </Sheet>
    </section>
  )
}

function TextButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button class="read-along__text-button label" type="button" onClick={onClick}>
      {label}
    </button>
  )
}

/** Why nothing is heard. */
function Trouble({ sentence, onRetry }: { sentence: string; onRetry?: () => void }) {
  return (
    <p class="read-along__trouble row">
      {sentence}
      {onRetry && <RetryButton variant="plain" onRetry={onRetry} />}
    </p>
  )
}
