import { getUsage } from '@estante/contract/partner/usage.ts'
import { count } from '../measure/compare.ts'
import { sendAtRate } from '../measure/open-loop.ts'
import { sendRequest } from '../measure/request.ts'
import { toWire } from '../measure/requests.ts'
import { quantile } from '../measure/rounds.ts'
import type { Path } from '../run.ts'
import { type Instance, openInstance, reportedMonths } from '../seed.ts'
import { startEstante } from '../servers.ts'
import { createHeartbeats, HEARTBEAT_MS } from './heartbeat.ts'
import { openViews } from './views.ts'

/** A page waits for the answer, not a person; beyond this a person would notice. */
const P99_MS = 50

/**
 * Heartbeats of all pages at the real rate, one each 15 seconds: their latency, and whether everything acknowledged was
 * stored. `views` of the pages hold their event stream meanwhile.
 */
export const listeners: Path = async (run) => {
  const { pages, seconds } = run.sizes.listeners
  const instance = await run.instance({ ...run.sizes.usual, pages })
  await using estante = await startEstante(run, instance)
  using _streams = await openViews(estante.address, instance.openPages.slice(0, run.sizes.views))

  const heartbeats = createHeartbeats(instance)
  const next = () => toWire(heartbeats(1)[0]!)
  const waited = await sendAtRate(estante.address, next, { perSecond: (pages * 1000) / HEARTBEAT_MS, seconds })
  const acknowledgedSeconds = (waited.length * HEARTBEAT_MS) / 1000
  const lost = waited.length - (await countHeartbeats(instance))
  const credited = (await readListeningSeconds(estante.address, instance)) / acknowledgedSeconds

  const path = `${count(pages)} listeners for ${count(seconds)} s, a heartbeat each 15 s`
  const p99 = quantile(waited, 0.99)
  return [
    { path, by: 'p99', ours: `${p99.toFixed(1)} ms`, figure: p99, target: { atMost: P99_MS } },
    { path, by: 'slowest', ours: `${quantile(waited, 1).toFixed(0)} ms` },
    {
      path,
      by: 'acknowledged and lost',
      ours: `${count(lost)} heartbeats`,
      figure: Math.abs(lost),
      target: { atMost: 0 },
    },
    // A heartbeat that follows a late one too soon is credited only the time on the server's clock.
    { path, by: 'in the report, of the reported time', ours: `${(100 * credited).toFixed(2)} %` },
  ]
}

/** Counts the stored heartbeats except the first of each lease, whose claims the next ones may carry. */
async function countHeartbeats(instance: Instance): Promise<number> {
  const db = await openInstance(instance)
  try {
    const { last, leases } = await db.read
      .selectFrom('lease')
      .select(({ fn }) => [fn.sum<number>('sequence').as('last'), fn.countAll<number>().as('leases')])
      .executeTakeFirstOrThrow()
    return Number(last) - Number(leases)
  } finally {
    await db.close()
  }
}

async function readListeningSeconds(address: string, { authorization }: Instance): Promise<number> {
  const [month] = reportedMonths()
  const path = `${getUsage.path}?month=${month}`
  const { text } = await sendRequest(address, { method: 'GET', path, headers: { Authorization: authorization } })
  return (JSON.parse(text) as { totals: { listeningSeconds: number } }).totals.listeningSeconds
}
