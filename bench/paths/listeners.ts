import { getUsage } from '@estante/contract/partner/usage.ts'
import { count } from '../measure/compare.ts'
import { sendAtRate } from '../measure/open-loop.ts'
import { sendRequest } from '../measure/request.ts'
import { toWire } from '../measure/requests.ts'
import { quantile } from '../measure/rounds.ts'
import type { Path } from '../run.ts'
import { type House, openHouse, reportedMonths } from '../seed.ts'
import { startEstante } from '../servers.ts'
import { createHeartbeats, HEARTBEAT_MS } from './heartbeat.ts'
import { openViews } from './views.ts'

/** What waits for the answer is a page, not a person; later than this, one would see it. */
const P99_MS = 50

/**
 * Everybody listens at once, and each says so every 15 seconds: how long the slowest of a hundred waits, and whether all that
 * was acknowledged is there afterwards. Some of them hold their event stream meanwhile, as many as `views`.
 */
export const listeners: Path = async (run) => {
  const { pages, seconds } = run.sizes.listeners
  const house = await run.house({ ...run.sizes.usual, pages })
  await using estante = await startEstante(run, house)
  using _streams = await openViews(estante.address, house.openPages.slice(0, run.sizes.views))

  const heartbeats = createHeartbeats(house)
  const next = () => toWire(heartbeats(1)[0]!)
  const waited = await sendAtRate(estante.address, next, { perSecond: (pages * 1000) / HEARTBEAT_MS, seconds })
  const acknowledgedSeconds = (waited.length * HEARTBEAT_MS) / 1000
  const lostSeconds = acknowledgedSeconds - (await readClaimedSeconds(house))
  const credited = (await readListeningSeconds(estante.address, house)) / acknowledgedSeconds

  const path = `${count(pages)} listeners for ${count(seconds)} s, a heartbeat each 15 s`
  const p99 = quantile(waited, 0.99)
  return [
    { path, by: 'p99', ours: `${p99.toFixed(1)} ms`, figure: p99, reach: { atMost: P99_MS } },
    { path, by: 'slowest', ours: `${Math.max(...waited).toFixed(0)} ms` },
    {
      path,
      by: 'acknowledged and lost',
      ours: `${count(lostSeconds)} s`,
      figure: Math.abs(lostSeconds),
      reach: { atMost: 0 },
    },
    // A heartbeat that comes sooner after a late one than was listened in between is credited what the clock allows.
    { path, by: 'in the report, of what was said', ours: `${(100 * credited).toFixed(2)} %` },
  ]
}

async function readClaimedSeconds(house: House): Promise<number> {
  const db = await openHouse(house)
  try {
    const { claimed } = await db.read
      .selectFrom('lease')
      .select(({ fn }) => fn.sum<number>('claimed_ms').as('claimed'))
      .executeTakeFirstOrThrow()
    return Number(claimed) / 1000
  } finally {
    await db.close()
  }
}

async function readListeningSeconds(address: string, { authorization }: House): Promise<number> {
  const [month] = reportedMonths()
  const path = `${getUsage.path}?month=${month}`
  const { text } = await sendRequest(address, { method: 'GET', path, headers: { Authorization: authorization } })
  return (JSON.parse(text) as { totals: { listeningSeconds: number } }).totals.listeningSeconds
}
