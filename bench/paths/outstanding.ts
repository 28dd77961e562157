import { compareLoads } from '../measure/compare.ts'
import type { Round } from '../measure/load.ts'
import type { PinnedProcess } from '../measure/pinned-process.ts'
import { alternate } from '../measure/rounds.ts'
import { createSingleUseRequests } from '../measure/single-use-requests.ts'
import type { Path, Run } from '../run.ts'
import { insertLaunches, openHouse } from '../seed.ts'
import { startEstante } from '../servers.ts'
import { exchangeRequests } from './exchange.ts'

const FEW = 1_000

/** The exchange again, while a million others are waiting to be opened. By CPU alone: bursts are too short for the wall. */
export const outstanding: Path = async (run) => {
  const many = run.sizes.launches
  await using few = await launchesWaiting(run, 0)
  await using crowd = await launchesWaiting(run, many)
  const rounds = await alternate(run.pace, { crowd: crowd.openThousands, few: few.openThousands })

  const path = `Exchange with ${many.toLocaleString('en-US')} outstanding tokens`
  return compareLoads(path, `itself with ${FEW.toLocaleString('en-US')}`, rounds.crowd, rounds.few, {
    cpu: { atLeast: 0.9 },
  }).filter(({ by }) => by === 'CPU')
}

/** A service with so many launches outstanding, and what opens a thousand others at a time, newly made. */
async function launchesWaiting(run: Run, waiting: number) {
  const house = await run.house(run.sizes.usual)
  const db = await openHouse(house)
  await insertLaunches(db, house, waiting)
  const estante: PinnedProcess = await startEstante(run, house)
  const supply = createSingleUseRequests(run.newPath('launches'), FEW, (count) => exchangeRequests(db, house, count))
  return {
    async openThousands(): Promise<Round> {
      const sum: Round = { requests: 0, bytes: 0, cpuSeconds: 0, wallSeconds: 0, reads: 0, writes: 0 }
      for (let burst = 0; burst < run.pace.secondsARound; burst++) {
        const round = await supply(estante, { seconds: 1, once: true })
        for (const name of Object.keys(sum) as (keyof Round)[]) sum[name] += round[name]
      }
      return sum
    },
    async [Symbol.asyncDispose]() {
      await estante.stop()
      await db.close()
    },
  }
}
