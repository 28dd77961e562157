import { nameAndTooltip } from '@estante/design/icon-button/name-and-tooltip.ts'
import { PlayIcon } from '@estante/design/icons/icons.tsx'
import { PauseIcon } from '@estante/design/icons/title-icons.tsx'
import type { Playback } from './playback.ts'
import { text } from './text.ts'
import './play-button.css'

/** Play or pause. A ring turns around it while the sound is loading. */
export function PlayButton({ playback, size }: { playback: Playback; size: 'small' | 'large' }) {
  const isPlaying = playback.isPlaying.value
  const label = isPlaying ? text.pause : text.play
  return (
    <button
      class={`play-button play-button--${size}`}
      type="button"
      {...nameAndTooltip(label)}
      aria-busy={playback.isWaiting.value}
      data-focus-home={size === 'large' ? '' : undefined}
      disabled={!playback.isReady.value || playback.problem.value === 'gone'}
      onClick={playback.toggle}
    >
      {isPlaying ? <PauseIcon /> : <PlayIcon />}
    </button>
  )
}
