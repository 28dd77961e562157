import { createRandom, type Random } from '@estante/server/test/random.ts'
import type { Engine } from '../engines/engine.ts'
import { ONE_FILE_BOOK } from '../service/library.ts'
import { BookWalk } from './book-walk.ts'
import { SoundWalk } from './sound-walk.ts'
import { View } from './view.ts'
import { openWalkService, type WalkService } from './walk-service.ts'

const SHORTEST = 8
const LONGEST = 14
/** An engine gets slow over time. */
const WALKS_AN_ENGINE = 20

/** Titles, in turn. */
const TITLES = [
  (view: View, service: WalkService, random: Random) => BookWalk.begin(view, service, random, ONE_FILE_BOOK),
  (view: View, service: WalkService, random: Random) => SoundWalk.begin(view, service, random, 'O farol de sal'),
  (view: View, service: WalkService, random: Random) => BookWalk.begin(view, service, random, 'O farol de sal'),
  (view: View, service: WalkService, random: Random) => SoundWalk.begin(view, service, random, 'Como ouvir uma cidade'),
]

interface Failure {
  /** Seed of this walk. */
  seed: number
  steps: string[]
  problem: Error
}

interface Plan {
  openEngine: () => Promise<Engine>
  walks: number
  /** Seed of the first walk; each next one adds one. */
  seed: number
  limitMs?: number
  onFailure: (failure: Failure) => void
}

/** Walks through the real application in a real engine, with real input. Continues after a failed walk. */
export async function runWholeWalks({ openEngine, walks, seed, limitMs = Number.MAX_SAFE_INTEGER, onFailure }: Plan) {
  const until = performance.now() + limitMs
  const stepCounts = new Map<string, number>()
  const service = await openWalkService()
  let engine: Engine | undefined
  let walked = 0
  let failures = 0
  try {
    for (; walked < walks && performance.now() < until; walked++) {
      if (walked % WALKS_AN_ENGINE === 0) {
        await engine?.close()
        engine = undefined
      }
      const steps: string[] = []
      try {
        engine ??= await openEngine()
        await walkOnce(engine, service, seed + walked, steps)
      } catch (problem) {
        failures += 1
        onFailure({ seed: seed + walked, steps, problem: problem as Error })
        await engine?.close()
        engine = undefined
      }
      service.network.reset()
      for (const step of steps) stepCounts.set(step, (stepCounts.get(step) ?? 0) + 1)
    }
  } finally {
    await engine?.close()
    await service.close()
  }
  return { walked, stepCounts, failures }
}

async function walkOnce(engine: Engine, service: WalkService, seed: number, steps: string[]): Promise<void> {
  const random = createRandom(seed)
  const walk = await TITLES[seed % TITLES.length]!(new View(engine, service), service, random)
  await walk.check()
  const count = SHORTEST + random.below(LONGEST - SHORTEST)
  while (steps.length < count) {
    const [step, take] = random.pick(Object.entries(walk.steps()))
    steps.push(step.replace(/ again$/, ''))
    await take()
    await walk.check()
  }
  await walk.finish()
}
