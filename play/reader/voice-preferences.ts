import type { Preferences } from '@estante/contract/play/preferences.ts'
import { batch, type ReadonlySignal, signal } from '@preact/signals'
import { remember, remembered } from '../device-memory.ts'
import type { MemberPreferences } from '../preferences/preferences.ts'

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3]

export type VoicePreferences = ReturnType<typeof createVoicePreferences>

/** Stores the preferences for voices that read books, both on this device and in the member's preferences. */
export function createVoicePreferences(preferences: Pick<MemberPreferences, 'change'>) {
  const stored = toVoice(remembered('voice'))
  const speed = signal(stored.speed)
  const skips = signal(stored.skips)

  function take(next: typeof stored) {
    batch(() => {
      speed.value = next.speed
      skips.value = next.skips
    })
  }

  return {
    speed: speed as ReadonlySignal<number>,
    /** Whether notes and page numbers are skipped. */
    skips: skips as ReadonlySignal<boolean>,
    set(change: Partial<typeof stored>) {
      take({ speed: speed.value, skips: skips.value, ...change })
      remember('voice', { speed: speed.value, skips: skips.value })
      preferences.change({ voice: change })
    },
    /** Stores another device's choice, or its erasure. A voice in use does not change. */
    restore({ voice }: Preferences, isReading: boolean) {
      remember('voice', voice)
      if (!isReading) take(toVoice(voice))
    },
  }
}

/** Parses the stored choices, which are never trusted. */
function toVoice(value: unknown): { speed: number; skips: boolean } {
  const { speed, skips } = (value ?? {}) as { speed?: unknown; skips?: unknown }
  return { speed: SPEEDS.find((one) => one === speed) ?? 1, skips: skips !== false }
}
