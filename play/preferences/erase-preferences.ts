import type { Preferences } from '@estante/contract/play/preferences.ts'
import { remember } from '../device-memory.ts'
import { takePreferences } from './listening-choices.ts'
import { pagePreferences } from './page-preferences.ts'

const ERASED: Record<keyof Preferences | 'foot', null> = {
  appearance: null,
  foot: null,
  letterKeys: null,
  listening: null,
  pace: null,
  voice: null,
}
/** Stored on this device only. */
const DEVICE_NAMES = ['scrubber', 'voices']

/** Erases the member's preferences, on this device and in the service. Keeps places and annotations that are unsent. */
export function erasePreferences() {
  for (const name of [...Object.keys(ERASED), ...DEVICE_NAMES]) remember(name, undefined)
  takePreferences({})
  pagePreferences().change(ERASED)
  pagePreferences().flush()
}
