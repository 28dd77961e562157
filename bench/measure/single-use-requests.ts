import { load, type Round } from './load.ts'
import type { PinnedProcess } from './pinned-process.ts'
import { type RawRequest, writeRequests } from './requests.ts'

/** Requests that had begun when the round was over, and were not counted. */
const IN_FLIGHT = 64

/**
 * Loads a server with requests of which each is good once. Before a round there are `size` of them, made anew as far as
 * they were used up: that is outside of what is measured.
 */
export function createSingleUseRequests(
  file: string,
  size: number,
  mint: (count: number) => RawRequest[] | Promise<RawRequest[]>,
): (server: PinnedProcess, pace: { seconds: number; once?: boolean }) => Promise<Round> {
  let left: RawRequest[] = []
  return async (server, pace) => {
    left = [...left, ...(await mint(size - left.length))]
    const round = await load(server, writeRequests(file, left), pace)
    if (!pace.once && round.requests >= size - 1) throw new Error(`${size} requests were too few for a round`)
    left = pace.once ? [] : left.slice(round.requests + IN_FLIGHT)
    return round
  }
}
