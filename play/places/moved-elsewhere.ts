import type { PlaceMoved } from '@estante/contract/play/places.ts'

const listeners = new Set<(moved?: PlaceMoved) => void>()

/** Hears that the service says of a place that it was moved; without naming one, that any may have been. */
export function onPlaceMoved(listener: (moved?: PlaceMoved) => void): void {
  listeners.add(listener)
}

export function tellPlaceMoved(moved?: PlaceMoved): void {
  for (const listener of listeners) listener(moved)
}
