import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '@estante/server/app.ts'
import { readConfig } from '@estante/server/config.ts'
import { closeContext, openContext } from '@estante/server/context.ts'
import { migrate } from '@estante/server/db/migrate.ts'
import { createPartner } from '@estante/server/partners/partner.ts'
import { roomyFolder } from '@estante/server/test/roomy-folder.ts'
import { heldClock } from '@estante/server/test/test-app.ts'
import { runWalks } from './walks/run-walks.ts'

/*
 * `npm run walks -- --walks 10000 --seed 7`: a member with three devices walks at random through an e-book and an audiobook,
 * on the modules that keep the place, against the service in this process, with a clock that is held. Fails at the first
 * letter or second that is not the one expected; the seed repeats it.
 */

const { values } = parseArgs({
  options: {
    walks: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    'time-limit': { type: 'string', default: '7200' },
  },
})
const [walks, seed, limitSeconds] = [values.walks, values.seed, values['time-limit']].map(Number) as [
  number,
  number,
  number,
]
if (![walks, seed, limitSeconds].every(Number.isSafeInteger) || walks < 1) {
  console.error('npm run walks -- [--walks 10000] [--seed N] [--time-limit SECONDS]')
  process.exit(2)
}

/** On a disk most of a walk's time would be spent waiting for it. */
const ROOM_BYTES = 2 * 2 ** 30
const dataDir = await mkdtemp(join(roomyFolder(ROOM_BYTES), 'estante-walks-'))
const clock = heldClock()
const context = await openContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), { clock })
const app = createApp(context)
try {
  await migrate(context.db)
  await app.ready()
  await createPartner(context.db, clock.now(), { slug: `p-${randomUUID()}`, name: 'Banco Aurora' })
  const since = performance.now()
  console.log(`seed ${seed}`)
  const { walked, taken, failure } = await runWalks({
    service: { app, context, clock },
    walks,
    seed,
    limitMs: limitSeconds * 1000,
  })
  let steps = 0
  for (const [step, count] of [...taken].sort()) {
    console.log(`${String(count).padStart(8)}  ${step}`)
    steps += count
  }
  console.log(`${walked} walks, ${steps} steps in ${Math.round((performance.now() - since) / 1000)} s, seed ${seed}`)
  if (failure !== undefined) console.error(failure)
  if (failure !== undefined || walked < walks) process.exitCode = 1
} finally {
  await app.close()
  await closeContext(context)
  await rm(dataDir, { recursive: true })
}
