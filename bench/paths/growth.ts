import { compare, count, perCpuSecond, type Row } from '../measure/compare.ts'
import { load, type Round } from '../measure/load.ts'
import { writeRequests } from '../measure/requests.ts'
import { alternate } from '../measure/rounds.ts'
import { createSingleUseRequests } from '../measure/single-use-requests.ts'
import type { Path, Run } from '../run.ts'
import { type InstanceSize, openInstance } from '../seed.ts'
import { startEstante } from '../servers.ts'
import { readCatalog } from './catalog.ts'
import { exchangeRequests, LAUNCHES_A_SECOND } from './exchange.ts'
import { createHeartbeats, HEARTBEATS_A_SECOND } from './heartbeat.ts'
import { sessionRequests } from './sessions.ts'

const SMALL: InstanceSize = { members: 10_000, titles: 100, pages: 10_000, hasUsage: true }

const TARGETS = { sessions: 1.3, exchange: 1.3, catalog: 1.3, heartbeat: 1.15 }

/** Cost of a call with a hundred times as much data, for the same number of active members. */
export const growth: Path = async (run) => {
  const size = run.sizes.large
  await using small = await serveInstance(run, SMALL)
  await using large = await serveInstance(run, size)
  const rows: Row[] = []
  for (const name of ['sessions', 'exchange', 'catalog', 'heartbeat'] as const) {
    const rounds = await alternate(run.pace, { large: large[name], small: small[name] })
    const compareCosts = (by: string, cost: (round: Round) => number, format: (cost: number) => string): Row =>
      compare(
        `Growth to ${count(size.members)} members, ${count(size.titles)} titles: ${name}`,
        `itself with ${count(SMALL.members)}, ${count(SMALL.titles)}`,
        `${by} a request`,
        rounds.large.map(cost),
        rounds.small.map(cost),
        format,
      )
    rows.push(
      { ...compareCosts('CPU', microseconds, (cost) => `${cost.toFixed(0)} µs`), target: { atMost: TARGETS[name] } },
      // I/O may grow: fewer pages are cached, and rows of different members are written apart.
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

/** Starts a service of a given size, with a round for each call. */
async function serveInstance(run: Run, size: InstanceSize) {
  const instance = await run.instance(size)
  const estante = await startEstante(run, instance)
  const db = await openInstance(instance)
  // Scattered over the tables of either size.
  const listening = { ...instance, openPages: instance.openPages.slice(0, SMALL.pages) }
  const seconds = run.pace.secondsARound
  const asking = writeRequests(run.newPath('sessions'), sessionRequests(instance))
  const pages = await readCatalog(estante.address, instance)
  const reading = writeRequests(
    run.newPath('catalog'),
    pages.map(({ request }) => request),
  )
  const launches = createSingleUseRequests(run.newPath('launches'), Math.ceil(seconds) * LAUNCHES_A_SECOND, (wanted) =>
    exchangeRequests(db, instance, wanted),
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
