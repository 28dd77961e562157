import type { PlaceMoved } from '@estante/contract/play/places.ts'

const listeners = new Set<(moved?: PlaceMoved) => void>()

/** Subscribes to the service's notifications that a place was moved; without an id, any may have been. */
export function onPlaceMoved(listener: (moved?: PlaceMoved) => void): void {
  listeners.add(listener)
}

export function notifyPlaceMoved(moved?: PlaceMoved): void {
  for (const listener of listeners) listener(moved)
}
