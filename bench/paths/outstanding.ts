import { compareLoads } from '../measure/compare.ts'
import type { Round } from '../measure/load.ts'
import type { PinnedProcess } from '../measure/pinned-process.ts'
import { alternate } from '../measure/rounds.ts'
import { createSingleUseRequests } from '../measure/single-use-requests.ts'
import type { Path, Run } from '../run.ts'
import { insertLaunches, openInstance } from '../seed.ts'
import { startEstante } from '../servers.ts'
import { exchangeRequests } from './exchange.ts'

const FEW = 1_000

/** Launch exchange with a million other launches pending. By CPU only: the bursts are too short for wall time. */
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

/** Starts a service with pending launches. Returns a round that exchanges a thousand new ones. */
async function launchesWaiting(run: Run, waiting: number) {
  const instance = await run.instance(run.sizes.usual)
  const db = await openInstance(instance)
  await insertLaunches(db, instance, waiting)
  const estante: PinnedProcess = await startEstante(run, instance)
  const supply = createSingleUseRequests(run.newPath('launches'), FEW, (count) => exchangeRequests(db, instance, count))
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
