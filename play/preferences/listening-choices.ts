import { jsonBody } from '@estante/client/json-body.ts'
import type { Preferences } from '@estante/contract/play/preferences.ts'
import { computed, signal } from '@preact/signals'
import { onceSignedIn, remember, remembered } from '../device-memory.ts'
import { api, onSessionOver } from '../session/api.ts'
import { takeLetterKeys } from './letter-keys.ts'
import { pagePreferences } from './page-preferences.ts'

type ListeningPreferences = NonNullable<Preferences['listening']>

const KEY = 'listening'
const SENT_AFTER_MS = 1500

/** The member's preferences for all books; read from the device until the service answers. */
const chosen = signal<ListeningPreferences>({})
onceSignedIn(() => {
  chosen.value = toListening(remembered(KEY))
})

export const listening = {
  /** Seconds of the skip buttons. */
  skipBack: computed(() => chosen.value.skipBack ?? 15),
  skipForward: computed(() => chosen.value.skipForward ?? 30),
  /** The speed of books without their own. */
  speed: computed(() => chosen.value.speed ?? 1),
  /** Whether long pauses are skipped. */
  skipsSilences: computed(() => chosen.value.skipsSilences ?? false),
  /** Whether recordings are played at one loudness. */
  levels: computed(() => chosen.value.levels ?? true),
  /** Whether voices are made louder and clearer, where the engine allows it. */
  boostsVoice: computed(() => chosen.value.boostsVoice ?? false),
  /** Whether the next title starts by itself after an audiobook. */
  startsNext: computed(() => chosen.value.startsNext ?? true),
}

/** Reads the preferences for all books, which the device may not have yet. */
export async function readPreferences() {
  const saved = await pagePreferences().read()
  if (saved) takePreferences(saved)
}

export function chooseListening(change: ListeningPreferences) {
  take({ ...chosen.value, ...change })
  pagePreferences().change({ listening: change })
}

/** Applies the service's values for all books. */
export function takePreferences(saved: Pick<Preferences, 'listening' | 'letterKeys'>) {
  take(toListening(saved.listening))
  takeLetterKeys(saved)
}

function take(next: ListeningPreferences) {
  chosen.value = next
  remember(KEY, next)
}

/** Speeds on their way to the service, by title. */
const sending = new Map<string, number>()
let timer: ReturnType<typeof setTimeout> | undefined
/** The title whose speed was stored last. */
let storedLast: string | undefined

/** Stores a title's speed on the device until the service has it. */
export function storeSpeed(id: string, speed: number) {
  remember(speedKey(id), speed)
  storedLast = id
  clearTimeout(timer)
  timer = setTimeout(() => void sendSpeed(id), SENT_AFTER_MS)
}

/** Returns a title's speed that the service does not have yet, and sends it. */
export function unsentSpeed(id: string): unknown {
  const speed = remembered(speedKey(id))
  if (speed !== undefined) void sendSpeed(id)
  return speed
}

async function sendSpeed(id: string) {
  const speed = remembered(speedKey(id))
  if (typeof speed !== 'number' || sending.get(id) === speed) return
  sending.set(id, speed)
  const response = await api
    .fetchInTime(`/play/v1/library/${id}/speed`, {
      method: 'PUT',
      ...jsonBody({ speed }),
      // Below the baseline: Firefox before 133 sends the speed when the book is next opened.
      keepalive: true,
    })
    .catch(() => undefined)
  if (sending.get(id) === speed) sending.delete(id)
  // Unsent speeds are retried when the book is next opened; refused ones are dropped.
  const isSettled = response && (response.ok || response.status === 400 || response.status === 404)
  if (isSettled && remembered(speedKey(id)) === speed) remember(speedKey(id), undefined)
}

function speedKey(id: string) {
  return `unsent.speed.${id}`
}

/** Parses the device's stored choices, which are never trusted. */
function toListening(value: unknown): ListeningPreferences {
  const stored = (value ?? {}) as Record<string, unknown>
  const { speed, skipBack, skipForward, skipsSilences, levels, boostsVoice, startsNext } = stored
  return {
    ...(isWithin(speed, 0.5, 3) && { speed }),
    ...(isWithin(skipBack, 1, 600) && { skipBack }),
    ...(isWithin(skipForward, 1, 600) && { skipForward }),
    ...(typeof skipsSilences === 'boolean' && { skipsSilences }),
    ...(typeof levels === 'boolean' && { levels }),
    ...(typeof boostsVoice === 'boolean' && { boostsVoice }),
    ...(typeof startsNext === 'boolean' && { startsNext }),
  }
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max
}

// The page may be about to close.
document.addEventListener('visibilitychange', () => {
  if (document.hidden && storedLast !== undefined) void sendSpeed(storedLast)
})
onSessionOver(() => {
  clearTimeout(timer)
  storedLast = undefined
  chosen.value = {}
})
