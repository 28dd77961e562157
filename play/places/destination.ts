import type { Locator } from '@estante/contract/locator.ts'

/** A place that a title is opened at, because something led there. */
export interface Destination {
  locator: Locator
  /** Of an e-book, where it is known to the letter: how many of the chapter are before it. */
  letter?: number
  /** Of a clip of sound: the second at which it ends. */
  end?: number
  /** Whether it begins to sound. */
  plays?: boolean
}

let next: { id: string; destination: Destination } | undefined

/** The title that is opened next is opened there, and not where the member left it. */
export function leadTo(id: string, destination: Destination) {
  next = { id, destination }
}

/** Where something led to in a title that is opened; once. */
export function takeDestination(id: string): Destination | undefined {
  const taken = next?.id === id ? next.destination : undefined
  next = undefined
  return taken
}
