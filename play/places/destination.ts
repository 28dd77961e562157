import type { Locator } from '@estante/contract/locator.ts'
import { effect } from '@preact/signals'
import { screen } from '../router.ts'

/** A place at which a title is opened instead of the member's own. */
export interface Destination {
  locator: Locator
  /** In an e-book, the letter of the chapter, where it is known. */
  letter?: number
  /** The annotation that is there, in the title's revision of that number. */
  annotation?: { id: string; publicationRevision: number }
  /** The end of a clip, in seconds. */
  end?: number
  plays?: boolean
}

let next: { id: string; destination: Destination; isReached: boolean } | undefined

effect(() => {
  const isThere = 'id' in screen.value && screen.value.id === next?.id
  // Left before its screen had loaded.
  if (next?.isReached && !isThere) next = undefined
  else if (next && isThere) next.isReached = true
})

/** Sets the place at which the next title is opened. */
export function leadTo(id: string, destination: Destination) {
  next = { id, destination, isReached: false }
}

/** Takes the place at which a title is opened, once. */
export function takeDestination(id: string): Destination | undefined {
  const destination = next?.id === id ? next.destination : undefined
  next = undefined
  return destination
}
