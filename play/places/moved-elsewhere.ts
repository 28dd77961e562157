import type { PlaceMovedEvent } from '@estante/contract/play/places.ts'

const listeners = new Set<(moved?: PlaceMovedEvent) => void>()

/** Subscribes to the service's notifications that a place was moved; without an id, any may have been. */
export function onPlaceMoved(listener: (moved?: PlaceMovedEvent) => void): void {
  listeners.add(listener)
}

export function notifyPlaceMoved(moved?: PlaceMovedEvent): void {
  for (const listener of listeners) listener(moved)
}
