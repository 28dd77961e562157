import { setImmediate as nextTurn } from 'node:timers/promises'

const MAX_TURNS = 5

/**
 * Waits until a batch stops growing: two turns of the event loop, and up to five while each adds an item. Requests that
 * arrive together are not all parsed in one turn; without the wait they would split into two batches that alternate
 * from then on, each half the size.
 */
export async function waitForBatch(waiting: { readonly length: number }): Promise<void> {
  await nextTurn()
  for (let turns = 1, known = 0; turns < MAX_TURNS && waiting.length > known; turns++) {
    known = waiting.length
    await nextTurn()
  }
}
