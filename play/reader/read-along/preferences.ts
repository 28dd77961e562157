import { batch, type ReadonlySignal, signal } from '@preact/signals'
import { remember, remembered } from '../../device-memory.ts'

export const SPEEDS = [0.75, 1, 1.25, 1.5, 2]

/** The member's preferences for read-along, stored on the device. */
export function createPreferences() {
  const stored = toPreferences(remembered('read-along'))
  const speed = signal(stored.speed)
  const skips = signal(stored.skips)

  return {
    speed: speed as ReadonlySignal<number>,
    /** Whether notes and page numbers are skipped. */
    skips: skips as ReadonlySignal<boolean>,
    set(change: Partial<typeof stored>) {
      const next = { speed: speed.value, skips: skips.value, ...change }
      batch(() => {
        speed.value = next.speed
        skips.value = next.skips
      })
      remember('read-along', next)
    },
  }
}

/** Parses the value stored on the device, which is never trusted. */
function toPreferences(value: unknown): { speed: number; skips: boolean } {
  const { speed, skips } = (value ?? {}) as { speed?: unknown; skips?: unknown }
  return { speed: SPEEDS.find((one) => one === speed) ?? 1, skips: skips !== false }
}
