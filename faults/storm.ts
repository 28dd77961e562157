import { parseArgs } from 'node:util'
import type { DatabaseKind } from './storm/cluster.ts'
import { runStorm } from './storm/run-storm.ts'

/*
 * `npm run storm -- --rounds 50 --database both` kills the service repeatedly under load, and looks for acknowledged
 * writes that are missing. Fails if any is lost.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    database: { type: 'string', default: 'both' },
  },
})
const rounds = Number(values.rounds)
const STORM = { workers: 24, stormMs: 2500 }
const databases: Record<string, DatabaseKind[]> = {
  sqlite: ['sqlite'],
  postgresql: ['postgresql'],
  both: ['sqlite', 'postgresql'],
}
const chosen = databases[values.database]
if (!chosen || !Number.isInteger(rounds) || rounds < 1) {
  console.error('npm run storm -- [--rounds 50] [--database sqlite|postgresql|both]')
  process.exit(2)
}

for (const database of chosen) {
  const since = performance.now()
  const { acknowledged, unanswered, kills, losses } = await runStorm({
    database,
    rounds,
    ...STORM,
    report: console.log,
  })
  const seconds = Math.round((performance.now() - since) / 1000)
  console.log(
    `${database}: ${rounds} rounds in ${seconds} s, ${kills} processes killed, ${acknowledged} writes acknowledged, ${unanswered} calls without answer, ${losses.length} losses\n`,
  )
  if (losses.length > 0) process.exitCode = 1
}
