import { setImmediate as nextTurn } from 'node:timers/promises'

const MOST_TURNS = 5

/**
 * Waits for those who are about to join: two turns of the event loop, and more while each brings somebody, five at most.
 * Requests that arrive together are not all read in one turn; parted once, each part would wait for the other's commit
 * from then on, and half as many would share one.
 */
export async function untilAllJoined(waiting: { readonly length: number }): Promise<void> {
  await nextTurn()
  for (let turns = 1, known = 0; turns < MOST_TURNS && waiting.length > known; turns++) {
    known = waiting.length
    await nextTurn()
  }
}
