import { compare, count, perCpuSecond, type Row } from '../measure/compare.ts'
import { load, type Round } from '../measure/load.ts'
import { writeRequests } from '../measure/requests.ts'
import { alternate } from '../measure/rounds.ts'
import { createSingleUseRequests } from '../measure/single-use-requests.ts'
import type { Path, Run } from '../run.ts'
import { type HouseSize, openHouse } from '../seed.ts'
import { startEstante } from '../servers.ts'
import { readCatalog } from './catalog.ts'
import { exchangeRequests, LAUNCHES_A_SECOND } from './exchange.ts'
import { createHeartbeats, HEARTBEATS_A_SECOND } from './heartbeat.ts'
import { sessionRequests } from './sessions.ts'

const SMALL: HouseSize = { members: 10_000, titles: 100, pages: 10_000, hasUsage: true }

/** What a call costs when there is a hundred times as much of everything, while as many members as before are listening. */
export const growth: Path = async (run) => {
  const size = run.sizes.large
  await using small = await serveHouse(run, SMALL)
  await using large = await serveHouse(run, size)
  const rows: Row[] = []
  for (const name of ['sessions', 'exchange', 'catalog', 'heartbeat'] as const) {
    const rounds = await alternate(run.pace, { large: large[name], small: small[name] })
    const compareCosts = (by: string, cost: (round: Round) => number, say: (cost: number) => string): Row =>
      compare(
        `Growth to ${count(size.members)} members, ${count(size.titles)} titles: ${name}`,
        `itself with ${count(SMALL.members)}, ${count(SMALL.titles)}`,
        `${by} a request`,
        rounds.large.map(cost),
        rounds.small.map(cost),
        say,
      )
    rows.push(
      { ...compareCosts('CPU', microseconds, (cost) => `${cost.toFixed(0)} µs`), reach: { atMost: 1.3 } },
      // What grows: pages that are no longer at hand are read from the file, and those of different members written apart.
      compareCosts('reads', ({ reads, requests }) => reads / requests, oneDecimal),
      compareCosts('writes', ({ writes, requests }) => writes / requests, oneDecimal),
    )
  }
  return rows
}

function oneDecimal(number: number): string {
  return number.toFixed(1)
}

function microseconds(round: Round): number {
  return 1e6 / perCpuSecond(round)
}

/** A service of one size, and a round of each call to it. */
async function serveHouse(run: Run, size: HouseSize) {
  const house = await run.house(size)
  const estante = await startEstante(run, house)
  const db = await openHouse(house)
  // All over the tables, whatever their size.
  const listening = { ...house, openPages: house.openPages.slice(0, SMALL.pages) }
  const seconds = run.pace.secondsARound
  const asking = writeRequests(run.newPath('sessions'), sessionRequests(house))
  const pages = await readCatalog(estante.address, house)
  const reading = writeRequests(
    run.newPath('catalog'),
    pages.map(({ request }) => request),
  )
  const launches = createSingleUseRequests(run.newPath('launches'), Math.ceil(seconds) * LAUNCHES_A_SECOND, (wanted) =>
    exchangeRequests(db, house, wanted),
  )
  const heartbeats = createSingleUseRequests(
    run.newPath('heartbeats'),
    seconds * HEARTBEATS_A_SECOND,
    createHeartbeats(listening),
  )
  return {
    sessions: () => load(estante, asking, { seconds }),
    exchange: () => launches(estante, { seconds }),
    catalog: () => load(estante, reading, { seconds }),
    heartbeat: () => heartbeats(estante, { seconds }),
    async [Symbol.asyncDispose]() {
      await estante.stop()
      await db.close()
    },
  }
}
