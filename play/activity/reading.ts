import type { Locator } from '@estante/contract/locator.ts'
import { HEARTBEAT_MS, type Lease, openLease } from './lease.ts'
import type { Outbox } from './outbox.ts'

/**
 * A chapter counts after five seconds on screen without leaving it (`readingChapters` of the usage report). It is said
 * promptly, and a little later than that: the server's clock began when it heard of the page.
 */
export const CHAPTER_SAID_AFTER_MS = 5500

/** Ticks come every second; a longer gap means the device slept, and nobody read. */
const LONGEST_TICK_MS = 5000

export interface Page {
  /** Index in the reading order. */
  chapter: number
  locator: Locator
}

/**
 * Counts one member's reading of one publication: the time the book is on screen, chapter by chapter.
 * Call `tick` every second.
 */
export interface Reading {
  /** The book is on screen, at this page: opens a lease unless one is open. */
  shown(page: Page): void
  /** Another page is on screen. */
  moved(page: Page): void
  tick(): void
  /** The book left the screen: says the rest and closes the lease. */
  hidden(): void
}

export function createReading(outbox: Outbox, now: () => number, publicationId: string): Reading {
  let lease: Lease | undefined
  let page: Page | undefined
  let activeMs = 0
  let activeAt = 0
  /** Milliseconds on this chapter without leaving it. */
  let stayMs = 0

  function shown(shownPage: Page) {
    if (lease) return moved(shownPage)
    page = shownPage
    activeMs = 0
    stayMs = 0
    activeAt = now()
    lease = openLease(outbox, publicationId, page, activeAt)
  }

  function moved(next: Page) {
    if (lease && page && next.chapter !== page.chapter) {
      // The time since the last heartbeat was spent on the chapter being left; the place is already the new one.
      measure()
      lease.beat({ activeMs, chapter: page.chapter, locator: next.locator }, activeAt)
      stayMs = 0
    }
    page = next
  }

  function tick() {
    if (!lease || !page) return
    const before = stayMs
    measure()
    const justCounts = before < CHAPTER_SAID_AFTER_MS && stayMs >= CHAPTER_SAID_AFTER_MS
    if (justCounts || activeAt - lease.beatAt >= HEARTBEAT_MS) beat()
  }

  function measure() {
    const at = now()
    const elapsedMs = at - activeAt
    activeAt = at
    if (!page || elapsedMs > LONGEST_TICK_MS) return
    activeMs += elapsedMs
    stayMs += elapsedMs
  }

  function beat() {
    if (lease && page) lease.beat({ activeMs, ...page }, activeAt)
  }

  function hidden() {
    if (!lease) return
    measure()
    beat()
    lease = undefined
  }

  return { shown, moved, tick, hidden }
}
