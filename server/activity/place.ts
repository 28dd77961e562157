import type { Locator } from '@estante/contract/locator.ts'
import type { Movement } from '@estante/contract/play/places.ts'
import type { FormerPlace, LibraryEntry } from '../db/tables.ts'
import type { Activity, StoredEntry } from './activity.ts'

/** Progression from which a publication counts as finished, since credits follow. */
const FINISHED_AT = 0.99
/** After a pause this long a new sitting begins; the end of the last one is a place to go back to. */
const SITTING_MS = 30 * 60_000
/**
 * Two places nearer than this count as one: seconds of sound; in a chapter, positions (about a kilobyte of text) or
 * parts of it.
 */
const NEAR = { seconds: 60, positions: 1, part: 0.01 }

/** The columns of an entry that say where the member is. */
export const PLACE_COLUMNS = [
  'locator',
  'total_progression',
  'updated_at',
  'finished_at',
  'place_revision',
  'place_view',
  'place_step',
  'place_device',
] as const satisfies (keyof LibraryEntry)[]
export type MovedPlace = Pick<LibraryEntry, (typeof PLACE_COLUMNS)[number]> & { place_view: string }

export type LeftPlace = Pick<FormerPlace, 'left_at' | 'device' | 'late_view'> & { locator: Locator }

/** The effect of a heartbeat on the member's places in a title. */
export interface PlaceChange {
  /** Where the member is now; undefined when it does not change. */
  place?: MovedPlace
  /** The view that moves the place now, if another one moved it last. */
  takenOverBy?: string
  left: LeftPlace[]
}

const NO_CHANGE: PlaceChange = { left: [] }

/**
 * Decides how a heartbeat changes the place. The view that moved the place last may move it again; another view must
 * have seen its present revision. A refused late place is stored among the former places, for the member to go back to.
 */
export function changePlace(now: number, { heartbeat: { movement }, entry }: Activity): PlaceChange {
  if (!movement) return NO_CHANGE
  const { locator, viewId, step, from, device } = movement
  const isHolder = entry?.place_view === viewId
  const before = entry?.locator
  if (!isInOrder(movement, entry, isHolder)) {
    if (isHolder || (before && isNear(parse(before), locator))) return NO_CHANGE
    return { left: [{ locator, left_at: now, device, late_view: viewId }] }
  }
  const totalProgression = locator.locations.totalProgression ?? 0
  const place = {
    locator: JSON.stringify(locator),
    total_progression: totalProgression,
    updated_at: now,
    finished_at: totalProgression >= FINISHED_AT ? (entry?.finished_at ?? now) : null,
    place_revision: (entry?.place_revision ?? 0) + 1,
    place_view: viewId,
    place_step: step,
    place_device: device,
  }
  const left: LeftPlace[] = []
  if (entry && before) {
    const isNewSitting = !isHolder || now - entry.updated_at > SITTING_MS
    if (isNewSitting && !isNear(parse(before), locator)) {
      left.push({ locator: parse(before), left_at: entry.updated_at, device: entry.place_device!, late_view: null })
    }
  }
  if (from && !isNear(from, locator)) left.push({ locator: from, left_at: now, device, late_view: null })
  return { place, left, ...(before && !isHolder && { takenOverBy: viewId }) }
}

function isInOrder({ step, basedOn }: Movement, entry: StoredEntry | undefined, isHolder: boolean): boolean {
  if (!entry?.locator) return true
  return isHolder ? step > entry.place_step : basedOn === entry.place_revision
}

function parse(locator: string): Locator {
  return JSON.parse(locator) as Locator
}

/** Whether two places of a publication are near enough to count as one. */
export function isNear({ href, locations: one }: Locator, { href: otherHref, locations: other }: Locator): boolean {
  if (href !== otherHref) return false
  if (one.time !== undefined && other.time !== undefined) return Math.abs(one.time - other.time) <= NEAR.seconds
  if (one.position !== undefined && other.position !== undefined) {
    return Math.abs(one.position - other.position) <= NEAR.positions
  }
  return Math.abs((one.progression ?? 0) - (other.progression ?? 0)) <= NEAR.part
}
