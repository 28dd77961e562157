import type { Locator } from '@estante/contract/locator.ts'
import { mintUuid } from '../activity/lease.ts'
import { remember, remembered } from '../device-memory.ts'
import { api, onSessionOver } from '../session/api.ts'
import { deviceOf } from './device.ts'
import { onPlaceMoved } from './moved-elsewhere.ts'
import { createPlaceSync, type PlaceSync, type UnsentPlace } from './place-sync.ts'

const placeSyncs = new Map<string, PlaceSync>()
const viewId = mintUuid()
let step = 0

/** Returns the sync of a title's place on this page, shared by all openings of the title. */
export function placeSyncOf(id: string, isSame: (one: Locator, other: Locator) => boolean): PlaceSync {
  const known = placeSyncs.get(id)
  if (known) return known
  const name = `unsent.${id}`
  const placeSync = createPlaceSync(
    {
      viewId,
      device: deviceOf(navigator),
      nextStep: () => ++step,
      now: () => performance.now(),
      later: (run, delayMs) => void setTimeout(run, delayMs),
      isHidden: () => document.hidden,
      read: async () => (await api.get(`/play/v1/places/${id}`)).current,
      remembered: () => toUnsentPlace(remembered(name)),
      remember: (unsent) => remember(name, unsent),
    },
    isSame,
  )
  placeSyncs.set(id, placeSync)
  return placeSync
}

/** Parses the device's stored place, which is never trusted. */
function toUnsentPlace(value: unknown): UnsentPlace | undefined {
  const { locator, basedOn, viewId } = (value ?? {}) as Partial<UnsentPlace>
  if (typeof locator?.href !== 'string' || typeof locator.locations !== 'object') return undefined
  if (!Number.isSafeInteger(basedOn) || typeof viewId !== 'string') return undefined
  return value as UnsentPlace
}

// A hidden page refreshes its places when it is shown again.
onPlaceMoved((moved) => {
  if (document.hidden) return
  if (moved) placeSyncs.get(moved.publicationId)?.onMoved(moved)
  else for (const placeSync of placeSyncs.values()) void placeSync.refresh()
})

onSessionOver(() => placeSyncs.clear())
