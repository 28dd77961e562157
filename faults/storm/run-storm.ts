import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '@estante/server/test/eventually.ts'
import { writeAudiobook, writeEbook } from '../books.ts'
import { call, createCredential, createPartner } from '../people.ts'
import { estante } from '../service.ts'
import { newTally, type Tally, type Title } from './acknowledged.ts'
import { type Audited, audit } from './audit.ts'
import { type Cluster, type DatabaseKind, openCluster, openDatabaseOf } from './cluster.ts'
import { type CredentialRotator, createCredentialRotator } from './credential-rotator.ts'
import { createImporter } from './importer.ts'
import { createWorker } from './worker.ts'

const WORKERS = 24
/** How long a storm blows before something is killed. */
const CALM_MS = 800
const STORM_MS = 2500
/** How long an import takes, from its start. */
const IMPORT_MS = 2500
/** How long it goes on for those that are left. */
const AFTERMATH_MS = 700
const READY_WITHIN_MS = 20_000

export interface StormOptions {
  database: DatabaseKind
  rounds: number
  /** Hears a line for each round. */
  say: (line: string) => void
}

/**
 * So many rounds of a storm on one database: everything at once, a `kill -9` at a random moment, a restart, and a
 * comparison of all that was ever acknowledged with what is there.
 */
export async function runStorm({ database, rounds, say }: StormOptions): Promise<Tally> {
  const world = await openCluster(database)
  const db = await openDatabaseOf(world)
  try {
    const { audited, keeper } = await gather(world, db)
    const total = newTally()
    for (let round = 1; round <= rounds; round++) {
      const tally = newTally()
      const killed = await blow(round, audited, keeper, tally)
      await becomeReady(world)
      await audit(audited, tally)
      await keeper.look(tally)
      say(
        `${database} ${round}/${rounds}: killed ${killed}; ${tally.acknowledged} acknowledged, ${tally.unanswered} without answer, ${tally.losses.length} lost`,
      )
      for (const loss of tally.losses) say(`  LOST ${loss}`)
      add(total, tally)
    }
    return total
  } finally {
    await db.close()
    await world.close()
  }
}

async function gather(world: Cluster, db: Audited['db']): Promise<{ audited: Audited; keeper: CredentialRotator }> {
  const slug = await createPartner(world.settings)
  const partner = await createCredential(world.settings, slug)
  const { imported } = await estante<{ imported: Title[] }>(
    world.settings,
    ...['catalog', 'import', await writeAudiobook(world.folder), await writeEbook(world.folder, 'Livro de cabeceira')],
  )
  const titles = imported.map(({ id, type }) => ({ id, type }))
  const workers = Array.from({ length: WORKERS }, (_, number) => createWorker(world, number, partner, titles))
  const audited = { world, db, partner, workers, titles, librarian: createImporter(world, slug) }
  return { audited, keeper: createCredentialRotator(world, await createCredential(world.settings, slug)) }
}

/** The storm, and what it strikes. Returns that in words. */
async function blow(
  round: number,
  { world, workers, librarian }: Audited,
  keeper: CredentialRotator,
  tally: Tally,
): Promise<string> {
  const importAll = await librarian.prepare(round)
  const afterMs = CALM_MS + Math.random() * STORM_MS
  let isOver = false
  const all = [
    ...workers.map((worker) => worker.run(tally, () => isOver)),
    keeper.run(tally, () => isOver),
    // At any stage when it is struck.
    wait(Math.max(0, afterMs - Math.random() * IMPORT_MS)).then(() => importAll(tally)),
  ]
  // On a busy machine nothing might be acknowledged yet when it is struck.
  await eventually(() => tally.acknowledged > 0)
  const victims = chooseVictims(world)
  const killingNodes = victims.map((victim) => victim !== 'database' && world.killNode(victim, afterMs))
  await wait(afterMs)
  const imports = Math.random() < 0.8 ? librarian.kill() : 0
  if (victims.includes('database')) {
    await world.postgres?.kill()
    await world.postgres?.start()
  }
  await Promise.all(killingNodes)
  tally.kills += victims.length + imports
  await wait(AFTERMATH_MS)
  isOver = true
  await Promise.all(all)
  await world.restart()
  const words = victims.map((victim) => (victim === 'database' ? 'the database' : `node ${victim}`))
  return [...words, ...(imports > 0 ? [`${imports} imports`] : [])].join(' and ')
}

/** The one node; of two, one or both; or the database under them, alone or with them. */
function chooseVictims({ nodeCount, postgres }: Cluster): ('database' | number)[] {
  if (!postgres) return [0]
  const one = Math.floor(Math.random() * nodeCount)
  const choices: ('database' | number)[][] = [[one], [0, 1], ['database'], ['database', one], ['database', 0, 1]]
  return choices[Math.floor(Math.random() * choices.length)] ?? [one]
}

/** Nodes that were not restarted find the database again by themselves. */
async function becomeReady(world: Cluster): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  for (const node of world.nodes()) {
    while ((await call(node, 'GET', '/readyz').catch(() => undefined))?.status !== 200) {
      if (Date.now() > until) throw new Error(`A node does not become ready: ${world.log()}`)
      await wait(100)
    }
  }
}

function add(total: Tally, { acknowledged, unanswered, kills, losses }: Tally): void {
  total.acknowledged += acknowledged
  total.unanswered += unanswered
  total.kills += kills
  total.losses.push(...losses)
}
