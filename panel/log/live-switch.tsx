import { isLive } from './live.ts'
import { text } from './text.ts'

/** Switches live updates on and off. */
export function LiveSwitch() {
  return (
    <button
      class="live-switch"
      type="button"
      role="switch"
      aria-checked={isLive.value}
      title={text.liveHelp}
      onClick={() => {
        isLive.value = !isLive.value
      }}
    >
      <span class="live-switch__light" aria-hidden="true" />
      {text.live}
    </button>
  )
}
