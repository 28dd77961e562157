import type { Locator } from '@estante/contract/locator.ts'

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

let next: { id: string; destination: Destination } | undefined

/** Sets the place at which the next title is opened. */
export function leadTo(id: string, destination: Destination) {
  next = { id, destination }
}

/** Takes the place at which a title is opened, once. */
export function takeDestination(id: string): Destination | undefined {
  const destination = next?.id === id ? next.destination : undefined
  next = undefined
  return destination
}
