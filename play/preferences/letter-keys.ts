import type { Preferences } from '@estante/contract/play/preferences.ts'
import { signal } from '@preact/signals'
import { onceSignedIn, remember, remembered } from '../device-memory.ts'
import { onSessionOver } from '../session/api.ts'
import { pagePreferences } from './page-preferences.ts'

const KEY = 'letterKeys'

/**
 * Whether single-character keys are on (https://www.w3.org/TR/WCAG22/#character-key-shortcuts); read from the device
 * until the service answers.
 */
export const letterKeys = signal(true)
onceSignedIn(() => {
  letterKeys.value = remembered(KEY) !== false
})

/** Whether a key is a single character, and the member turned single-character keys off. */
export function isKeyOff({ key }: Pick<KeyboardEvent, 'key'>): boolean {
  return /^\S$/.test(key) && !letterKeys.peek()
}

export function chooseLetterKeys(wanted: boolean) {
  takeLetterKeys({ letterKeys: wanted })
  pagePreferences().change({ letterKeys: wanted })
}

/** Applies the service's value: on, unless turned off. */
export function takeLetterKeys({ letterKeys: stored = true }: Pick<Preferences, 'letterKeys'>) {
  if (stored === letterKeys.value) return
  letterKeys.value = stored
  remember(KEY, stored)
}

onSessionOver(() => {
  letterKeys.value = true
})
