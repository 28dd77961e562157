import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { enginesByName } from '@estante/e2e/engines/installed.ts'
import { runWholeWalks } from '@estante/e2e/walks/whole-walks.ts'
import { createApp } from '@estante/server/app.ts'
import { UNAUDITED } from '@estante/server/audit/audit.ts'
import { readConfig } from '@estante/server/config.ts'
import { closeContext, openContext } from '@estante/server/context.ts'
import { migrate } from '@estante/server/db/migrate.ts'
import { createPartner } from '@estante/server/partners/partner.ts'
import { roomyFolder } from '@estante/server/test/roomy-folder.ts'
import { fakeClock } from '@estante/server/test/test-app.ts'
import { runWalks } from './walks/run-walks.ts'

/*
 * `npm run walks -- --walks 10000 --seed 7` walks a member with three devices at random through an e-book and an
 * audiobook, on the modules that keep the place, against the service in this process, with a simulated clock. Fails at
 * the first wrong letter or second; the seed reproduces it.
 *
 * `npm run walks -- --engine firefox --walks 100 --seed 7` walks through the built application in a browser engine, by
 * real input, in real time. Each walk has its own seed, from the given one up: `--walks 1 --seed 12` repeats the sixth.
 */

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    walks: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    'time-limit': { type: 'string', default: '7200' },
  },
})
const walksWanted = values.walks ?? (values.engine === undefined ? '10000' : '100')
const [walks, seed, limitSeconds] = [walksWanted, values.seed, values['time-limit']].map(Number) as [
  number,
  number,
  number,
]
const openEngine = values.engine === undefined ? undefined : enginesByName[values.engine]
if (![walks, seed, limitSeconds].every(Number.isSafeInteger) || walks < 1 || (values.engine && !openEngine)) {
  const installed = Object.keys(enginesByName).filter((name) => enginesByName[name])
  console.error(`npm run walks -- [--engine ${installed.join('|')}] [--walks N] [--seed N] [--time-limit SECONDS]`)
  process.exit(2)
}

const since = performance.now()
console.log(`seed ${seed}`)
if (openEngine) await walkInEngine(openEngine)
else await walkOnModules()

async function walkInEngine(open: NonNullable<typeof openEngine>): Promise<void> {
  const { walked, stepCounts, failures } = await runWholeWalks({
    openEngine: open,
    walks,
    seed,
    limitMs: limitSeconds * 1000,
    onFailure({ seed, steps, problem }) {
      console.error(`✖ seed ${seed}: ${steps.join(', ')}\n  ${problem.message}`)
    },
  })
  report(walked, stepCounts)
  console.log(`${failures} failed in ${values.engine}`)
  if (failures > 0) process.exitCode = 1
}

/** Uses a RAM-backed folder, since a disk would dominate the time. */
async function walkOnModules(): Promise<void> {
  const dataDir = await mkdtemp(join(roomyFolder(2 * 2 ** 30), 'estante-walks-'))
  const clock = fakeClock()
  const context = await openContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), { clock })
  const app = createApp(context)
  try {
    await migrate(context.db)
    await app.ready()
    await createPartner(context.db, clock.now(), { slug: `p-${randomUUID()}`, name: 'Banco Aurora' }, UNAUDITED)
    const service = { app, context, clock }
    const { walked, stepCounts, failure } = await runWalks({ service, walks, seed, limitMs: limitSeconds * 1000 })
    report(walked, stepCounts)
    if (failure === undefined) return
    console.error(failure)
    process.exitCode = 1
  } finally {
    await app.close()
    await closeContext(context)
    await rm(dataDir, { recursive: true })
  }
}

function report(walked: number, stepCounts: Map<string, number>): void {
  let steps = 0
  for (const [step, count] of [...stepCounts].sort()) {
    console.log(`${String(count).padStart(8)}  ${step}`)
    steps += count
  }
  console.log(`${walked} walks, ${steps} steps in ${Math.round((performance.now() - since) / 1000)} s, seed ${seed}`)
  if (walked < walks) process.exitCode = 1
}
