import { load, type Round } from './load.ts'
import type { PinnedProcess } from './pinned-process.ts'
import { type RawRequest, writeRequests } from './requests.ts'

/** Requests in flight at the end of a round, used but not counted. */
const IN_FLIGHT = 64

/**
 * Creates a load of single-use requests. Before each round it replaces the used ones to have `size` of them, outside
 * the measurement.
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
