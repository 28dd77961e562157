import fc from 'fast-check'
import { endWalk, setClockRight, stepCommands, walkService } from './walk.ts'

/** Number of generated steps; a step that is impossible at its point of the walk is skipped. */
const SHORTEST = 20
const LONGEST = 40

interface Plan {
  service: Parameters<typeof walkService>[0]
  walks: number
  seed: number
  limitMs?: number
}

/** Runs walks up to the given number or time. `failure` is fast-check's report of the first wrong step. */
export async function runWalks({ service, walks, seed, limitMs = Number.MAX_SAFE_INTEGER }: Plan) {
  const { begin, stepCounts } = await walkService(service)
  const until = performance.now() + limitMs
  let walked = 0
  for (let round = 0; walked < walks && performance.now() < until; round++) {
    const type = round % 2 === 0 ? 'ebook' : 'audiobook'
    const count = Math.min(10, walks - walked)
    const walk = fc.array(fc.oneof(...stepCommands(type)), { minLength: SHORTEST, maxLength: LONGEST, size: 'max' })
    const property = fc.asyncProperty(walk, async (commands) => {
      const begun = begin(type)
      try {
        await fc.asyncModelRun(() => begun, commands)
        await endWalk(begun)
      } finally {
        setClockRight()
      }
    })
    const details = await fc.check(property, { seed: seed + round, numRuns: count })
    walked += details.numRuns
    if (details.failed)
      return { walked, stepCounts, failure: `${fc.defaultReportMessage(details)}\n${details.errorInstance}` }
  }
  return { walked, stepCounts, failure: undefined }
}
