import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@estante/server/config.ts'
import type { Database } from '@estante/server/db/database.ts'
import { openDatabase } from '@estante/server/db/open.ts'
import { type PostgresServer, startPostgres } from '@estante/server/test/postgres-server.ts'
import { type Service, type Settings, startService } from '../service.ts'

export type DatabaseKind = Database['kind']

/** The service as in production: its nodes, its database and its data, with ways to kill each. */
export interface Cluster {
  kind: DatabaseKind
  folder: string
  settings: Settings
  /** The database server, if not embedded. */
  postgres: PostgresServer | undefined
  /** Address of a live node. Undefined when there is none. */
  anyNode(): string | undefined
  nodes(): string[]
  nodeCount: number
  killNode(at: number, afterMs: number): Promise<void>
  /** Starts the killed nodes again. */
  restart(): Promise<void>
  /** Logs of the nodes since their start. */
  log(): string
  close(): Promise<void>
}

/** Starts one node on the embedded database, or two nodes with a durable PostgreSQL. */
export async function openCluster(kind: DatabaseKind): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'estante-storm-'))
  const postgres = kind === 'postgresql' ? await startPostgres({ isDurable: true }) : undefined
  const settings: Settings = {
    DATA_DIR: join(folder, 'data'),
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const nodes: (Service | undefined)[] = Array.from({ length: postgres ? 2 : 1 })
  await restart()

  async function restart(): Promise<void> {
    await Promise.all(
      nodes.map(async (node, at) => {
        nodes[at] = node ?? (await startService(settings))
      }),
    )
  }

  const addresses = () => nodes.flatMap((node) => (node ? [node.address] : []))
  return {
    kind,
    folder,
    settings,
    postgres,
    nodes: addresses,
    nodeCount: nodes.length,
    anyNode() {
      const alive = addresses()
      return alive[Math.floor(Math.random() * alive.length)]
    },
    async killNode(at, afterMs) {
      await nodes[at]?.kill(afterMs)
      nodes[at] = undefined
    },
    restart,
    log: () => nodes.map((node) => node?.log() ?? '').join(''),
    async close() {
      await Promise.all(nodes.map((node) => node?.kill()))
      await postgres?.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Opens the cluster's database, to inspect it. */
export function openDatabaseOf({ settings }: Cluster): Promise<Database> {
  return openDatabase(readConfig(settings))
}
