import type { Preferences } from '@estante/contract/play/preferences.ts'
import { computed, signal } from '@preact/signals'
import { remember, remembered } from '../device-memory.ts'
import type { MemberPreferences } from '../preferences/preferences.ts'

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3]

export type VoicePreferences = ReturnType<typeof createVoicePreferences>

/** Stores the preferences for voices that read books, both on this device and in the member's preferences. */
export function createVoicePreferences(preferences: Pick<MemberPreferences, 'change'>) {
  const chosen = signal(toVoice(remembered('voice')))

  return {
    speed: computed(() => chosen.value.speed),
    /** Whether notes and page numbers are skipped. */
    skips: computed(() => chosen.value.skips),
    set(change: Partial<ReturnType<typeof toVoice>>) {
      chosen.value = { ...chosen.value, ...change }
      remember('voice', chosen.value)
      preferences.change({ voice: change })
    },
    /** Stores another device's choice, or its erasure. A voice in use does not change. */
    restore({ voice }: Preferences, isReading: boolean) {
      remember('voice', voice)
      if (!isReading) chosen.value = toVoice(voice)
    },
  }
}

/** Parses the stored choices, which are never trusted. */
function toVoice(value: unknown) {
  const { speed, skips } = (value ?? {}) as { speed?: unknown; skips?: unknown }
  return { speed: SPEEDS.find((one) => one === speed) ?? 1, skips: skips !== false }
}
