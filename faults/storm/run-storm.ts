import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '@estante/server/test/eventually.ts'
import { writeAudiobook, writeEbook } from '../books.ts'
import { call, createCredential, createPartner } from '../people.ts'
import { estante } from '../service.ts'
import { newTally, type Tally, type Title } from './acknowledged.ts'
import { type AuditScope, audit } from './audit.ts'
import { type Cluster, type DatabaseKind, openCluster, openDatabaseOf } from './cluster.ts'
import { type CredentialRotator, createCredentialRotator } from './credential-rotator.ts'
import { createImporter } from './importer.ts'
import { createWorker } from './worker.ts'

/** Load before the first kill. */
const CALM_MS = 800
/** Duration of an import. */
const IMPORT_MS = 2500
/** Load after the kill, for the survivors. */
const AFTERMATH_MS = 700
const READY_WITHIN_MS = 20_000

export interface StormOptions {
  database: DatabaseKind
  rounds: number
  workers: number
  /** Most load before a kill, in addition to a calm start. */
  stormMs: number
  /** Receives a line for each round. */
  report: (line: string) => void
}

/**
 * Runs rounds of a storm on one database: load, a `kill -9` at a random moment, a restart, and an audit of all
 * acknowledged writes.
 */
export async function runStorm({ database, rounds, workers, stormMs, report }: StormOptions): Promise<Tally> {
  const cluster = await openCluster(database)
  const db = await openDatabaseOf(cluster)
  try {
    const { audited, rotator } = await setUp(cluster, db, workers)
    const total = newTally()
    for (let round = 1; round <= rounds; round++) {
      const tally = newTally()
      const killed = await strike(round, stormMs, audited, rotator, tally)
      await becomeReady(cluster)
      await audit(audited, tally)
      await rotator.verify(tally)
      report(
        `${database} ${round}/${rounds}: killed ${killed}; ${tally.acknowledged} acknowledged, ${tally.unanswered} without answer, ${tally.losses.length} lost`,
      )
      for (const loss of tally.losses) report(`  LOST ${loss}`)
      add(total, tally)
    }
    return total
  } finally {
    await db.close()
    await cluster.close()
  }
}

async function setUp(
  cluster: Cluster,
  db: AuditScope['db'],
  workerCount: number,
): Promise<{ audited: AuditScope; rotator: CredentialRotator }> {
  const slug = await createPartner(cluster.settings)
  const partner = await createCredential(cluster.settings, slug)
  const { imported } = await estante<{ imported: Title[] }>(
    cluster.settings,
    ...[
      'catalog',
      'import',
      await writeAudiobook(cluster.folder),
      await writeEbook(cluster.folder, 'Livro de cabeceira'),
    ],
  )
  const titles = imported.map(({ id, type }) => ({ id, type }))
  const workers = Array.from({ length: workerCount }, (_, number) => createWorker(cluster, number, partner, titles))
  const audited = { cluster, db, partner, workers, titles, importer: createImporter(cluster, slug) }
  return { audited, rotator: createCredentialRotator(cluster, await createCredential(cluster.settings, slug)) }
}

/** Runs the load and the kill. Returns a description of the victims. */
async function strike(
  round: number,
  stormMs: number,
  { cluster, workers, importer }: AuditScope,
  rotator: CredentialRotator,
  tally: Tally,
): Promise<string> {
  const importAll = await importer.prepare(round)
  const afterMs = CALM_MS + Math.random() * stormMs
  let isOver = false
  const all = [
    ...workers.map((worker) => worker.run(tally, () => isOver)),
    rotator.run(tally, () => isOver),
    // Starts so that the kill hits any stage of the import.
    wait(Math.max(0, afterMs - Math.random() * IMPORT_MS)).then(() => importAll(tally)),
  ]
  const victims = chooseVictims(cluster)
  let imports = 0
  try {
    // On a busy machine nothing may be acknowledged yet.
    await eventually(() => tally.acknowledged > 0)
    const killingNodes = victims.map((victim) => victim !== 'database' && cluster.killNode(victim, afterMs))
    await wait(afterMs)
    if (Math.random() < 0.8) imports = importer.kill()
    if (victims.includes('database')) {
      await cluster.postgres?.kill()
      await cluster.postgres?.start()
    }
    await Promise.all(killingNodes)
    tally.kills += victims.length + imports
    await wait(AFTERMATH_MS)
  } finally {
    // The load would go on for ever after a failure.
    isOver = true
    await Promise.allSettled(all)
  }
  await Promise.all(all)
  await cluster.restart()
  const names = victims.map((victim) => (victim === 'database' ? 'the database' : `node ${victim}`))
  return [...names, ...(imports > 0 ? [`${imports} imports`] : [])].join(' and ')
}

/** Chooses victims: the single node; or one or both of two nodes, the database, or combinations. */
function chooseVictims({ nodeCount, postgres }: Cluster): ('database' | number)[] {
  if (!postgres) return [0]
  const one = Math.floor(Math.random() * nodeCount)
  const choices: ('database' | number)[][] = [[one], [0, 1], ['database'], ['database', one], ['database', 0, 1]]
  return choices[Math.floor(Math.random() * choices.length)] ?? [one]
}

/** Waits until all nodes are ready. Surviving nodes must reconnect by themselves. */
async function becomeReady(cluster: Cluster): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  for (const node of cluster.nodes()) {
    while ((await call(node, 'GET', '/readyz').catch(() => undefined))?.status !== 200) {
      if (Date.now() > until) throw new Error(`A node does not become ready: ${cluster.log()}`)
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
